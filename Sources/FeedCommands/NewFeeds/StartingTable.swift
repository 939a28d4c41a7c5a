import FeedModel
import FeedStore
import Foundation

/// A table of a new feed: its columns, sample rows, and the place from which the feed reads it.
struct StartingTable {
  /// A column, and the properties of its values.
  struct Column {
    /// The type of the values.
    enum Kind: Equatable {
      case integer, real, text
      /// A text that contains a day, and possibly a time.
      case date(hasTime: Bool)
      /// An integer that is a time since 1970, in seconds or a smaller unit.
      case seconds
    }

    /// The name in the store.
    let name: String
    /// The place of the value in a message; `nil` without messages.
    let path: MessagePath?
    /// Whether values are lists or objects, which items do not show.
    let isStructure: Bool
    /// The number of decimals with which a number is written.
    let decimals: Int?
    /// Whether SQLite computes the values from other columns.
    var isGenerated = false
    /// Whether the values are those of a flag: true or false, 1 or 0.
    var isFlag = false
    /// Whether most rows have no value.
    let isSparse: Bool
    /// Whether more than one row in ten has no value.
    let hasGaps: Bool
    /// Whether the values are numbers that are written as texts, at least one of them with a fraction.
    let isDecimal: Bool
    /// The type of the values.
    let kind: Kind
    /// Whether values are of several types, so that a typed column would change some.
    let isMixed: Bool
    /// Whether a value is NULL.
    let hasNulls: Bool
    /// Whether all values are different.
    let isUnique: Bool
    /// The maximum number of characters in the examined texts.
    let width: Int
    /// Whether the values are URLs, which are not worth reading.
    let isAddress: Bool
    /// The hosts of the URLs, if all are those of a few hosts with TLS; otherwise empty.
    let hosts: [String]
    /// The different texts, if they are a few words that several rows share; otherwise empty.
    let words: [String]
    /// Whether several rows all have the same value.
    let isConstant: Bool

    /// Whether the name is that of an id: `order_id`, `orderID`, or `orderid`.
    var isReference: Bool {
      let others: Set = ["paid", "unpaid", "prepaid", "bid", "valid", "void", "grid", "aid"]
      guard let word = name.words.last else { return false }
      return word.hasSuffix("id") && !others.contains(word)
    }

    /// Whether the values are numbers that mean something to a reader: neither ids, nor times, nor places.
    var isFigure: Bool {
      let places: Set = ["lat", "lon", "lng", "latitude", "longitude"]
      guard let word = name.words.last, kind == .integer || isFraction, !isFlag else {
        return false
      }
      return !isReference && !places.contains(word) && !StartingTable.times.contains(word)
    }

    /// Whether a text of the feed file can name the column, or the member of an inner object by its path.
    var isNameable: Bool {
      name.isFieldName
        || path == nil && name.last != " " && name.replacing(" ", with: "_").isFieldName
        || path.map { $0.keys.count > 1 && $0.keys.allSatisfy(\.isFieldName) } ?? false
    }

    /// Whether the values are numbers with a fraction, also if they are written as texts.
    var isFraction: Bool { kind == .real || isDecimal }

    /// Whether the values identify rows.
    var isKey: Bool { !hasNulls && isUnique && kind != .real && !isMixed && !isStructure }
  }

  /// The place of the rows.
  enum Place {
    /// A table of a database, which stays unchanged.
    case database
    /// A document that the feed reads again.
    case document(StartingDocument)
    /// A table of the feed's own.
    case own(StartingStore)
  }

  /// A reference to another table, whose rows can be the groups.
  struct Grouping {
    let column: String
    let parent: String
    let title: String
    /// The name of the referenced row in texts; `nil` if no text describes it.
    let name: String?
    /// Whether some rows refer to no row.
    let hasNulls: Bool
  }

  /// A reference to another table by several columns.
  struct Composite {
    let columns: [String]
    let parent: String
    let title: String
  }

  /// The name in the store.
  let name: String
  /// The name of the source, the section and the items, if they cannot have the one in the store.
  var givenID: String?
  let columns: [Column]
  /// All rows of a text, or the first ones of a database's table.
  var rows: [[Value]]
  /// The names of the columns that identify rows.
  let key: [String]
  var place = Place.database
  /// The column of the names of the lists that have the rows, in an object of lists.
  var section: String?
  /// Whether the key is a number assigned by the store.
  var isNumbered = false
  /// The beginning of the value of `--key` for the table: `NAME=` for one of several sources.
  var keyOption = ""
  /// Notes about guesses that may be wrong, for standard error.
  var notes: [String] = []
  /// Whether the table is a view of another table, into which no line can write.
  var isView = false
  /// The columns that refer to rows of other tables.
  var referring: Set<String> = []
  /// The references by several columns, which are not groups.
  var composites: [Composite] = []
  /// The references to rows of other tables.
  var references: [Grouping] = []
  /// The groups, if a foreign key leads to a few rows of another table.
  var grouping: Grouping?

  /// The name of the source, the section and the items.
  var id: String { givenID ?? name }

  /// Returns the table with a row of the database as its first one.
  func beginning(with row: [Value]) -> StartingTable {
    var table = self
    table.rows.removeAll { $0 == row }
    table.rows.insert(row, at: 0)
    table.rows.removeLast(max(0, table.rows.count - rows.count))
    return table
  }

  /// Returns the columns that describe rows.
  ///
  /// - Parameter origins: The origin of each column in a text; empty for a database.
  /// - Returns: The columns, in the order of their names.
  static func columns(
    _ names: [String],
    of rows: [[Value]],
    from origins: [StartingRows.Origin] = []
  ) -> [Column] {
    names.enumerated().map { index, name in
      let values = rows.map { $0[index] }
      let present = values.filter { !$0.isNull }
      let texts = present.compactMap(\.string)
      let different = Set(present)
      let isAddress = !texts.isEmpty && texts.allSatisfy { $0.contains("://") }
      let isWord =
        different.count <= 8 && texts.count == present.count
        && texts.allSatisfy { $0.count <= 24 }
      let origin = origins.isEmpty ? nil : origins[index]
      let filled = present.count { $0.string != "" }
      return Column(
        name: name,
        path: origin?.path,
        isStructure: origin?.isStructure == true,
        decimals: origin?.decimals,
        isFlag: isFlag(name, present, different, origin?.isBoolean == true),
        isSparse: 2 * filled < rows.count,
        hasGaps: 10 * (rows.count - filled) > rows.count,
        isDecimal: texts.count == present.count && areDecimals(texts, name),
        kind: kind(of: present, texts, name),
        isMixed: present.contains { $0.storageClass != present[0].storageClass },
        hasNulls: present.count < values.count,
        isUnique: different.count == present.count,
        width: texts.reduce(0) { max($0, $1.count) },
        isAddress: isAddress,
        hosts: isAddress ? hosts(of: texts) : [],
        words: isWord ? Set(texts).sorted() : [],
        isConstant: rows.count > 1 && different.count == 1 && present.count == rows.count
      )
    }
  }

  /// Returns whether values are those of a flag: all are 0 or 1, and the name is one of a flag, or there are many.
  private static func isFlag(
    _ name: String,
    _ values: [Value],
    _ different: Set<Value>,
    _ isBoolean: Bool
  ) -> Bool {
    guard !isBoolean else { return true }
    guard !values.isEmpty, different.isSubset(of: [.integer(0), .integer(1)]) else { return false }
    let words = name.words
    guard let last = words.last, let first = words.first, !counts.contains(last) else {
      return false
    }
    return flags.contains(last) || flagBeginnings.contains(first)
      || different.count == 2 && values.count >= 8
  }

  private static let flagBeginnings: Set = ["is", "has", "can", "was", "should", "needs", "in"]
  private static let flags: Set = [
    "active", "enabled", "disabled", "done", "completed", "finished", "closed", "open", "paid",
    "available", "featured", "deleted", "archived", "verified", "public", "private", "published",
    "visible", "hidden", "read", "unread", "confirmed", "cancelled", "admin", "default", "flag",
  ]
  /// The last words of the names of numbers that may be 0 and 1 by chance.
  private static let counts: Set = [
    "count", "counts", "qty", "quantity", "stock", "score", "goals", "points", "level", "number",
    "n", "total", "amount", "rank", "position", "order", "left", "size",
  ]

  private static func kind(of values: [Value], _ texts: [String], _ name: String) -> Column.Kind {
    guard !values.isEmpty else { return .text }
    if values.allSatisfy({ $0.int64 != nil }) {
      let isTime = times.contains(name.words.last ?? "") && values.allSatisfy(isRecent)
      return isTime ? .seconds : .integer
    }
    if values.allSatisfy({ $0.double != nil }) { return .real }
    if texts.count == values.count, texts.allSatisfy({ $0.wholeMatch(of: day) != nil }) {
      return .date(hasTime: texts.contains { $0.count > 10 })
    }
    return .text
  }

  /// Returns whether texts are numbers, at least one of them with a fraction; versions are texts.
  private static func areDecimals(_ texts: [String], _ name: String) -> Bool {
    versions.isDisjoint(with: name.words) && texts.contains { $0.contains(".") }
      && texts.allSatisfy { $0.wholeMatch(of: /-?[0-9]+(?:\.[0-9]+)?/) != nil }
  }

  /// The words in the names of versions: 1.10 is a later one than 1.9.
  static let versions: Set = ["version", "release", "build", "revision", "rev"]

  /// The maximum number of hosts of links and pictures.
  private static let mostHosts = 4

  /// Returns the hosts of URLs, in alphabetical order; none if a text is not such a URL.
  private static func hosts(of texts: [String]) -> [String] {
    let hosts = texts.map { text in
      text.wholeMatch(of: /https:\/\/((?:[a-z0-9]+(?:-+[a-z0-9]+)*\.)+[a-z]+)\/\S*/)?.output.1
    }
    let different = Set(hosts)
    guard !different.contains(nil), different.count <= mostHosts else { return [] }
    return different.compactMap { $0.map(String.init) }.sorted()
  }

  /// The last words of the names of times.
  static let times: Set = [
    "at", "on", "time", "date", "timestamp", "ts", "created", "updated", "modified", "published",
    "due", "starts", "ends", "expires", "seen", "since", "until",
  ]

  /// Returns whether a number is a time of the years 2000 to 2100, in seconds or in a smaller unit, as formats take it.
  private static func isRecent(_ value: Value) -> Bool {
    [1, 1_000, 1_000_000, 1_000_000_000].contains { unit in
      value.int64.map { (946_684_800..<4_102_444_800).contains($0 / unit) } ?? false
    }
  }

  /// A day in ISO 8601, and possibly a time.
  private static var day: Regex<Substring> {
    /[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?/
  }

  /// The last words of the names of columns that identify rows.
  static let keys: Set = [
    "id", "key", "slug", "sku", "uuid", "guid", "code", "isbn", "ean", "symbol", "ref", "reference",
    "handle", "username", "login", "email", "number", "nr", "host", "hostname",
  ]

  /// Returns the column that identifies rows: an id, a code, or else a name that differs in each row.
  static func key(among columns: [Column]) -> String? {
    let usable = columns.filter(\.isKey)
    // The numbers of votes for yes and no differ as well.
    let hasAnswers = columns.contains { $0.name.words.last == "yes" }
    let ranks: [(Column) -> Bool] = [
      { ["id", "_id"].contains($0.name.lowercased()) },
      { $0.name.words.last == "id" },
      { $0.isReference },
      { keys.contains($0.name.words.last ?? "") },
      { ["no", "num"].contains($0.name.words.last) && !hasAnswers },
      { ["name", "title"].contains($0.name.lowercased()) && $0.width > 0 },
    ]
    return ranks.lazy.compactMap { usable.first(where: $0)?.name }.first
  }

  /// The document of the rows, if they are objects of one.
  var document: StartingDocument? {
    if case .document(let document) = place { return document }
    return nil
  }

  /// The origin of the rows, if the table is the feed's own.
  var store: StartingStore? {
    if case .own(let store) = place { return store }
    return nil
  }

  /// Whether the rows are those of a text, and not of a database.
  var isFromText: Bool { document != nil || store != nil }

  func column(_ name: String) -> Column? { columns.first { $0.name == name } }

  /// Two columns that identify rows together, if no single column does.
  var keyPair: (String, String)? {
    guard isNumbered, rows.count > 1, !columns.contains(where: \.isKey) else { return nil }
    let usable = columns.indices.filter { index in
      let column = columns[index]
      return !column.hasNulls && !column.isMixed && !column.isStructure && !column.isConstant
        && (column.kind == .text || column.kind == .integer)
    }.prefix(8)
    for (place, first) in usable.enumerated() {
      for second in usable.dropFirst(place + 1)
      where Set(rows.map { [$0[first], $0[second]] }).count == rows.count {
        return (columns[first].name, columns[second].name)
      }
    }
    return nil
  }

  /// The number of rows in words; of a database's table, only the first ones are known.
  var sampleSize: String {
    let isPart = !isFromText && rows.count == StartingDatabase.sample
    return isPart ? "at least \(rows.count)" : "\(rows.count)"
  }

  /// Returns the number of known rows, or of those of the largest group.
  func longestList(groupedBy group: String?) -> Int? {
    guard let group else { return rows.count }
    guard let index = columns.firstIndex(where: { $0.name == group }) else { return nil }
    return Dictionary(grouping: rows) { $0[index] }.values.map(\.count).max()
  }
}

extension Value {
  /// The number of SQLite's storage class.
  fileprivate var storageClass: Int {
    switch self {
    case .null: 0
    case .integer: 1
    case .real: 2
    case .text: 3
    case .blob: 4
    }
  }
}
