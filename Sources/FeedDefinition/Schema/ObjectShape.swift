/// A map with declared keys, as messages and the JSON Schema need it.
protocol ObjectShape: Sendable {
  /// What it is called in the JSON Schema, and in messages behind "a" or "an".
  var name: String { get }
  var noun: String { get }
  var doc: String { get }
  /// The keys, in the order in which messages and the schema list them.
  var fields: [FieldShape] { get }
  /// What other keys hold, if there may be others.
  var otherShape: Shape? { get }
  var rules: [KeyRule] { get }
}

/// A declared key.
struct FieldShape: Sendable {
  let name: String
  let shape: Shape
  let isRequired: Bool
  let doc: String
}

extension ObjectShape {
  /// The keys by which it is told from others that may stand in its place.
  var discriminators: [String] { rules.flatMap { $0.kind == .toldBy ? $0.keys : [] } }
}

/// The shape of a map with the keys of one set, and how such a map is read.
final class KeyedShape<Keys: KeySet>: ObjectShape {
  let name: String
  let noun: String
  let keys = Keys()
  let fields: [FieldShape]
  let rules: [KeyRule]
  /// What the keys are put into; all that it makes up, a required key replaces.
  private let blank: Keys.Root
  private let fieldKeys: [FieldKey<Keys.Root>]
  private let others: OtherKeys<Keys.Root>?

  var doc: String { Keys.doc }
  var otherShape: Shape? { others?.shape }

  init(_ name: String, _ noun: String, blank: Keys.Root) {
    self.blank = blank
    self.name = name
    self.noun = noun
    var found: [FieldKey<Keys.Root>] = []
    var others: OtherKeys<Keys.Root>?
    var rules: [KeyRule] = []
    func collect(_ group: any KeyGroup) {
      for (label, property) in Mirror(reflecting: group).children {
        switch property {
        case let key as FieldKey<Keys.Root>: found.append(key)
        case let rest as OtherKeys<Keys.Root>: others = rest
        case let group as any KeyGroup: collect(group)
        default: preconditionFailure("'\(label ?? "?")' is no key of \(noun)")
        }
      }
      rules += group.rules
    }
    collect(keys)
    fieldKeys = found
    fields = found.map(\.field)
    self.others = others
    self.rules = rules
  }

  /// Reads a map whose shape has been checked, its keys in the order of their declaration.
  func read(_ node: YAMLNode) throws(Malformed) -> Keys.Root {
    var root = blank
    for key in fieldKeys {
      if let entry = node.entry(key.name) {
        try key.put(entry.value, &root)
      } else if key.isRequired {
        throw Malformed(position: node.position)
      }
    }
    guard let others else { return root }
    for entry in node.entries ?? [] where !fields.contains(where: { $0.name == entry.key }) {
      try others.put(entry, &root)
    }
    return root
  }
}
