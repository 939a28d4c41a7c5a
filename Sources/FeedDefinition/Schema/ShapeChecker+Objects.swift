import FeedSnapshots

extension ShapeChecker {
  func check(_ node: YAMLNode, object: ObjectShape, as subject: String) {
    guard let entries = node.entries else { return wrongType(node, as: subject, .object(object)) }
    let fields = object.fields
    for entry in entries {
      if let field = fields.first(where: { $0.name == entry.key }) {
        check(entry.value, field.shape, as: "'\(entry.key)'")
      } else if let others = object.others {
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
    checkPresence(node, entries, object, fields, as: subject)
  }

  private func checkPresence(
    _ node: YAMLNode,
    _ entries: [YAMLNode.Entry],
    _ object: ObjectShape,
    _ fields: [FieldShape],
    as subject: String
  ) {
    let place = node.position
    for field in fields where field.isRequired && node.entry(field.name) == nil {
      problems.error(
        "missing-key",
        "\(object.noun) needs a key '\(field.name)'",
        hint: field.doc.asHint,
        at: place
      )
    }
    for keys in object.exactlyOne {
      let present = entries.filter { keys.contains($0.key) }
      let names = keys.map { "'\($0)'" }.joined(separator: " or ")
      if present.isEmpty {
        problems.error("missing-key", "\(object.noun) needs a key \(names)", at: place)
      }
      for extra in present.dropFirst() {
        problems.error(
          "conflicting-keys",
          "'\(extra.key)' and '\(present[0].key)' exclude each other",
          hint: "keep one of \(names)",
          at: extra.keyPosition
        )
      }
    }
    for (one, other) in object.excludes {
      guard let first = node.entry(one), let second = node.entry(other) else { continue }
      let (before, after) =
        first.keyPosition < second.keyPosition ? (first, second) : (second, first)
      problems.error(
        "conflicting-keys",
        "'\(after.key)' and '\(before.key)' exclude each other",
        hint: "keep one of the two",
        at: after.keyPosition
      )
    }
    for entry in entries {
      for needed in object.requires[entry.key] ?? [] where node.entry(needed) == nil {
        problems.error(
          "missing-key",
          "'\(entry.key)' has no meaning without '\(needed)'",
          at: entry.keyPosition
        )
      }
    }
    if entries.count < object.least {
      let noun = object.least == 1 ? "one key" : "\(object.least) keys"
      problems.error(
        "missing-key",
        "\(object.noun) needs at least \(noun)",
        hint: object.example,
        at: place
      )
    }
  }

  /// Finds the one of several shapes that a value is meant to have, and compares it with that one.
  func check(_ node: YAMLNode, choice shapes: [Shape], as subject: String) {
    let shapes = shapes.flatMap(\.alternatives)
    let fitting = shapes.filter { $0.takesKind(of: node) }
    switch (node.kind, fitting.count) {
    case (_, 0):
      // A boolean or a number where a text is wanted gets the message for texts.
      if let scalar = node.scalar, scalar != .null, let text = shapes.first(where: \.isText) {
        return check(node, text, as: subject)
      }
      wrongType(node, as: subject, .choice(shapes))
    case (_, 1): check(node, fitting[0], as: subject)
    case (.map, _):
      let objects = fitting.compactMap { if case .object(let object) = $0 { object } else { nil } }
      let marked = objects.first { object in
        object.discriminators.contains { node.entry($0) != nil }
      }
      if let object = marked ?? objects.first(where: \.discriminators.isEmpty) {
        return check(node, object: object, as: subject)
      }
      let known = objects.flatMap(\.discriminators)
      let names = known.map { "'\($0)'" }.joined(separator: " or ")
      let near = node.entries?.lazy.compactMap { entry in
        entry.key.nearest(among: known).map { (entry, $0) }
      }.first
      problems.error(
        "missing-key",
        "\(subject) needs a key \(names)",
        hint: near.map { "did you mean '\($0.1)' where '\($0.0.key)' stands?" },
        at: near?.0.keyPosition ?? node.position
      )
    case (.list(let list), _):
      // Lists of numbers differ in their length only.
      if let shape = fitting.first(where: { $0.takesLength(list.count) }) {
        return check(node, shape, as: subject)
      }
      let counts = fitting.compactMap { if case .tuple(_, let count) = $0 { count } else { nil } }
      problems.error(
        "wrong-length",
        "\(subject) must have \(counts.sorted().map(String.init).joined(separator: " or ")) values,"
          + " and has \(list.count)",
        at: node.position
      )
    case (.scalar, _): check(node, fitting[0], as: subject)
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
