/// What the keys of a map must keep to among each other.
struct KeyRule: Sendable {
  enum Kind: Equatable, Sendable {
    /// Any of the keys tells the map from others that may stand in its place.
    case toldBy
    /// One of the keys must stand, and no other of them.
    case exactlyOne
    /// One of the keys must stand, or several.
    case anyOf
    /// The two keys exclude each other.
    case excludes
    /// The first key has no meaning without the second.
    case requires
    /// The map has so many keys at least, for example so.
    case least(Int, example: String)
    /// The second width, or what the length is called, is no smaller than the first.
    case ordered(String)
  }

  let kind: Kind
  let keys: [String]

  private init<Root>(_ kind: Kind, _ keys: [FieldKey<Root>]) {
    self.kind = kind
    self.keys = keys.map(\.name)
  }

  static func toldBy<Root>(_ keys: FieldKey<Root>...) -> KeyRule { KeyRule(.toldBy, keys) }

  static func exactlyOne<Root>(_ keys: FieldKey<Root>...) -> KeyRule { KeyRule(.exactlyOne, keys) }

  static func anyOf<Root>(_ keys: FieldKey<Root>...) -> KeyRule { KeyRule(.anyOf, keys) }

  static func excludes<Root>(_ key: FieldKey<Root>, _ other: FieldKey<Root>) -> KeyRule {
    KeyRule(.excludes, [key, other])
  }

  static func requires<Root>(_ key: FieldKey<Root>, _ needed: FieldKey<Root>) -> KeyRule {
    KeyRule(.requires, [key, needed])
  }

  static func ordered<Root>(
    _ length: String,
    _ least: FieldKey<Root>,
    _ most: FieldKey<Root>
  ) -> KeyRule {
    KeyRule(.ordered(length), [least, most])
  }

  static func least(_ count: Int, example: String) -> KeyRule {
    KeyRule(.least(count, example: example), [FieldKey<Void>]())
  }
}
