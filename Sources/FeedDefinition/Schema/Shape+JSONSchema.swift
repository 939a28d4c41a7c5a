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
    case .object(let object): return .object([("$ref", .string("#/$defs/\(object.name)"))])
    case .choice:
      return .object([("anyOf", .array(alternatives.map(\.schema)))])
    }
  }

  /// The objects that a value of this shape may hold directly.
  var objects: [ObjectShape] {
    switch self {
    case .object(let object): [object]
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
    let fields = fields
    var members: [(String, JSONText)] = [
      ("description", .string(doc)), ("type", .string("object")),
      ("properties", .object(fields.map { ($0.name, $0.schema) })),
    ]
    let needed = fields.filter(\.isRequired).map { JSONText.string($0.name) }
    if !needed.isEmpty { members.append(("required", .array(needed))) }
    if least > 0 { members.append(("minProperties", .number(Double(least)))) }
    if !requires.isEmpty {
      let needs = requires.sorted { $0.key < $1.key }
        .map { ($0, JSONText.array($1.map(JSONText.string))) }
      members.append(("dependentRequired", .object(needs)))
    }
    let required = { (keys: [String]) in
      JSONText.object([("required", .array(keys.map(JSONText.string)))])
    }
    let rules =
      exactlyOne.map { keys in JSONText.object([("oneOf", .array(keys.map { required([$0]) }))]) }
      + excludes.map { JSONText.object([("not", required([$0, $1]))]) }
    if !rules.isEmpty { members.append(("allOf", .array(rules))) }
    members.append(("additionalProperties", others?.schema ?? .boolean(false)))
    return .object(members)
  }
}

extension FieldShape {
  var schema: JSONText {
    guard case .object(let members) = shape.schema else { return shape.schema }
    return .object([("description", .string(doc))] + members)
  }
}
