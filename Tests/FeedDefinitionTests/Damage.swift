import TestSupport

@testable import FeedDefinition

/// Damages one place of a file: deletes, inserts or replaces something there.
struct Damage {
  var random: SeededGenerator
  private(set) var history = ""

  init(random: SeededGenerator) { self.random = random }

  mutating func damaged(_ root: YAMLNode) -> YAMLNode {
    let target = Int.random(in: 0..<root.weight, using: &random)
    var count = 0
    return visit(root, target: target, &count, path: "")
  }

  private mutating func visit(
    _ node: YAMLNode,
    target: Int,
    _ count: inout Int,
    path: String
  ) -> YAMLNode {
    defer { count += 1 }
    if count == target { return changed(node, path: path) }
    switch node.kind {
    case .scalar: return node
    case .list(let nodes):
      var result: [YAMLNode] = []
      for (index, inner) in nodes.enumerated() {
        count += 1
        result.append(visit(inner, target: target, &count, path: "\(path)[\(index)]"))
        count -= 1
      }
      return YAMLNode(.list(result), at: node.position)
    case .map(let entries):
      var result: [YAMLNode.Entry] = []
      for entry in entries {
        count += 1
        let value = visit(entry.value, target: target, &count, path: "\(path).\(entry.key)")
        count -= 1
        result.append(.init(key: entry.key, keyPosition: entry.keyPosition, value: value))
      }
      return YAMLNode(.map(result), at: node.position)
    }
  }

  private mutating func changed(_ node: YAMLNode, path: String) -> YAMLNode {
    let place = node.position
    var entries = node.entries ?? []
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where !entries.isEmpty:
      let gone = entries.remove(at: Int.random(in: entries.indices, using: &random))
      history = "\(path) without \(gone.key)"
      return YAMLNode(.map(entries), at: place)
    case 1 where node.entries != nil:
      let key = Self.keys.randomElement(using: &random) ?? "id"
      guard !entries.contains(where: { $0.key == key }) else { return node }
      let value = someValue(at: place)
      entries.append(.init(key: key, keyPosition: place, value: value))
      history = "\(path) with \(key): \(value.json.text())"
      return YAMLNode(.map(entries), at: place)
    case 2:
      let nodes = node.list.map { Array($0.dropLast()) } ?? [node]
      history = "\(path) = \(nodes.map { $0.json.text() })"
      return YAMLNode(.list(nodes), at: place)
    default:
      let value = someValue(at: place)
      history = "\(path) = \(value.json.text())"
      return value
    }
  }

  private mutating func someValue(at place: FeedFilePosition) -> YAMLNode {
    let text = Self.values.randomElement(using: &random) ?? ""
    let scalar = YAMLNode(.scalar(text, .plain), at: place)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return YAMLNode(.list([scalar, scalar]), at: place)
    case 1:
      let key = Self.keys.randomElement(using: &random) ?? "id"
      return YAMLNode(.map([.init(key: key, keyPosition: place, value: scalar)]), at: place)
    default: return scalar
    }
  }

  private static let values = [
    "", "~", "true", "no", "0", "1", "-1", "3.0", "3.5", "1e9", ".inf", "99999999999999999999",
    "name", "a name", "été", "$.ads", "50%", "150.5%w", "~44", "=44", "uniform(44)", ">=8", ">= 8",
    "08", "8",
    "list", "top", "horizontal", "none", "is_active = 1", "{name}",
  ]

  private static let keys: [String] = {
    var keys = ["unknown", "a b"]
    var seen: Set<String> = []
    var next: [any ObjectShape] = [FeedKeys.shape]
    while let object = next.popLast() {
      guard seen.insert(object.name).inserted else { continue }
      keys += object.fields.map(\.name)
      next += object.fields.flatMap { $0.shape.objects() }
    }
    return Set(keys).sorted()
  }()
}
