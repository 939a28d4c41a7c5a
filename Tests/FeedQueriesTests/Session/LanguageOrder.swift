import CSQLite

@testable import FeedStore

/// A collation that only one program registers.
enum LanguageOrder {
  /// Registers the collation `language`, which orders capitals next to small letters.
  static func declare(to writer: Writer) {
    unsafe sqlite3_create_collation_v2(
      writer.connection.handle,
      "language",
      SQLITE_UTF8,
      nil,
      { _, leftCount, left, rightCount, right in
        let left = unsafe LanguageOrder.text(left, leftCount)
        let right = unsafe LanguageOrder.text(right, rightCount)
        return left < right ? -1 : left == right ? 0 : 1
      },
      nil
    )
  }

  private static func text(_ start: UnsafeRawPointer?, _ count: Int32) -> String {
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
    return unsafe String(decoding: bytes, as: UTF8.self).lowercased()
  }
}
