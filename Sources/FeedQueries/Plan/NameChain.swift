import FeedStore

/// A column's name in a fragment, optionally qualified with names of rows: `home.city.name`.
struct NameChain {
  /// The names before the last dot.
  let qualifiers: [String]
  /// The column's name, after the last dot.
  let column: String
  /// The name as written.
  var text: String { (qualifiers + [column]).joined(separator: ".") }
  /// The start of the first name, in bytes.
  let start: Int
  /// The end of the last qualifier, in bytes.
  let qualifierEnd: Int

  /// Parses the name that begins at an offset in a fragment.
  ///
  /// - Parameter offset: The offset, in bytes.
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

  /// Returns the first name that is too long for SQLite's grammar: `event.home.country.name`.
  static func long(in sql: String) -> NameChain? {
    let tokens = SQLToken.tokens(of: sql)
    return tokens.indices.lazy
      .filter { tokens[$0].isName && ($0 == 0 || !tokens[$0 - 1].isSign(".")) }
      .map { NameChain(at: $0, of: tokens) }
      .first { $0.qualifiers.count > 2 }
  }
}

/// The SQL of a fragment, in which names are replaced with names that SQLite knows.
struct Fragment {
  private(set) var sql: String
  /// The replacements: offsets in bytes of the current SQL, and the growth of each.
  private var edits: [(offset: Int, growth: Int)] = []

  init(_ sql: String) { self.sql = sql }

  /// Replaces a range of bytes with a text.
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

  /// Converts an offset in the current SQL to an offset in the original fragment.
  func written(_ offset: Int) -> Int {
    max(0, offset - edits.filter { $0.offset < offset }.reduce(0) { $0 + $1.growth })
  }
}
