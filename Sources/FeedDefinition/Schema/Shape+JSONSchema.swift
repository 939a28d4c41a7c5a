extension Shape {
  /// The shape as a JSON Schema; objects are referred to by their names.
  var schema: JSONText {
    switch self {
    case .text(let text): return text.schema
    case .integer(let range):
      var members: [(String, JSONText)] = [
        ("type", .string("integer")), ("minimum", .number(Double(range.lowerBound))),
      ]
      if range.upperBound != .max { members.append(("maximum", .number(Double(range.upperBound)))) }
      return .object(members)
    case .number(let number): return number.schema
    case .boolean: return .object([("type", .string("boolean"))])
    case .scalar:
      let types = ["string", "number", "boolean", "null"]
      return .object([("type", .array(types.map(JSONText.string)))])
    case .list(let element, let least):
      var members: [(String, JSONText)] = [("type", .string("array")), ("items", element.schema)]
      if least > 0 { members.append(("minItems", .number(Double(least)))) }
      return .object(members)
    case .tuple(let element, let count):
      return .object([
        ("type", .string("array")), ("items", element.schema),
        ("minItems", .number(Double(count))), ("maxItems", .number(Double(count))),
      ])
    case .map(let keys, let values):
      return .object([
        ("type", .string("object")), ("propertyNames", keys.schema),
        ("additionalProperties", values.schema),
      ])
    case .object(let object): return .object([("$ref", .string("#/$defs/\(object().name)"))])
    case .choice:
      return .object([("anyOf", .array(alternatives.map(\.schema)))])
    }
  }

  /// The objects that a value of this shape may hold directly.
  var objects: [any ObjectShape] {
    switch self {
    case .object(let object): [object()]
    case .list(let shape, _), .map(_, let shape), .tuple(let shape, _): shape.objects
    case .choice(let shapes): shapes.flatMap(\.objects)
    default: []
    }
  }
}

extension TextShape {
  var schema: JSONText {
    var members: [(String, JSONText)] = [("type", .string("string"))]
    if !cases.isEmpty { members.append(("enum", .array(cases.map(JSONText.string)))) }
    if let pattern { members.append(("pattern", .string(pattern))) }
    return .object(members)
  }
}

extension NumberShape {
  var schema: JSONText {
    var members: [(String, JSONText)] = [("type", .string("number"))]
    if let least { members.append(("minimum", .number(least))) }
    if let most { members.append(("maximum", .number(most))) }
    return .object(members)
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
      rules.filter { $0.kind == .exactlyOne }.map { rule in
        JSONText.object([("oneOf", .array(rule.keys.map { required([$0]) }))])
      }
      + rules.filter { $0.kind == .excludes }.map { rule in
        JSONText.object([("not", required(rule.keys))])
      }
    if !all.isEmpty { members.append(("allOf", .array(all))) }
    members.append(("additionalProperties", otherShape?.schema ?? .boolean(false)))
    return .object(members)
  }
}

extension FieldShape {
  var schema: JSONText {
    guard case .object(let members) = shape.schema else { return shape.schema }
    return .object([("description", .string(doc))] + members)
  }
}
