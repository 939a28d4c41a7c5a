import FeedModel

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

  /// Reads a map, its keys in the order of their declaration.
  func read(_ node: YAMLNode, as subject: String, _ problems: ProblemCollector) -> Keys.Root? {
    guard let entries = node.entries else {
      return problems.wrongType(node, "a map", as: subject)
    }
    var root = blank
    for entry in entries where !fields.contains(where: { $0.name == entry.key }) {
      if let others {
        others.put(entry, problems, &root)
      } else {
        problems.error(
          "unknown-key",
          "\(noun) has no key '\(entry.key)'",
          hint: Suggestion.hint(for: entry.key, among: self.fields.map(\.name), called: "keys"),
          at: entry.keyPosition
        )
      }
    }
    for key in fieldKeys {
      if let entry = node.entry(key.name) {
        key.put(entry.value, problems, &root)
      } else if key.isRequired {
        problems.error(
          "missing-key",
          "\(noun) needs a key '\(key.name)'",
          hint: key.doc.asHint,
          at: node.position
        )
      }
    }
    for rule in rules { rule.check(node, entries, noun, problems) }
    return root
  }
}

extension String {
  /// A description of a key, as a hint.
  fileprivate var asHint: String? {
    guard let first else { return nil }
    let rest = last == "." ? dropFirst().dropLast() : dropFirst()
    return first.lowercased() + rest
  }
}
