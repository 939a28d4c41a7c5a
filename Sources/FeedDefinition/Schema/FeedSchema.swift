/// The JSON Schema of feed files, made from the keys that the parser uses.
public enum FeedSchema {
  /// The schema in the draft 2020-12, as a text that ends in a newline.
  public static var text: String { json.text() + "\n" }

  static var json: JSONText {
    let root = FeedKeys.shape
    var found: [any ObjectShape] = [root]
    var next = 0
    while next < found.count {
      let object = found[next]
      next += 1
      let inner = object.fields.flatMap { $0.shape.objects() }
      for shape in inner where !found.contains(where: { $0.name == shape.name }) {
        found.append(shape)
      }
    }
    return .object([
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      ("$id", .string("feed-1.schema.json")),
      ("title", .string("Feed file, version 1")),
      ("$ref", .string("#/$defs/\(root.name)")),
      ("$defs", .object(found.map { ($0.name, $0.schema) })),
    ])
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

extension FieldShape {
  var schema: JSONText {
    let schema = shape.schema()
    guard case .object(let members) = schema else { return schema }
    return .object([("description", .string(doc))] + members)
  }
}
