import FeedModel

/// A hash of all that a client holds: sections and items in their order, with all that they say.
///
/// How it is computed stands in <doc:Checksums>; written, it is 16 hexadecimal digits.
public struct Checksum: Hashable, Sendable {
  /// The number.
  public let value: UInt64

  /// Wraps a number.
  ///
  /// - Parameter value: The number.
  public init(_ value: UInt64) { self.value = value }

  /// Computes the checksum of sections.
  ///
  /// - Parameter sections: The sections of a view, in order.
  /// - Complexity: O(*n*) for *n* items.
  public init(of sections: some Sequence<WireSection>) {
    var hash = FNV1a()
    for section in sections {
      let items = section.items.lazy.map { Self.hash(of: $0.look, id: $0.id) }
      hash.add(
        word: Self.hash(ofItems: items, header: Self.hash(of: section.header, id: section.id))
      )
    }
    value = hash.value
  }
}

extension Checksum: LosslessStringConvertible {
  /// Sixteen hexadecimal digits, of which letters are small.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Reads a checksum.
  ///
  /// - Parameter text: Sixteen hexadecimal digits; anything else makes it `nil`.
  public init?(_ text: String) {
    guard text.utf8.count == 16, let value = UInt64(text, radix: 16), text.utf8.first != 0x2B
    else { return nil }
    self.value = value
  }
}

// What each part is hashed to. `Checksums.md` says the same in words, and a client in Python computes it.
extension Checksum {
  /// What an item says.
  static func hash(of look: WireLook, id: String) -> UInt64 {
    var hash = FNV1a()
    hash.add(id)
    for key in WireLook.Key.texts { hash.add(look[text: key]) }
    for flag in look.flags { hash.add(flag) }
    hash.add(0xFE)
    // A sum, since the members of an object have no order.
    hash.add(bytes: look.fields.reduce(into: 0) { $0 &+= self.hash(of: $1) })
    return hash.value
  }

  private static func hash(of field: WireLook.Field) -> UInt64 {
    var hash = FNV1a()
    hash.add(field.name)
    switch field.value {
    case .text(let text):
      hash.add(UInt8(ascii: "s"))
      hash.add(bytes: text.string)
    case .integer, .real:
      // As the double that every language reads a number of JSON as.
      hash.add(UInt8(ascii: "n"))
      hash.add(bytes: (field.value.double ?? 0).bitPattern)
    case .null, .blob: break
    }
    return hash.value
  }

  /// What a section shows about itself.
  static func hash(of header: WireHeader, id: String) -> UInt64 {
    var hash = FNV1a()
    hash.add(id)
    hash.add(header.title)
    hash.add(header.isPinned ? "pin" : "")
    hash.add(header.layout)
    return hash.value
  }

  /// A section: its header, then its items.
  static func hash(ofItems items: some Sequence<UInt64>, header: UInt64) -> UInt64 {
    var hash = FNV1a()
    hash.add(word: header)
    for item in items { hash.add(word: item) }
    return hash.value
  }
}
