extension KeyRule {
  /// Reports how a map with the given name violates the rule.
  func check(
    _ node: YAMLNode,
    _ entries: [YAMLNode.Entry],
    _ noun: String,
    _ problems: ProblemCollector
  ) {
    let present = entries.filter { keys.contains($0.key) }
    switch kind {
    case .toldBy: break
    case .exactlyOne, .anyOf:
      let names = keys.map { "'\($0)'" }.joined(separator: " or ")
      guard let first = present.first else {
        problems.error("missing-key", "\(noun) needs a key \(names)", at: node.position)
        return
      }
      for extra in present.dropFirst() where kind == .exactlyOne {
        problems.conflict(extra, first, hint: "keep one of \(names)")
      }
    case .excludes:
      guard present.count == 2 else { return }
      problems.conflict(present[1], present[0], hint: "keep one of the two")
    case .requires:
      guard let first = present.first, present.count == 1, first.key == keys[0] else { return }
      problems.error(
        "missing-key",
        "'\(first.key)' has no meaning without '\(keys[1])'",
        at: first.keyPosition
      )
    case .needsOne:
      guard let key = present.first(where: { $0.key == keys[0] }), present.count == 1 else {
        return
      }
      let names = keys.dropFirst().map { "'\($0)'" }
      problems.error(
        "missing-key",
        "'\(key.key)' has no meaning without \(names.joined(separator: " or "))",
        at: key.keyPosition
      )
    case .least(let count, let example):
      guard entries.count < count else { return }
      let keys = count == 1 ? "one key" : "\(count) keys"
      problems.error(
        "missing-key",
        "\(noun) needs at least \(keys)",
        hint: example,
        at: node.position
      )
    case .ordered(let length):
      guard let least = node.entry(keys[0])?.value.number,
        let most = node.entry(keys[1])?.value.number, least > most
      else { return }
      problems.error(
        "empty-range",
        "no \(length) is at least \(least.short) and at most"
          + " \(most.short)",
        hint: "swap the two",
        at: node.position
      )
    }
  }
}

extension ProblemCollector {
  fileprivate func conflict(_ extra: YAMLNode.Entry, _ first: YAMLNode.Entry, hint: String) {
    error(
      "conflicting-keys",
      "'\(extra.key)' and '\(first.key)' exclude each other",
      hint: hint,
      at: extra.keyPosition
    )
  }
}
