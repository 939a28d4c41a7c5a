/// A block of RFC 1951 with the fixed codes, for pictures of large areas in one colour.
///
/// A match is with the byte before or with the line above; nothing else is tried.
struct DeflateStream {
  private(set) var bytes: [UInt8] = []
  private var bits: UInt64 = 0
  private var count = 0

  /// Writes all bytes of a picture as one block, which is the last.
  ///
  /// - Parameter width: The bytes of a line.
  mutating func write(_ input: [UInt8], width: Int) {
    append(0b011, count: 3)
    var place = 0
    while place < input.count {
      let matches = [1, width].map { (distance: $0, length: Self.match(input, place, $0)) }
      if let best = matches.max(by: { $0.length < $1.length }), best.length >= 3 {
        write(length: best.length, distance: best.distance)
        place += best.length
      } else {
        write(symbol: Int(input[place]))
        place += 1
      }
    }
    write(symbol: 256)
    append(0, count: 7)
  }

  /// Returns the length of the match at a distance, up to 258.
  private static func match(_ input: [UInt8], _ place: Int, _ distance: Int) -> Int {
    guard place >= distance else { return 0 }
    var length = 0
    while length < 258, place + length < input.count,
      input[place + length] == input[place + length - distance]
    {
      length += 1
    }
    return length
  }

  private mutating func write(length: Int, distance: Int) {
    let (code, extra, base) = Self.code(of: length - 3, last: 27, bits: 2)
    if length == 258 {
      write(symbol: 285)
    } else {
      write(symbol: 257 + code)
      append(length - 3 - base, count: extra)
    }
    let (place, more, start) = Self.code(of: distance - 1, last: 29, bits: 1)
    appendReversed(place, count: 5)
    append(distance - 1 - start, count: more)
  }

  /// Returns the code for a number, the number of its extra bits, and the first number of the code.
  ///
  /// - Parameter bits: The logarithm of the number of codes that have equally many extra bits.
  private static func code(of number: Int, last: Int, bits: Int) -> (Int, Int, Int) {
    let perStep = 1 << bits
    for code in stride(from: last, through: 2 * perStep, by: -1) {
      let extra = code / perStep - 1
      let base = (perStep + code % perStep) << extra
      if base <= number { return (code, extra, base) }
    }
    return (number, 0, number)
  }

  private mutating func write(symbol: Int) {
    switch symbol {
    case ..<144: appendReversed(0x30 + symbol, count: 8)
    case ..<256: appendReversed(0x190 + symbol - 144, count: 9)
    case ..<280: appendReversed(symbol - 256, count: 7)
    default: appendReversed(0xC0 + symbol - 280, count: 8)
    }
  }

  /// Appends a code, which begins with its highest bit.
  private mutating func appendReversed(_ code: Int, count: Int) {
    append((0..<count).reduce(0) { $0 | (code >> $1 & 1) << (count - 1 - $1) }, count: count)
  }

  private mutating func append(_ value: Int, count: Int) {
    bits |= UInt64(value) << UInt64(self.count)
    self.count += count
    while self.count >= 8 {
      bytes.append(UInt8(bits & 0xFF))
      bits >>= 8
      self.count -= 8
    }
  }
}
