import Foundation

/// What the name of a fixture begins with: the name of its file, and its first line as a number.
///
/// A file that is moved or grows keeps its mark, one that begins otherwise is another file; which of
/// several with one mark it is, ``FixtureHistory`` finds out. Lines with nothing
/// but brackets in them, as a JSON array begins with when it is written for the eye, are not enough
/// to tell one file from another: the first line that says something counts, with all before it.
struct FixtureMark: CustomStringConvertible {
  private let name: String
  private let hash: UInt64

  /// The bytes of a file that are looked at, at the most.
  static let reach = 1 << 16

  /// - Parameters:
  ///   - name: The name of the file, without its directories.
  ///   - start: What the file begins with: ``reach`` bytes, or all that it has.
  init(name: String, start: some Collection<UInt8>) {
    self.name = name
    hash = Self.hash(start)
  }

  private static func hash(_ start: some Collection<UInt8>) -> UInt64 {
    var hash = basis
    var says = false
    for byte in start {
      if byte == UInt8(ascii: "\n") {
        if says { break }
        continue
      }
      // As the end of a line, it would tell a last line from the same one with others behind.
      if byte == UInt8(ascii: "\r") { continue }
      says = says || !silent.contains(byte)
      hash = (hash ^ UInt64(byte)) &* prime
    }
    return hash
  }

  var description: String { "\(name)#\(Self.digits(hash))" }

  /// A place as a number: what tells new files of one mark apart.
  static func digits(of place: String) -> String { digits(hash(place.utf8)) }

  private static func digits(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static let silent = Set(" \t[{\u{FEFF}".utf8)
  // FNV-1a of 64 bits (Fowler, Noll and Vo), the same on every machine.
  private static let basis: UInt64 = 0xCBF2_9CE4_8422_2325
  private static let prime: UInt64 = 0x100_0000_01B3
}
