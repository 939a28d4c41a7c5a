import CSQLite
import FeedSnapshots

/// One node of a message, as SQLite's `json_tree` yields it.
///
/// Valid until the statement moves on.
@safe
struct MessageNode {
  enum Kind { case null, boolean, integer, real, text, array, object }

  private let statement: Statement

  init(in statement: Statement) { self.statement = statement }

  var id: Int64 { statement.integer(at: 3) }

  /// The id of the object or list that holds the node; of the whole message there is none.
  var parent: Int64? { statement.isNull(at: 4) ? nil : statement.integer(at: 4) }

  /// The kind, told by the first letters of the word that SQLite has for it.
  var kind: Kind {
    guard let word = unsafe sqlite3_column_text(statement.handle, 1) else { return .null }
    switch unsafe word[0] {
    case UInt8(ascii: "i"): return .integer
    case UInt8(ascii: "r"): return .real
    case UInt8(ascii: "o"): return .object
    case UInt8(ascii: "a"): return .array
    case UInt8(ascii: "f"): return .boolean
    case UInt8(ascii: "t"): return unsafe word[1] == UInt8(ascii: "e") ? .text : .boolean
    default: return .null
    }
  }

  /// Whether the node's key has these bytes.
  func hasKey(_ bytes: ContiguousArray<UInt8>) -> Bool {
    guard let start = unsafe sqlite3_column_text(statement.handle, 0) else { return false }
    let count = Int(unsafe sqlite3_column_bytes(statement.handle, 0))
    guard count == bytes.count else { return false }
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < count {
        guard unsafe start[index] == bytes[index] else { return false }
        index += 1
      }
      return true
    }
  }

  /// The key as a string: a name, or the place in a list.
  var key: String { statement.text(at: 0) }

  /// The text of a text.
  var text: String { statement.text(at: 2) }

  /// The value of a scalar; true and false are 1 and 0.
  ///
  /// - Parameter place: Says where the value stands, for messages.
  /// - Returns: The value.
  /// - Throws: ``StoreError`` for objects, lists, and numbers that do not fit.
  func scalar(at place: @autoclosure () -> String) throws -> Value {
    switch kind {
    case .null: return .null
    case .text: return .text(Text(text))
    case .boolean: return .integer(statement.integer(at: 2))
    case .integer:
      guard unsafe sqlite3_column_type(statement.handle, 2) == SQLITE_INTEGER else {
        throw StoreError(
          .outOfRange,
          "the integer at \(place()) does not fit into 64 bits",
          hint: "write it as a text, or with a decimal point if it need not be exact"
        )
      }
      return .integer(statement.integer(at: 2))
    case .real:
      let value = statement.real(at: 2)
      guard value.isFinite else {
        throw StoreError(
          .outOfRange,
          "the number at \(place()) is larger than any that can be stored",
          hint: "the largest is about 1.8e308"
        )
      }
      return .real(value)
    case .array, .object:
      throw StoreError(
        .invalidValue,
        "the value at \(place()) is \(kind == .array ? "a list" : "an object")",
        hint: "a column holds a text, a number, true, false or null"
      )
    }
  }
}
