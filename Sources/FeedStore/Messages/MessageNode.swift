import CSQLite
import FeedModel

/// One node of a message, as SQLite's `json_tree` yields it.
///
/// Valid until the next step of the statement.
@safe
struct MessageNode {
  enum Kind { case null, boolean, integer, real, text, array, object }

  /// The statement's pointer, since reference counting would cost more than reading.
  private let row: OpaquePointer

  init(in statement: Statement) { unsafe row = statement.handle }

  /// The id of the object or list that contains the node; `nil` for the whole message.
  var parent: Int64? {
    let parent = unsafe sqlite3_column_int64(row, 3)
    // Zero is the id of the whole message, or NULL.
    guard parent == 0, unsafe sqlite3_column_type(row, 3) == SQLITE_NULL else { return parent }
    return nil
  }

  /// The kind, determined by the first letters of SQLite's word for it.
  var kind: Kind {
    guard let word = unsafe sqlite3_column_text(row, 1) else { return .null }
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

  /// Returns whether the node's key has these bytes.
  func hasKey(_ bytes: ContiguousArray<UInt8>) -> Bool {
    guard let start = unsafe sqlite3_column_text(row, 0) else { return false }
    let count = Int(unsafe sqlite3_column_bytes(row, 0))
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

  /// The key as a string: a name, or the index in a list.
  var key: String { text(at: 0) }

  /// The content of a text.
  var text: String { text(at: 2) }

  private func text(at column: Int32) -> String {
    guard let start = unsafe sqlite3_column_text(row, column) else { return "" }
    let count = Int(unsafe sqlite3_column_bytes(row, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Returns the value of a scalar; true and false are 1 and 0.
  ///
  /// - Throws: ``StoreError`` for objects, lists, and numbers out of range.
  func scalar(at place: @autoclosure () -> String) throws -> Value {
    // The storage class usually determines the value; the kind is read only if it does not.
    switch unsafe sqlite3_column_type(row, 2) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(row, 2))
    case SQLITE_TEXT: return .text(Text(text))
    case SQLITE_FLOAT:
      let value = unsafe sqlite3_column_double(row, 2)
      try StoreError.checkRange(value, isInteger: kind == .integer, at: place())
      return .real(value)
    default:
      let kind = kind
      guard kind != .null else { return .null }
      throw StoreError(
        .invalidValue,
        "the value at \(place()) is \(kind == .array ? "a list" : "an object")",
        hint: "a column holds a text, a number, true, false or null"
      )
    }
  }
}
