import FeedModel

/// A hash of everything that a client shows: sections and items in order, with their contents.
///
/// <doc:Checksums> defines the computation. The written form is 16 hexadecimal digits.
public struct Checksum: Hashable, Sendable {
  /// The 64-bit hash.
  public let value: UInt64

  /// Creates a checksum from a hash.
  ///
  /// - Parameter value: The 64-bit hash.
  public init(_ value: UInt64) { self.value = value }

  /// Returns the revision of layouts and actions for their description in JSON.
  package static func revision(of json: [UInt8]) -> String {
    var hash = FNV1a()
    hash.add(bytes: json[...])
    return Checksum(hash.value).description
  }

  /// Computes the checksum of sections.
  ///
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
  /// The checksum as 16 lower-case hexadecimal digits.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Parses a checksum, or returns `nil`.
  ///
  /// - Parameter text: The text, which must be 16 hexadecimal digits.
  public init?(_ text: String) {
    guard text.utf8.count == 16, let value = UInt64(text, radix: 16), text.utf8.first != 0x2B
    else { return nil }
    self.value = value
  }
}

// The hashes of the parts. `Checksums.md` describes the computation, and a client in Python implements it.
extension Checksum {
  /// Returns the hash of an item.
  static func hash(of look: WireLook, id: String) -> UInt64 {
    var hash = FNV1a()
    hash.add(id)
    for key in WireLook.Key.texts { hash.add(look[text: key]) }
    for flag in look.flags { hash.add(flag) }
    hash.add(0xFE)
    // Use a sum, because the members of an object have no order.
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
      // Hash the double, because every language reads JSON numbers as doubles.
      hash.add(UInt8(ascii: "n"))
      hash.add(bytes: (field.value.double ?? 0).bitPattern)
    case .null, .blob: break
    }
    return hash.value
  }

  /// Returns the hash of a section's header.
  static func hash(of header: WireHeader, id: String) -> UInt64 {
    var hash = FNV1a()
    hash.add(id)
    hash.add(header.title)
    hash.add(header.isPinned ? "pin" : "")
    hash.add(header.layout)
    return hash.value
  }

  /// Returns the hash of a section: its header, then its items.
  static func hash(ofItems items: some Sequence<UInt64>, header: UInt64) -> UInt64 {
    var hash = FNV1a()
    hash.add(word: header)
    for item in items { hash.add(word: item) }
    return hash.value
  }
}
