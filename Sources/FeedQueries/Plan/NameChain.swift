import FeedStore

/// A name as a fragment writes it, perhaps behind the names of rows that lead to it: `home.city.name`.
struct NameChain {
  /// What stands before the last dot.
  let qualifiers: [String]
  /// What stands behind it: a column.
  let column: String
  /// The name as it is written.
  var text: String { (qualifiers + [column]).joined(separator: ".") }
  /// Where the first name begins, in bytes.
  let start: Int
  /// Where the last qualifier ends.
  let qualifierEnd: Int

  /// Finds the name that begins at a place in a fragment.
  ///
  /// - Parameter offset: The place, in bytes.
  init?(at offset: Int, in sql: String) {
    let tokens = SQLToken.tokens(of: sql)
    guard let index = tokens.firstIndex(where: { $0.offset == offset }), tokens[index].isName else {
      return nil
    }
    self.init(at: index, of: tokens)
  }

  private init(at start: Int, of tokens: [SQLToken]) {
    var names = [tokens[start]]
    var index = start
    while index + 2 < tokens.count, tokens[index + 1].isSign("."), tokens[index + 2].isName {
      names.append(tokens[index + 2])
      index += 2
    }
    self.start = tokens[start].offset
    qualifiers = names.dropLast().map(\.text)
    column = names[names.count - 1].text
    qualifierEnd = names.dropLast().last?.end ?? tokens[start].offset
  }

  /// The first name of a fragment that is too long for SQLite's grammar: `event.home.country.name`.
  static func long(in sql: String) -> NameChain? {
    let tokens = SQLToken.tokens(of: sql)
    return tokens.indices.lazy
      .filter { tokens[$0].isName && ($0 == 0 || !tokens[$0 - 1].isSign(".")) }
      .map { NameChain(at: $0, of: tokens) }
      .first { $0.qualifiers.count > 2 }
  }
}

/// The SQL of a fragment while names in it are replaced by those that SQLite knows.
struct Fragment {
  private(set) var sql: String
  /// Where something was replaced, in bytes of the SQL as it is, and by how much that made it longer.
  private var edits: [(offset: Int, growth: Int)] = []

  init(_ sql: String) { self.sql = sql }

  /// Puts a text in the place of some bytes.
  mutating func replace(_ bytes: Range<Int>, with text: String) {
    let old = Array(sql.utf8)
    sql = String(
      decoding: old[..<bytes.lowerBound] + Array(text.utf8) + old[bytes.upperBound...],
      as: UTF8.self
    )
    let growth = text.utf8.count - bytes.count
    for index in edits.indices where edits[index].offset >= bytes.upperBound {
      edits[index].offset += growth
    }
    edits.append((bytes.lowerBound, growth))
  }

  /// Where a place of the SQL was in the fragment as it was written.
  func written(_ offset: Int) -> Int {
    max(0, offset - edits.filter { $0.offset < offset }.reduce(0) { $0 + $1.growth })
  }
}
