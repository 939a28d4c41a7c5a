import FeedDefinition
import FeedDocuments
import FeedModel
import FeedQueries
import FeedStore

extension EngineCore {
  /// Applies one line of a fixture, in one transaction together with its position.
  func apply(_ line: FixtureLine) throws -> FeedUpdate? {
    try commit(playing: line, time: evaluator.usesTime ? line.time : nil) { writer in
      if let adapter = line.adapter {
        try messages.apply(line.text, adapter: adapter)
      } else {
        try apply(line.text, in: writer)
      }
    }
  }

  /// Has an empty store begin with the feed's seed.
  ///
  /// - Throws: ``EngineError`` with the line of the seed that cannot be applied.
  func plantSeed(in writer: Writer) throws {
    guard let seed = feed.seed, try isEmpty(writer) else { return }
    let lines = seed.text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      do {
        try apply(String(line), in: writer)
      } catch {
        throw EngineError.badSeed(seed.path, line: index + 1, cause: error)
      }
    }
  }

  private func isEmpty(_ writer: Writer) throws -> Bool {
    try writer.schema.tables.allSatisfy { table in
      let statement = try writer.prepare("SELECT 1 FROM \(table.name.quotedAsIdentifier) LIMIT 1")
      defer { statement.reset() }
      return try !statement.step()
    }
  }

  /// Applies one message: its rows, and its documents.
  private func apply(_ message: String, in writer: Writer) throws {
    if try messages.apply(message) { try replaceDocuments(in: message, writer) }
  }

  private func prepareDocumentStatements(
    _ writer: Writer
  ) throws -> (type: Statement, elements: Statement) {
    let statements = (
      type: try writer.prepare("SELECT json_type(?1, '$.document')"),
      elements: try writer.prepare(
        """
        SELECT key, CASE type WHEN 'text' THEN json_quote(value) WHEN 'null' THEN 'null'
          WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE value END
        FROM json_each(?1, '$.document')
        """
      )
    )
    documentStatements = statements
    return statements
  }

  private func replaceDocuments(in message: String, _ writer: Writer) throws {
    let (type, statement) = try documentStatements ?? prepareDocumentStatements(writer)
    // A message may be long.
    defer {
      for statement in [type, statement] {
        statement.reset()
        statement.clearBindings()
      }
    }
    type.bind(message, at: 1)
    let isThere = try type.step()
    let isMap = isThere && type.text(at: 0) == "object"
    type.reset()
    guard isMap else { throw EngineError.malformedDocuments }
    statement.bind(message, at: 1)
    var replacements: [(name: String, json: String)] = []
    while try statement.step() {
      replacements.append((statement.text(at: 0), statement.text(at: 1)))
    }
    for (text, json) in replacements {
      // Looked up by its text: names are kept for ever, and messages are data.
      guard let name = documents.lazy.map(\.document.name).first(where: { $0.description == text })
      else { throw EngineError.unknownDocument(text, known: documents.map(\.document.name)) }
      try replaceDocument(name, with: Array(json.utf8), isFromFile: false, in: writer)
    }
  }
}
