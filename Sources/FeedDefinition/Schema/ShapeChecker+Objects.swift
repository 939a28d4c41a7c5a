import FeedSnapshots

extension ShapeChecker {
  func check(_ node: YAMLNode, object: any ObjectShape, as subject: String) {
    guard let entries = node.entries else {
      return wrongType(node, as: subject, .object { object })
    }
    let fields = object.fields
    let others = object.otherShape
    for entry in entries {
      if let field = fields.first(where: { $0.name == entry.key }) {
        check(entry.value, field.shape, as: "'\(entry.key)'")
      } else if let others {
        check(entry.value, others, as: "'\(entry.key)'")
      } else {
        problems.error(
          "unknown-key",
          "\(object.noun) has no key '\(entry.key)'",
          hint: Suggestion.hint(for: entry.key, among: fields.map(\.name), called: "keys"),
          at: entry.keyPosition
        )
      }
    }
    for field in fields where field.isRequired && node.entry(field.name) == nil {
      problems.error(
        "missing-key",
        "\(object.noun) needs a key '\(field.name)'",
        hint: field.doc.asHint,
        at: node.position
      )
    }
    for rule in object.rules { check(node, entries, rule, of: object) }
  }

  private func check(
    _ node: YAMLNode,
    _ entries: [YAMLNode.Entry],
    _ rule: KeyRule,
    of object: any ObjectShape
  ) {
    let present = entries.filter { rule.keys.contains($0.key) }
    switch rule.kind {
    case .toldBy: break
    case .exactlyOne:
      let names = rule.keys.map { "'\($0)'" }.joined(separator: " or ")
      guard let first = present.first else {
        problems.error("missing-key", "\(object.noun) needs a key \(names)", at: node.position)
        return
      }
      for extra in present.dropFirst() {
        conflict(extra, first, hint: "keep one of \(names)")
      }
    case .excludes:
      guard present.count == 2 else { return }
      conflict(present[1], present[0], hint: "keep one of the two")
    case .requires:
      guard let first = present.first, present.count == 1, first.key == rule.keys[0] else { return }
      problems.error(
        "missing-key",
        "'\(first.key)' has no meaning without '\(rule.keys[1])'",
        at: first.keyPosition
      )
    case .least(let count, let example):
      guard entries.count < count else { return }
      let noun = count == 1 ? "one key" : "\(count) keys"
      problems.error(
        "missing-key",
        "\(object.noun) needs at least \(noun)",
        hint: example,
        at: node.position
      )
    case .orderedWidths:
      guard let least = node.entry(rule.keys[0])?.value.number,
        let most = node.entry(rule.keys[1])?.value.number, least > most
      else { return }
      problems.error(
        "empty-range",
        "no width is at least \(NumberShape.short(least)) and at most"
          + " \(NumberShape.short(most))",
        hint: "exchange the two",
        at: node.position
      )
    }
  }

  private func conflict(_ extra: YAMLNode.Entry, _ first: YAMLNode.Entry, hint: String) {
    problems.error(
      "conflicting-keys",
      "'\(extra.key)' and '\(first.key)' exclude each other",
      hint: hint,
      at: extra.keyPosition
    )
  }

  /// Compares a value with the one of several shapes that it is meant to have.
  func check(_ node: YAMLNode, choice shapes: [Shape], as subject: String) {
    let shapes = shapes.flatMap(\.alternatives)
    if let index = shapes.index(meantBy: node) { return check(node, shapes[index], as: subject) }
    let fitting = shapes.filter { $0.takesKind(of: node) }
    switch node.kind {
    case _ where fitting.isEmpty:
      // A boolean or a number where a text is wanted gets the message for texts.
      if let scalar = node.scalar, scalar != .null, let text = shapes.first(where: \.isText) {
        return check(node, text, as: subject)
      }
      wrongType(node, as: subject, .choice(shapes))
    case .map(let entries):
      let known = fitting.flatMap(\.discriminators)
      let names = known.map { "'\($0)'" }.joined(separator: " or ")
      let near = entries.lazy.compactMap { entry in
        entry.key.nearest(among: known).map { (entry, $0) }
      }.first
      problems.error(
        "missing-key",
        "\(subject) needs a key \(names)",
        hint: near.map { "did you mean '\($0.1)' where '\($0.0.key)' stands?" },
        at: near?.0.keyPosition ?? node.position
      )
    case .list(let list):
      // Lists of numbers differ in their length only.
      let counts = fitting.compactMap { if case .tuple(_, let count) = $0 { count } else { nil } }
      problems.error(
        "wrong-length",
        "\(subject) must have \(counts.sorted().map(String.init).joined(separator: " or ")) values,"
          + " and has \(list.count)",
        at: node.position
      )
    case .scalar: break
    }
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
