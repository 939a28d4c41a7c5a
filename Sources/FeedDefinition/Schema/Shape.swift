/// The shape of a value of a feed file, for messages and the JSON Schema.
struct Shape: Sendable {
  /// The name of a value in messages.
  let noun: String
  let schema: @Sendable () -> JSONText
  /// Returns whether a node is of the required kind, whatever its content is.
  let takes: @Sendable (YAMLNode) -> Bool
  /// The maps with declared keys that a value may hold directly; they may hold each other.
  var objects: @Sendable () -> [any ObjectShape] = { [] }
  /// The number of values of a list, if it is fixed.
  var length: Int?
  var isText = false

  init(
    _ noun: String,
    _ schema: @autoclosure @escaping @Sendable () -> JSONText,
    takes: @escaping @Sendable (YAMLNode) -> Bool
  ) {
    self.noun = noun
    self.schema = schema
    self.takes = takes
  }

  /// Describes a list or a map of such values.
  init(
    _ noun: String,
    of inner: [Shape],
    _ schema: @autoclosure @escaping @Sendable () -> JSONText,
    takes: @escaping @Sendable (YAMLNode) -> Bool
  ) {
    self.init(noun, schema(), takes: takes)
    objects = { inner.flatMap { $0.objects() } }
  }

  /// The keys that distinguish a map from the other forms that its place allows.
  var discriminators: [String] {
    objects().flatMap(\.rules).flatMap { $0.kind == .toldBy ? $0.keys : [] }
  }
}
