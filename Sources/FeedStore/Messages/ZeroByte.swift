import Foundation

/// A zero byte in a JSON text, or its escape.
///
/// SQLite's JSON functions end a text at either, and would store only the text before it.
package struct ZeroByte: CustomStringConvertible {
  /// The position, in bytes.
  package let offset: Int
  private let isEscaped: Bool

  /// Finds the first zero byte in a text, if there is one.
  ///
  /// - Complexity: O(*length*).
  package init?(in json: String) {
    var copy = json
    let found = copy.withUTF8 { bytes -> (offset: Int, isEscaped: Bool)? in
      if let offset = unsafe bytes.offset(of: 0, from: 0) { return (offset, false) }
      var start = 0
      while let offset = unsafe bytes.offset(of: UInt8(ascii: "\\"), from: start) {
        if unsafe bytes[(offset + 1)...].prefix(5).elementsEqual("u0000".utf8) {
          return (offset, true)
        }
        // An escaped character, even a backslash, does not begin another escape.
        start = offset + 2
      }
      return nil
    }
    guard let found else { return nil }
    (offset, isEscaped) = found
  }

  /// A description with the position.
  package var description: String {
    isEscaped ? "'\\u0000', a zero byte, at byte \(offset + 1)" : "a zero byte"
  }

  /// A suggested remedy.
  package var hint: String {
    isEscaped
      ? "a text ends at a zero byte: leave it out, or write another character"
      : "a message is one line of JSON text"
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func offset(of byte: UInt8, from start: Int) -> Int? {
    guard let base = baseAddress, start < count,
      let found = unsafe memchr(base + start, Int32(byte), count - start)
    else { return nil }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
