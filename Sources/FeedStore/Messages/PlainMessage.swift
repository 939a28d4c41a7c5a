import FeedModel

/// The rows of a message in its usual form, parsed from its bytes.
///
/// Nearly all messages have the same form: `at`, `upsert` and `delete`, names and texts without
/// escapes, numbers of few digits. Parsing them with SQLite costs more than writing their rows.
/// Anything unusual, errors in particular, is left to SQLite's own JSON functions. So this parser
/// reports no errors, and its results equal those of SQLite.
///
/// A number of up to fifteen digits with at most four decimals is a quotient of two integers that
/// doubles represent exactly, so their quotient is the nearest double. SQLite computes the same
/// double. With the longer intermediate numbers it uses, it would have to round twice in different
/// directions. For that, ten binary digits after the double would have to be equal, but the
/// fraction of such a number has at most nine equal ones (5⁴ < 2¹⁰).
struct PlainMessage {
  /// A row to write, or the key of a row to delete.
  struct Row {
    var isDeleted = false
    var table = 0
    /// The index of the row in its list.
    var position = 0
    var buffer = RowBuffer()
  }

  /// The maximum size: longer messages are read row by row, so that they need not fit in memory.
  private static let mostBytes = 65_536
  private static let powersOfTen: [Double] = [1, 10, 100, 1000, 10_000]

  /// The number of rows that are kept for their buffers.
  private static let mostKept = 256

  /// The rows, followed by rows of earlier messages that are kept for their buffers.
  private(set) var rows: ContiguousArray<Row> = []
  private(set) var count = 0
  /// The message, followed by a zero byte, at which every read ends.
  private var bytes: ContiguousArray<UInt8> = []
  private var position = 0
  /// The table that was named last: consecutive messages mostly concern one table.
  private var table = 0
  /// The tables that the current part has named so far.
  private var namedTables: ContiguousArray<Int> = []

  /// Reads a message.
  ///
  /// - Returns: Whether the message has the usual form; if not, its rows must not be used.
  /// - Complexity: O(*b*) for *b* bytes.
  mutating func read(_ message: String, tables: ContiguousArray<TableWriter>) -> Bool {
    count = 0
    position = 0
    guard message.utf8.count <= Self.mostBytes else { return false }
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: message.utf8)
    bytes.append(0)
    guard readParts(tables) else { return false }
    skipBlanks()
    return position == bytes.count - 1
  }

  /// Releases the rows of a long message after they are written.
  mutating func shrink() {
    if rows.count > Self.mostKept { rows.removeSubrange(Self.mostKept...) }
    count = 0
  }

  private mutating func readParts(_ tables: ContiguousArray<TableWriter>) -> Bool {
    var (hasUpsert, hasDelete, hasTime) = (false, false, false)
    return readMembers { message, name in
      if message.bytes[name.lowerBound] == UInt8(ascii: "u") {
        guard message.holds(Self.upsert, at: name), !hasUpsert else { return false }
        hasUpsert = true
        return message.readTables(tables, isDeleted: false)
      }
      if message.holds(Self.at, at: name), !hasTime {
        hasTime = true
        return message.scalar() != nil
      }
      guard message.holds(Self.delete, at: name), !hasDelete else { return false }
      hasDelete = true
      return message.readTables(tables, isDeleted: true)
    }
  }

  private mutating func readTables(
    _ tables: ContiguousArray<TableWriter>,
    isDeleted: Bool
  ) -> Bool {
    namedTables.removeAll(keepingCapacity: true)
    return readMembers { message, name in
      guard let table = message.table(at: name, tables) else { return false }
      // A repeated table is an error, which the slower reader reports.
      guard !message.namedTables.contains(table) else { return false }
      message.namedTables.append(table)
      message.table = table
      var position = 0
      return message.readList { message in
        let place = message.openRow(isDeleted: isDeleted, position: position)
        position += 1
        guard isDeleted else { return message.readFields(tables[table], of: place) }
        guard let value = message.scalar() else { return false }
        message.rows[place].buffer.append(value)
        return true
      }
    }
  }

  private mutating func readFields(_ table: TableWriter, of row: Int) -> Bool {
    var last: Int?
    let isRead = readMembers { message, name in
      let column = table.columnIndex(after: last) { message.holds($0, at: name) }
      guard let column, let value = message.scalar() else { return false }
      last = column
      return message.rows[row].buffer.insert(value, column: column)
    }
    return isRead && last != nil
  }

  private mutating func openRow(isDeleted: Bool, position: Int) -> Int {
    if count == rows.count { rows.append(Row()) }
    rows[count].isDeleted = isDeleted
    rows[count].table = table
    rows[count].position = position
    rows[count].buffer.clear()
    rows[count].buffer.begin()
    count += 1
    return count - 1
  }

  private func table(
    at name: Range<Int>,
    _ tables: ContiguousArray<TableWriter>
  ) -> Int? {
    if table < tables.count, holds(tables[table].nameBytes, at: name) { return table }
    return tables.firstIndex { holds($0.nameBytes, at: name) }
  }

  // MARK: JSON

  private static let upsert = ContiguousArray("upsert".utf8)
  private static let delete = ContiguousArray("delete".utf8)
  private static let at = ContiguousArray("at".utf8)

  /// Returns whether a range contains the given bytes.
  private func holds(_ name: ContiguousArray<UInt8>, at range: Range<Int>) -> Bool {
    guard name.count == range.count else { return false }
    for index in name.indices where name[index] != bytes[range.lowerBound + index] { return false }
    return true
  }

  private mutating func skipBlanks() {
    while bytes[position] <= 0x20, Self.isBlank(bytes[position]) { position += 1 }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Reads an object; a body reads each member after its name.
  private mutating func readMembers(
    _ body: (inout PlainMessage, Range<Int>) -> Bool
  ) -> Bool {
    guard take("{") else { return false }
    if take("}") { return true }
    repeat {
      guard let name = string(), take(":"), body(&self, name) else { return false }
    } while take(",")
    return take("}")
  }

  /// Reads a list; a body reads each element.
  private mutating func readList(_ body: (inout PlainMessage) -> Bool) -> Bool {
    guard take("[") else { return false }
    if take("]") { return true }
    repeat {
      guard body(&self) else { return false }
    } while take(",")
    return take("]")
  }

  /// Reads a text, and returns the range between its quotes.
  private mutating func string() -> Range<Int>? {
    guard take("\"") else { return nil }
    let start = position
    while bytes[position] != UInt8(ascii: "\"") {
      guard bytes[position] >= 0x20, bytes[position] != UInt8(ascii: "\\") else { return nil }
      position += 1
    }
    position += 1
    return start..<(position - 1)
  }

  private mutating func scalar() -> Value? {
    skipBlanks()
    switch bytes[position] {
    case UInt8(ascii: "\""):
      return string().map { .text(Text(String(decoding: bytes[$0], as: UTF8.self))) }
    case UInt8(ascii: "t"): return word(Self.isTrue) ? .integer(1) : nil
    case UInt8(ascii: "f"): return word(Self.isFalse) ? .integer(0) : nil
    case UInt8(ascii: "n"): return word(Self.null) ? .null : nil
    default: return number()
    }
  }

  private static let isTrue = ContiguousArray("true".utf8)
  private static let isFalse = ContiguousArray("false".utf8)
  private static let null = ContiguousArray("null".utf8)

  private mutating func word(_ word: ContiguousArray<UInt8>) -> Bool {
    let end = position + word.count
    guard end < bytes.count, holds(word, at: position..<end) else { return false }
    position = end
    return true
  }

  private mutating func number() -> Value? {
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var digits: Int64 = 0
    let start = position
    let hasLeadingZero = bytes[position] == UInt8(ascii: "0")
    takeDigits(&digits)
    var length = position - start
    guard length > 0, length <= 15, length == 1 || !hasLeadingZero else { return nil }
    var decimals = 0
    if bytes[position] == UInt8(ascii: ".") {
      position += 1
      let start = position
      takeDigits(&digits)
      decimals = position - start
      length += decimals
      guard decimals > 0, decimals <= 4, length <= 15 else { return nil }
    }
    // A comma or a bracket follows, or the message does not have the usual form. Negative zero is
    // left to SQLite.
    guard !isNegative || digits != 0 else { return nil }
    if isNegative { digits = -digits }
    return decimals == 0
      ? .integer(digits) : .real(Double(digits) / Self.powersOfTen[decimals])
  }

  /// Reads the digits at the position; of more than fifteen, only the number is valid.
  private mutating func takeDigits(_ value: inout Int64) {
    while case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
      value = value &* 10 &+ Int64(digit)
      position += 1
    }
  }
}
