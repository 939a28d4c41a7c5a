import CEpoll
import Glibc

/// Finds the versions in a stream of bytes: the number behind a text such as `"to":`.
///
/// Reads may end anywhere, so what it has seen of a text or a number is kept for the next one.
struct VersionScanner {
  /// The text and the version that it has seen so far; most of the time it is in the middle of nothing.
  private var matched = 0
  private var number = 0

  /// Looks at the next bytes.
  ///
  /// - Parameter bytes: The bytes.
  mutating func scan(
    _ bytes: UnsafeRawBufferPointer,
    for text: [UInt8],
    found: (Int) -> Void
  ) {
    var index = 0
    while index < bytes.count {
      if matched == 0 {
        guard
          let start = bytes.baseAddress,
          let place = memmem(start + index, bytes.count - index, text, text.count)
        else {
          // Most of a text at the end needs care, all else has been looked at.
          index = max(index, bytes.count - text.count + 1)
          while index < bytes.count, !isStart(of: text, bytes[index...]) { index += 1 }
          matched = bytes.count - index
          return
        }
        index = UnsafeRawPointer(place) - start + text.count
        matched = text.count
      } else if matched < text.count {
        if bytes[index] == text[matched] {
          matched += 1
          index += 1
        } else {
          matched = 0
        }
      } else if (0x30...0x39).contains(bytes[index]) {
        number = number * 10 + Int(bytes[index] - 0x30)
        index += 1
      } else {
        found(number)
        matched = 0
        number = 0
      }
    }
  }

  private func isStart(of text: [UInt8], _ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    zip(bytes, text).allSatisfy { $0 == $1 }
  }
}
