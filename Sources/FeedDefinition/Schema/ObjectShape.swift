import FeedModel

/// A map with declared keys, for messages and the JSON Schema.
protocol ObjectShape: Sendable {
  /// The name in the JSON Schema, and in messages after "a" or "an".
  var name: String { get }
  var noun: String { get }
  var doc: String { get }
  /// The keys, in the order in which messages and the schema list them.
  var fields: [FieldShape] { get }
  /// The shape of the values of other keys, if other keys are allowed.
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

/// The shape of a map with the keys of one set, and its reader.
final class KeyedShape<Keys: KeySet>: ObjectShape {
  let name: String
  let noun: String
  let keys = Keys()
  let fields: [FieldShape]
  let rules: [KeyRule]
  /// The value before any key is read; required keys replace its placeholders.
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
        default: preconditionFailure("'\(label ?? "?")' is not a key of \(noun)")
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

  /// Reads a map; its keys are read in the order of their declaration.
  ///
  /// - Parameter start: The value before any key is read; by default `blank`.
  func read(
    _ node: YAMLNode,
    from start: Keys.Root? = nil,
    as subject: String,
    _ problems: ProblemCollector
  ) -> Keys.Root? {
    let node = correcting(node, problems)
    guard let entries = node.entries else {
      return problems.wrongType(node, "a map", as: subject)
    }
    var root = start ?? blank
    if let others {
      for entry in entries where !isKnown(entry.key) { others.put(entry, problems, &root) }
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

  /// Reports unknown keys, and returns the map with the nearest missing keys in their places.
  ///
  /// A misspelt key is one error then, and its value is checked like that of the right key.
  func correcting(_ node: YAMLNode, _ problems: ProblemCollector) -> YAMLNode {
    guard others == nil, let entries = node.entries,
      entries.contains(where: { !isKnown($0.key) })
    else { return node }
    let names = fields.map(\.name)
    var missing = names.filter { node.entry($0) == nil }
    let corrected = entries.map { entry in
      if isKnown(entry.key) { return entry }
      problems.error(
        "unknown-key",
        "\(noun) has no key '\(entry.key)'",
        hint: Suggestion.hint(for: entry.key, among: names, called: "keys"),
        at: entry.keyPosition
      )
      guard let near = entry.key.nearest(among: missing) else { return entry }
      missing.removeAll { $0 == near }
      return YAMLNode.Entry(key: near, keyPosition: entry.keyPosition, value: entry.value)
    }
    return YAMLNode(.map(corrected), at: node.position)
  }

  private func isKnown(_ key: String) -> Bool { fields.contains { $0.name == key } }
}

extension String {
  /// A description of a key, as a hint.
  fileprivate var asHint: String? {
    guard let first else { return nil }
    let rest = last == "." ? dropFirst().dropLast() : dropFirst()
    return first.lowercased() + rest
  }
}

extension FieldShape {
  var schema: JSONText {
    let schema = shape.schema()
    guard case .object(let members) = schema else { return schema }
    return .object([("description", .string(doc))] + members)
  }
}

extension ObjectShape {
  /// The object as a JSON Schema.
  var schema: JSONText {
    var members: [(String, JSONText)] = [
      ("description", .string(doc)), ("type", .string("object")),
      ("properties", .object(fields.map { ($0.name, $0.schema) })),
    ]
    let needed = fields.filter(\.isRequired).map { JSONText.string($0.name) }
    if !needed.isEmpty { members.append(("required", .array(needed))) }
    for rule in rules {
      guard case .least(let count, _) = rule.kind else { continue }
      members.append(("minProperties", .number(Double(count))))
    }
    let needs = rules.filter { $0.kind == .requires }.sorted { $0.keys[0] < $1.keys[0] }
      .map { ($0.keys[0], JSONText.array([.string($0.keys[1])])) }
    if !needs.isEmpty { members.append(("dependentRequired", .object(needs))) }
    let required = { (keys: [String]) in
      JSONText.object([("required", .array(keys.map(JSONText.string)))])
    }
    let all =
      rules.filter { $0.kind == .exactlyOne || $0.kind == .anyOf }.map { rule in
        let word = rule.kind == .anyOf ? "anyOf" : "oneOf"
        return JSONText.object([(word, .array(rule.keys.map { required([$0]) }))])
      }
      + rules.filter { $0.kind == .excludes }.map { rule in
        JSONText.object([("not", required(rule.keys))])
      }
      + rules.filter { $0.kind == .needsOne }.map { rule in
        let absent = JSONText.object([("not", required([rule.keys[0]]))])
        let present = rule.keys.dropFirst().map { required([$0]) }
        return JSONText.object([("anyOf", .array([absent] + present))])
      }
    if !all.isEmpty { members.append(("allOf", .array(all))) }
    members.append(("additionalProperties", otherShape?.schema() ?? .boolean(false)))
    return .object(members)
  }
}
