/// The SQL that creates the tables of an empty store, and its name in messages.
///
/// ```swift
/// let source = SchemaSource(sql: "CREATE TABLE sport (id INTEGER PRIMARY KEY, name TEXT)",
///                           name: "sportsbook.sql")
/// ```
public struct SchemaSource: Sendable {
  /// Statements that create tables, indexes, views and triggers, and may insert first rows.
  public let sql: String
  /// The name of the text in messages, usually the path of its file.
  public let name: String

  /// Creates a source.
  public init(sql: String, name: String) {
    self.sql = sql
    self.name = name
  }
}

extension SchemaSource {
  /// Returns the line and column of a byte of the text.
  func location(ofByte offset: Int) -> StoreError.Location {
    var line = 1
    var start = sql.startIndex
    let utf8 = sql.utf8
    let end =
      utf8.index(utf8.startIndex, offsetBy: offset, limitedBy: utf8.endIndex) ?? utf8.endIndex
    var index = utf8.startIndex
    while index < end {
      let next = utf8.index(after: index)
      if utf8[index] == UInt8(ascii: "\n") {
        line += 1
        start = next
      }
      index = next
    }
    let column = String(decoding: utf8[start..<end], as: UTF8.self).count + 1
    return StoreError.Location(name: name, line: line, column: column)
  }

  /// Returns the line of a byte of the text, for messages.
  func line(ofByte offset: Int) -> String {
    let newline = UInt8(ascii: "\n")
    let start = sql.utf8.prefix(offset).lastIndex(of: newline).map { sql.utf8.index(after: $0) }
    let line = sql.utf8[(start ?? sql.startIndex)...].prefix { $0 != newline }
    return StoreError.excerpt(String(decoding: line, as: UTF8.self))
  }
}
