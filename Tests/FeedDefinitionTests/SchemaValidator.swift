@testable import FeedDefinition

/// Validates JSON values by a JSON Schema, with the features that the schema of feed files uses.
struct SchemaValidator {
  let schema: JSONText

  func accepts(_ value: JSONText) -> Bool { accepts(value, schema) }

  private func accepts(_ value: JSONText, _ schema: JSONText) -> Bool {
    switch schema {
    case .boolean(let verdict): verdict
    case .object(let members): members.allSatisfy { accepts(value, $0.0, $0.1, members) }
    default: preconditionFailure("a schema must be an object or a boolean")
    }
  }

  private func accepts(
    _ value: JSONText,
    _ keyword: String,
    _ rule: JSONText,
    _ schema: [(String, JSONText)]
  ) -> Bool {
    switch keyword {
    case "$schema", "$id", "$defs", "title", "description": return true
    case "$ref": return accepts(value, resolve(rule.string ?? ""))
    case "type": return (rule.array ?? [rule]).contains { value.isOf(type: $0.string ?? "") }
    case "enum": return (rule.array ?? []).contains { $0.string == value.string }
    case "pattern":
      guard let text = value.string, let pattern = rule.string else { return true }
      guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar) else {
        preconditionFailure("no regular expression: \(pattern)")
      }
      return text.contains(regex)
    case "minimum": return value.number.map { $0 >= rule.number ?? 0 } ?? true
    case "maximum": return value.number.map { $0 <= rule.number ?? 0 } ?? true
    case "allOf": return (rule.array ?? []).allSatisfy { accepts(value, $0) }
    case "anyOf": return (rule.array ?? []).contains { accepts(value, $0) }
    case "oneOf": return (rule.array ?? []).count { accepts(value, $0) } == 1
    case "not": return !accepts(value, rule)
    case "items": return value.array?.allSatisfy { accepts($0, rule) } ?? true
    case "minItems": return value.array.map { $0.count >= Int(rule.number ?? 0) } ?? true
    case "maxItems": return value.array.map { $0.count <= Int(rule.number ?? 0) } ?? true
    default: return acceptsObject(value, keyword, rule, schema)
    }
  }

  private func acceptsObject(
    _ value: JSONText,
    _ keyword: String,
    _ rule: JSONText,
    _ schema: [(String, JSONText)]
  ) -> Bool {
    guard let members = value.members else { return true }
    switch keyword {
    case "properties":
      return members.allSatisfy { member in rule[member.0].map { accepts(member.1, $0) } ?? true }
    case "required":
      return (rule.array ?? []).allSatisfy { value[$0.string ?? ""] != nil }
    case "minProperties": return members.count >= Int(rule.number ?? 0)
    case "propertyNames": return members.allSatisfy { accepts(.string($0.0), rule) }
    case "dependentRequired":
      return (rule.members ?? []).allSatisfy { member in
        value[member.0] == nil
          || (member.1.array ?? []).allSatisfy { value[$0.string ?? ""] != nil }
      }
    case "additionalProperties":
      let known = schema.first { $0.0 == "properties" }?.1
      return members.allSatisfy { known?[$0.0] != nil || accepts($0.1, rule) }
    default: preconditionFailure("the validator does not know '\(keyword)'")
    }
  }

  private func resolve(_ reference: String) -> JSONText {
    let name = String(reference.dropFirst("#/$defs/".count))
    guard let found = schema["$defs"]?[name] else {
      preconditionFailure("the schema has nothing at \(reference)")
    }
    return found
  }
}

extension JSONText {
  var string: String? { if case .string(let string) = self { string } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var array: [JSONText]? { if case .array(let values) = self { values } else { nil } }
  var members: [(String, JSONText)]? {
    if case .object(let members) = self { members } else { nil }
  }

  subscript(name: String) -> JSONText? { members?.first { $0.0 == name }?.1 }

  func isOf(type: String) -> Bool {
    switch (type, self) {
    case ("string", .string), ("number", .number), ("boolean", .boolean), ("array", .array),
      ("object", .object), ("null", .null):
      true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }
}

extension YAMLNode {
  /// The node as JSON, as an editor with YAML 1.2 would read it.
  var json: JSONText {
    switch kind {
    case .list(let nodes): return .array(nodes.map(\.json))
    case .map(let entries): return .object(entries.map { ($0.key, $0.value.json) })
    case .scalar: break
    }
    switch scalar {
    case .null, nil: return .null
    case .boolean(let boolean): return .boolean(boolean)
    case .integer(let integer): return .number(Double(integer))
    case .number(let number): return .number(number)
    case .text(let text), .ambiguous(let text): return .string(text)
    }
  }
}
