/// Reads keys and the mouse out of the bytes that a terminal sends.
///
/// Bytes may arrive in any pieces. A lone escape is a key if no byte follows it; the caller then
/// calls ``flush()``.
package struct KeyReader: Sendable {
  private var bytes: [UInt8] = []
  /// Longer sequences are nonsense and are dropped.
  private static let longest = 64

  package init() {}

  /// Whether something has begun that may be an escape or the start of a sequence.
  package var isWaiting: Bool { !bytes.isEmpty }

  /// Takes bytes in.
  package mutating func read(_ more: some Sequence<UInt8>) -> [WatchKey] {
    bytes += more
    var keys: [WatchKey] = []
    while let (key, length) = next() {
      bytes.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Ends the current sequence, since nothing follows for now.
  package mutating func flush() -> [WatchKey] {
    guard let first = bytes.first else { return [] }
    let isEscape = first == 0x1B && bytes.count == 1
    bytes.removeAll()
    return isEscape ? [.escape] : []
  }

  /// The first key and its length, or `nil` if it is not complete.
  private func next() -> (WatchKey?, Int)? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x1B: return sequence()
    case 0x03: return (.interrupt, 1)
    case 0x1A: return (.suspend, 1)
    case 0x0C: return (.redraw, 1)
    case 0x09: return (.tab, 1)
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0..<0x20: return (nil, 1)
    default: return character(first)
    }
  }

  private func character(_ first: UInt8) -> (WatchKey?, Int)? {
    let length = first < 0x80 ? 1 : first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard bytes.count >= length else { return nil }
    guard let text = String(validating: bytes[..<length], as: UTF8.self), let character = text.first
    else { return (nil, 1) }
    return (.character(character), length)
  }

  private func sequence() -> (WatchKey?, Int)? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["): return control()
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return nil }
      return Self.isControl(bytes[2]) ? (nil, 2) : (Self.letter(bytes[2]), 3)
    // An escape that is followed by anything else stands for itself.
    default: return (.escape, 1)
    }
  }

  private func control() -> (WatchKey?, Int)? {
    let end = bytes.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) || Self.isControl($0) }
    guard let end else { return bytes.count > Self.longest ? (nil, bytes.count) : nil }
    let final = bytes[end]
    if Self.isControl(final) { return (nil, end) }
    let parameters = bytes[2..<end]
    let length = end + 1
    if parameters.first == UInt8(ascii: "<") {
      return (mouse(parameters.dropFirst(), final), length)
    }
    let numbers = Self.numbers(parameters)
    if final == UInt8(ascii: "~") {
      switch numbers.first {
      case 1, 7: return (.home, length)
      case 4, 8: return (.end, length)
      case 5: return (.pageUp, length)
      case 6: return (.pageDown, length)
      default: return (nil, length)
      }
    }
    // Alt is part of the sequence after the key: ESC [ 1 ; 3 A.
    if numbers.count == 2, numbers[1] == 3 || numbers[1] == 4 || numbers[1] == 9 {
      switch final {
      case UInt8(ascii: "A"), UInt8(ascii: "D"): return (.moveUp, length)
      case UInt8(ascii: "B"), UInt8(ascii: "C"): return (.moveDown, length)
      default: break
      }
    }
    return (Self.letter(final), length)
  }

  /// Returns whether a byte is, or begins, a key at any place; an unfinished sequence before it is
  /// dropped.
  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  private static func letter(_ byte: UInt8) -> WatchKey? {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    default: nil
    }
  }

  private func mouse(_ parameters: ArraySlice<UInt8>, _ final: UInt8) -> WatchKey? {
    let numbers = Self.numbers(parameters)
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    let (column, line) = (numbers[1] - 1, numbers[2] - 1)
    if final == UInt8(ascii: "m") {
      return numbers[0] == 0 ? .release(line: line, column: column) : nil
    }
    guard final == UInt8(ascii: "M") else { return nil }
    switch numbers[0] {
    case 32: return .drag(line: line, column: column)
    case 0: return .click(line: line, column: column)
    case 64: return .wheelUp(line: line, column: column)
    case 65: return .wheelDown(line: line, column: column)
    default: return nil
    }
  }

  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      part.reduce(0) { sum, byte in
        (0x30...0x39).contains(byte) ? min(sum * 10 + Int(byte - 0x30), 100_000) : sum
      }
    }
  }
}
