/// The character of a cell in four bytes: a scalar, or a place in the grid's list of longer characters.
///
/// Each copy of a Swift `Character` counts references, and a page writes and reads every one of its
/// cells. Most characters are a single scalar; the others are kept once and named by their place.
struct Glyph: Hashable, Sendable {
  /// The scalar's value, or a place in the list above all of them.
  private let value: UInt32

  private static let scalars: UInt32 = 0x11_0000

  static let space = Glyph(" ")

  init(_ scalar: Unicode.Scalar) { value = scalar.value }

  /// Names a character of several scalars by its place in the grid's list.
  init(place: Int) { value = Self.scalars + UInt32(place) }

  /// The place of a character of several scalars, or `nil` for a single scalar.
  var place: Int? { value < Self.scalars ? nil : Int(value - Self.scalars) }

  /// Whether the glyph refers to a list of the grid.
  var isReference: Bool { value >= Self.scalars }

  /// The scalar, or `nil` if the character has several.
  var scalar: Unicode.Scalar? { Unicode.Scalar(value) }

  /// Adds the UTF-8 of a single scalar to some bytes.
  func write(to bytes: inout [UInt8]) {
    if value < 0x80 { return bytes.append(UInt8(truncatingIfNeeded: value)) }
    if value < 0x800 {
      bytes.append(0xC0 | UInt8(truncatingIfNeeded: value >> 6))
    } else {
      if value < 0x1_0000 {
        bytes.append(0xE0 | UInt8(truncatingIfNeeded: value >> 12))
      } else {
        bytes.append(0xF0 | UInt8(truncatingIfNeeded: value >> 18))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: value >> 12) & 0x3F)
      }
      bytes.append(0x80 | UInt8(truncatingIfNeeded: value >> 6) & 0x3F)
    }
    bytes.append(0x80 | UInt8(truncatingIfNeeded: value) & 0x3F)
  }
}
