import FeedDefinition
import FeedModel
import FeedQueries
import FeedStore

extension EngineCore {
  /// Replaces a document with a new text.
  ///
  /// The text is stored, so that a pushed document survives a restart. A text that cannot be read is stored for
  /// its error. The content of the file is stored so that the file is read again only if it has changed. In a
  /// database of another program, a file's content alone is not stored.
  ///
  /// - Parameter isFromFile: Whether the text is the content of the document's file.
  /// - Throws: ``EngineError`` if the document is unknown; `StoreError`. A text that cannot be read is not an
  ///   error here: the rows stay, and the status names the error.
  func replaceDocument(
    _ name: Name,
    with json: [UInt8],
    isFromFile: Bool,
    in writer: Writer
  ) throws {
    guard let index = documents.firstIndex(where: { $0.declaration.name == name }) else {
      throw EngineError.unknownDocument(name.description, known: documents.map(\.declaration.name))
    }
    let isRead = try take(json, at: index, in: writer) != nil
    func keep(_ kind: String) throws {
      if isFromFile {
        try writer.noteState(.blob(json), named: "\(kind)/\(name)")
      } else {
        try writer.setState(.blob(json), named: "\(kind)/\(name)")
      }
    }
    if isFromFile { try keep("file") }
    if isRead {
      try keep("document")
      try writer.removeState(named: "failed/\(name)")
    } else {
      try keep("failed")
    }
  }

  /// Takes the documents of a message.
  ///
  /// A JSON string in the place of a document contains the document's text, so that a recording can include a
  /// document that is not valid JSON.
  ///
  /// - Throws: ``EngineError`` if a document is unknown or is named twice; `StoreError`.
  func replaceDocuments(in message: String, _ writer: Writer) throws {
    var scanner = JSONScanner(ArraySlice(message.utf8))
    let part = scanner.takeMembers()?.first { JSONScanner.text($0.name) == "document" }
    var list = JSONScanner(part?.value ?? [])
    guard let members = list.takeMembers() else { throw EngineError.malformedDocuments }
    var replacements: [(name: Name, json: [UInt8])] = []
    for (literal, value) in members {
      // Look the name up by its text: a `Name` is never released, and messages are unbounded data.
      let text = JSONScanner.text(literal)
      guard let name = documentName(text) else {
        throw EngineError.unknownDocument(text, known: documents.map(\.declaration.name))
      }
      guard !replacements.contains(where: { $0.name == name }) else {
        throw EngineError.repeatedDocument(text)
      }
      let isText = value.first == UInt8(ascii: "\"")
      let json =
        isText ? Array(JSONScanner.text(value.dropFirst().dropLast()).utf8) : Array(value)
      replacements.append((name, json))
    }
    for (name, json) in replacements {
      try replaceDocument(name, with: json, isFromFile: false, in: writer)
    }
  }

  /// Returns the name of a declared document without creating a `Name` from the text.
  func documentName(_ text: String) -> Name? {
    documents.lazy.map(\.declaration.name).first { $0.description == text }
  }

  /// Reads a text, and writes the rows of the document that differ.
  ///
  /// - Returns: Whether any row differs, or `nil` if the text cannot be read.
  private func take(_ json: [UInt8], at index: Int, in writer: Writer) throws -> Bool? {
    let document: Document
    do throws(DocumentError) {
      document = try Document(json, as: documents[index].declaration)
    } catch {
      setError(error, at: index)
      return nil
    }
    let rows = documents[index].rows(of: document)
    let isDifferent = try writer.replaceDocument(document.name.description, with: rows)
    setError(nil, at: index)
    return isDifferent
  }

  private func setError(_ error: DocumentError?, at index: Int) {
    let state = documents[index].state
    documents[index].error = error
    if error == nil { documents[index].hasBeenRead = true }
    if documents[index].state != state { statesMayDiffer() }
  }

  /// Returns the newest text of a document if it could not be read; `nil` if it could.
  func unreadText(of name: Name, in writer: Writer) throws -> [UInt8]? {
    guard case .blob(let text) = try writer.state(named: "failed/\(name)") else { return nil }
    return Array(text)
  }

  /// Reads the file of a document again if its content differs from what was read last.
  func readDocumentFile(of name: Name, in writer: Writer) throws {
    guard let index = documents.firstIndex(where: { $0.declaration.name == name }) else { return }
    _ = try readFile(at: index, in: writer)
  }

  private func readFile(at index: Int, in writer: Writer) throws -> Bool {
    let declaration = documents[index].declaration
    switch DocumentFile.bytes(of: declaration) {
    case .failure(let error):
      setError(error, at: index)
      return false
    case .success(let bytes):
      let known = try writer.state(named: "file/\(declaration.name)")
      if case .blob(bytes) = known { return false }
      try replaceDocument(declaration.name, with: bytes, isFromFile: true, in: writer)
      return true
    }
  }

  /// Reads all documents when a feed is opened: the kept texts, and files that have changed since.
  ///
  /// - Parameter readingFiles: Whether files are read.
  /// - Returns: Whether a file has changed.
  /// - Throws: `StoreError` if the store cannot be read or written.
  func loadDocuments(_ writer: Writer, readingFiles: Bool) throws -> Bool {
    var isChanged = false
    for index in documents.indices {
      try takeKept("document", at: index, in: writer)
      try takeKept("failed", at: index, in: writer)
      guard readingFiles, documents[index].declaration.file != nil else { continue }
      if try readFile(at: index, in: writer) { isChanged = true }
    }
    return isChanged
  }

  /// Reads the documents that other programs have replaced in the store.
  ///
  /// The error of a file remains until another program replaces the document or the file is read again.
  func reloadDocuments(_ writer: Writer) throws {
    for index in documents.indices {
      let error = documents[index].error
      let isDifferent = try takeKept("document", at: index, in: writer)
      if let error, error.code == .unreadableFile, isDifferent != true {
        setError(error, at: index)
      }
      try takeKept("failed", at: index, in: writer)
    }
  }

  @discardableResult
  private func takeKept(_ kind: String, at index: Int, in writer: Writer) throws -> Bool? {
    let name = documents[index].declaration.name
    guard case .blob(let kept) = try writer.state(named: "\(kind)/\(name)") else { return nil }
    return try take(kept, at: index, in: writer)
  }
}

/// A document whose objects are rows of a table, and the outcome of the last attempt to read it.
///
/// A document of the feed. An invalid text leaves its rows unchanged.
struct KeptDocument: Sendable {
  let declaration: DocumentDeclaration
  /// The columns of the table: the key, the position, and the fields.
  private let columns: [String]
  /// The reason why the newest text could not be read, or `nil`.
  var error: DocumentError?
  /// Whether any text could be read.
  var hasBeenRead = false

  /// Creates a document without objects.
  init(_ declaration: DocumentDeclaration, columns: [String]) {
    self.declaration = declaration
    self.columns = columns
  }

  /// The state that a version reports, with the first line of an error.
  var state: SourceStatus.State {
    if let error {
      return .failed(error.description.split(separator: "\n").first.map(String.init) ?? "")
    }
    return hasBeenRead ? .ok : .waiting
  }

  /// Returns a row for each object, with NULL for fields that it does not have.
  func rows(of document: Document) -> [ContiguousArray<Value>] {
    document.objects.enumerated().map { position, object in
      var row: ContiguousArray<Value> = []
      row.reserveCapacity(columns.count)
      row.append(object.id.key.values.first ?? .null)
      row.append(.integer(Int64(position)))
      for column in columns.dropFirst(2) { row.append(object.content[column] ?? .null) }
      return row
    }
  }
}
