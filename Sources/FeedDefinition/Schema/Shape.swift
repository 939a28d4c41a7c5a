/// What a value of a feed file may look like, as messages and the JSON Schema say it.
struct Shape: Sendable {
  /// What a value is called in messages.
  let noun: String
  let schema: @Sendable () -> JSONText
  /// Whether a node is of the kind that is asked for, whatever it holds.
  let takes: @Sendable (YAMLNode) -> Bool
  /// The maps with declared keys that a value may hold directly; they may hold each other.
  var objects: @Sendable () -> [any ObjectShape] = { [] }
  /// How many values a list has, if that is fixed.
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

  /// The keys by which a map is told from others that may stand in its place.
  var discriminators: [String] {
    objects().flatMap(\.rules).flatMap { $0.kind == .toldBy ? $0.keys : [] }
  }
}

extension YAMLNode {
  /// What the node is called in messages.
  var noun: String {
    switch kind {
    case .list: "a list"
    case .map: "a map"
    case .scalar(let text, let style):
      style == .plain ? YAMLScalar(plain: text).noun : "a text"
    }
  }
}
