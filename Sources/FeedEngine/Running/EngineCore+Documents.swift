import FeedDefinition
import FeedDocuments
import FeedModel
import FeedQueries
import FeedStore

extension EngineCore {
  /// Takes a new text for a document.
  ///
  /// The text is kept in the store, so that a document that was pushed is still there after a
  /// restart, and so is one that failed, for its error; what was read from the file is kept as well,
  /// so that the file counts again only when it has changed. In somebody else's database nothing is
  /// kept for a file alone, which can be read again.
  func replaceDocument(
    _ name: Name,
    with json: [UInt8],
    isFromFile: Bool,
    in writer: Writer
  ) throws {
    guard
      let declaration = feed.sources.lazy.compactMap(\.document).first(where: { $0.name == name })
    else {
      throw EngineError.unknownDocument(name.description, known: documents.map(\.document.name))
    }
    let outcome = read(json, as: declaration)
    take(outcome, of: declaration)
    func keep(_ kind: String) throws {
      if isFromFile {
        try writer.noteState(.blob(json), named: "\(kind)/\(name)")
      } else {
        try writer.setState(.blob(json), named: "\(kind)/\(name)")
      }
    }
    if isFromFile { try keep("file") }
    switch outcome {
    case .success:
      try keep("document")
      try writer.removeState(named: "failed/\(name)")
    case .failure: try keep("failed")
    }
  }

  /// Takes the documents of a message.
  ///
  /// A document that is a JSON string stands for its text, so that a recording can contain one that is not JSON.
  ///
  /// - Parameters:
  ///   - message: The message, which is valid JSON.
  ///   - writer: The writer of the message's transaction.
  /// - Throws: ``EngineError`` if a document is unknown or is named twice; `StoreError`.
  func replaceDocuments(in message: String, _ writer: Writer) throws {
    var scanner = JSONScanner(ArraySlice(message.utf8))
    let part = scanner.takeMembers()?.first { JSONScanner.text($0.name) == "document" }
    var list = JSONScanner(part?.value ?? [])
    guard let members = list.takeMembers() else { throw EngineError.malformedDocuments }
    var replacements: [(name: Name, json: [UInt8])] = []
    for (literal, value) in members {
      // Looked up by its text: names are kept for ever, and messages are data.
      let text = JSONScanner.text(literal)
      guard let name = documents.lazy.map(\.document.name).first(where: { $0.description == text })
      else { throw EngineError.unknownDocument(text, known: documents.map(\.document.name)) }
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

  private func read(
    _ json: [UInt8],
    as declaration: DocumentDeclaration
  ) -> Result<Document, DocumentError> {
    do throws(DocumentError) {
      return .success(try Document(json, as: declaration))
    } catch {
      return .failure(error)
    }
  }

  private func take(
    _ outcome: Result<Document, DocumentError>,
    of declaration: DocumentDeclaration
  ) {
    documentsTaken += 1
    for index in documents.indices where documents[index].document.name == declaration.name {
      documents[index].replace(with: outcome)
    }
  }

  /// Reads the file of a document again, if it holds something else than when it was last read.
  func readDocumentFile(of name: Name, in writer: Writer) throws {
    guard
      let declaration = feed.sources.lazy.compactMap(\.document).first(where: { $0.name == name })
    else { return }
    switch DocumentFile.bytes(of: declaration) {
    case .failure(let error): take(.failure(error), of: declaration)
    case .success(let bytes):
      if case .blob(let known) = try writer.state(named: "file/\(name)"), known == bytes { return }
      try replaceDocument(name, with: bytes, isFromFile: true, in: writer)
    }
  }

  /// Reads all documents when a feed is opened: what was kept, and files that have changed since.
  ///
  /// - Parameters:
  ///   - writer: The writer, in its transaction.
  ///   - readingFiles: Whether files are read.
  /// - Returns: Whether a file has changed.
  /// - Throws: `StoreError` if the store cannot be read or written.
  func loadDocuments(_ writer: Writer, readingFiles: Bool) throws -> Bool {
    var isChanged = false
    for declaration in feed.sources.lazy.compactMap(\.document) {
      if case .blob(let kept) = try writer.state(named: "document/\(declaration.name)") {
        take(read(kept, as: declaration), of: declaration)
      }
      if case .blob(let failed) = try writer.state(named: "failed/\(declaration.name)") {
        take(read(failed, as: declaration), of: declaration)
      }
      guard readingFiles, declaration.file != nil else { continue }
      switch DocumentFile.bytes(of: declaration) {
      case .failure(let error): take(.failure(error), of: declaration)
      case .success(let bytes):
        if case .blob(let known) = try writer.state(named: "file/\(declaration.name)"),
          known == bytes
        {
          continue
        }
        try replaceDocument(declaration.name, with: bytes, isFromFile: true, in: writer)
        isChanged = true
      }
    }
    return isChanged
  }

  /// Takes the documents that others have replaced in the store.
  ///
  /// What is not there as it is here was pushed by them, or read from its file; an error that was met
  /// in reading a file stands until the file is read again.
  func reloadDocuments(_ writer: Writer) throws {
    for index in documents.indices {
      let name = documents[index].document.name
      guard
        let declaration = feed.sources.lazy.compactMap(\.document).first(where: { $0.name == name })
      else { continue }
      let failed = try writer.state(named: "failed/\(name)")
      if case .blob(let kept) = try writer.state(named: "document/\(name)") {
        let outcome = read(kept, as: declaration)
        let isKnown = (try? outcome.get()) == documents[index].document
        let error = documents[index].error
        let isMended = failed == nil && error != nil && error?.code != .unreadableFile
        if !isKnown || isMended { take(outcome, of: declaration) }
      }
      if case .blob(let failed) = failed { take(read(failed, as: declaration), of: declaration) }
    }
  }

  /// Brings the sections of those documents up to date that differ from before.
  ///
  /// - Returns: Whether any document or its status differs.
  @discardableResult
  func composeDocuments(changedFrom old: [LastGood]) -> Bool {
    var isChanged = false
    for (before, now) in zip(old, documents) {
      isChanged = isChanged || before.state != now.state
      guard before.document != now.document else { continue }
      isChanged = true
      guard let source = source(of: now.document) else { continue }
      composer.replace(now.document.objects.map { ($0.id, $0.content) }, of: source)
    }
    return isChanged
  }

  /// The source that yields a document's objects; it need not be called as the document is.
  private func source(of document: Document) -> Name? {
    feed.sources.first { $0.document?.name == document.name }?.id
  }

  /// Has the sections of a document know its objects, without composing them yet.
  func setObjects(of document: Document) {
    let source = source(of: document)
    for section in composer.sections
    where section.query == nil && section.declaration.source == source {
      section.objects = document.objects.map { ($0.id, $0.content) }
    }
  }
}
