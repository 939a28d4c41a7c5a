/// A rule that the keys of a map must follow.
struct KeyRule: Sendable {
  enum Kind: Equatable, Sendable {
    /// Each of the keys distinguishes the map from the other forms that its place allows.
    case toldBy
    /// The map has exactly one of the keys.
    case exactlyOne
    /// The map has at least one of the keys.
    case anyOf
    /// The two keys exclude each other.
    case excludes
    /// The first key has no meaning without the second.
    case requires
    /// The first key has no meaning without one of the others.
    case needsOne
    /// The map has at least the given number of keys.
    case least(Int, example: String)
    /// The second key, a length with the given name, is not less than the first.
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

  static func needsOne<Root>(_ key: FieldKey<Root>, of others: FieldKey<Root>...) -> KeyRule {
    KeyRule(.needsOne, [key] + others)
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
