import Foundation

/// The beginning of the name of a fixture: the file name, and a hash of its first line.
///
/// A file that is moved or grows keeps its mark; one with another beginning is another file. If
/// several files have the same mark, ``FixtureHistory`` distinguishes them. Lines that contain only
/// brackets, such as the first lines of a formatted JSON array, do not identify a file: the hash
/// covers all lines up to the first one with content.
struct FixtureMark: CustomStringConvertible {
  private let name: String
  private let hash: UInt64

  /// The maximum number of bytes that are read of a file.
  static let reach = 1 << 16

  /// - Parameters:
  ///   - name: The name of the file, without its directories.
  ///   - start: The beginning of the file: ``reach`` bytes, or the whole file.
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
      // Ignored, so that a last line has the same hash with and without a line ending.
      if byte == UInt8(ascii: "\r") { continue }
      says = says || !silent.contains(byte)
      hash = (hash ^ UInt64(byte)) &* prime
    }
    return hash
  }

  var description: String { "\(name)#\(Self.digits(hash))" }

  /// Returns the hash of a path, to distinguish new files with the same mark.
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
