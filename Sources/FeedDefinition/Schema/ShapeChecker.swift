/// Compares a file with its shape and reports all that differs.
struct ShapeChecker {
  let problems: ProblemCollector

  func check(_ node: YAMLNode, _ shape: Shape, as subject: String) {
    switch shape {
    case .text(let text): check(node, text: text, as: subject)
    case .integer(let range): check(node, integer: range, as: subject)
    case .number(let number): check(node, number: number, as: subject)
    case .boolean: check(node, boolean: subject)
    case .scalar:
      guard let scalar = node.scalar else { return wrongType(node, as: subject, shape) }
      if case .ambiguous(let word) = scalar { ambiguous(word, node, as: subject) }
      if case .number(let number) = scalar, !number.isFinite {
        problems.error("not-finite", "\(subject) must be a finite number", at: node.position)
      }
    case .list(let element, let least): check(node, list: element, least: least, as: subject)
    case .tuple(let element, let count):
      guard let list = node.list else { return wrongType(node, as: subject, shape) }
      guard list.count == count else {
        problems.error(
          "wrong-length",
          "\(subject) must have \(count) values, and has \(list.count)",
          at: node.position
        )
        return
      }
      for node in list { check(node, element, as: "a value of \(subject)") }
    case .map(let keys, let values):
      guard let entries = node.entries else { return wrongType(node, as: subject, shape) }
      for entry in entries {
        check(entry.key, keys, as: "a key of \(subject)", at: entry.keyPosition)
        check(entry.value, values, as: "'\(entry.key)'")
      }
    case .object(let object): check(node, object: object(), as: subject)
    case .choice(let shapes): check(node, choice: shapes, as: subject)
    }
  }

  private func check(_ node: YAMLNode, text: TextShape, as subject: String) {
    switch node.scalar {
    case .text(let string):
      check(string, text, as: subject, at: node.position)
      guard text.accepts(string), let flaw = text.flaw(string) else { return }
      let place = problems.source.position(of: node, offset: flaw.offset)
      problems.error(flaw.code, flaw.message, hint: flaw.hint, at: place)
    case .ambiguous(let word): ambiguous(word, node, as: subject)
    case .integer, .number, .boolean:
      let written = problems.source.plainText(of: node)
      problems.error(
        "wrong-type",
        "\(subject) must be \(text.noun), and is \(node.noun)",
        hint: text.cases.isEmpty ? "put it in quotes: \"\(written)\"" : caseHint(written, text),
        at: node.position
      )
    case .null, nil: wrongType(node, as: subject, .text(text))
    }
  }

  func check(_ string: String, _ text: TextShape, as subject: String, at place: FeedFilePosition) {
    if !text.cases.isEmpty {
      guard !text.cases.contains(string) else { return }
      problems.error(
        "unknown-word",
        "\(subject) cannot be '\(string)'",
        hint: caseHint(string, text),
        at: place
      )
    } else if !text.accepts(string) {
      problems.error(
        "bad-value",
        "\(subject) " + (text.complaint ?? "must be \(text.noun), and is '\(string)'"),
        hint: text.example,
        at: place
      )
    }
  }

  private func caseHint(_ word: String, _ text: TextShape) -> String? {
    Suggestion.hint(for: word, among: text.cases, called: "possible")
  }

  private func check(_ node: YAMLNode, integer range: ClosedRange<Int>, as subject: String) {
    switch node.scalar {
    case .integer, .number:
      guard let value = node.integer, range.contains(value) else {
        return outOfRange(node, as: subject, range)
      }
    default: wrongType(node, as: subject, .integer(range))
    }
  }

  private func outOfRange(
    _ node: YAMLNode,
    as subject: String,
    _ range: ClosedRange<Int>
  ) {
    let bounds =
      range.upperBound == .max
      ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
    problems.error(
      "out-of-range",
      "\(subject) must be an integer \(bounds), and is \(node.noun)",
      at: node.position
    )
  }

  private func check(_ node: YAMLNode, number shape: NumberShape, as subject: String) {
    let value: Double
    switch node.scalar {
    case .integer(let integer): value = Double(integer)
    case .number(let number): value = number
    default: return wrongType(node, as: subject, .number(shape))
    }
    guard !shape.contains(value) else { return }
    problems.error(
      "out-of-range",
      "\(subject) must be \(shape.noun), and is \(node.noun)",
      at: node.position
    )
  }

  private func check(_ node: YAMLNode, boolean subject: String) {
    switch node.scalar {
    case .boolean: return
    case .ambiguous(let word):
      let isTrue = ["yes", "on"].contains(word.lowercased())
      problems.error(
        "wrong-type",
        "\(subject) must be true or false, and is '\(word)'",
        hint: "write \(isTrue)",
        at: node.position
      )
    default: wrongType(node, as: subject, .boolean)
    }
  }

  private func check(_ node: YAMLNode, list element: Shape, least: Int, as subject: String) {
    guard let list = node.list else {
      return wrongType(node, as: subject, .list(element, least: least))
    }
    if list.count < least {
      problems.error("empty-list", "\(subject) must not be empty", at: node.position)
    }
    for node in list { check(node, element, as: "an entry of \(subject)") }
  }

  private func ambiguous(_ word: String, _ node: YAMLNode, as subject: String) {
    problems.error(
      "ambiguous-word",
      "\(subject) is the word \(word), which some readers of YAML take for a boolean",
      hint: "put it in quotes, or write true or false",
      at: node.position
    )
  }

  func wrongType(_ node: YAMLNode, as subject: String, _ shape: Shape) {
    problems.error(
      "wrong-type",
      "\(subject) must be \(shape.noun), and is \(node.noun)",
      at: node.position
    )
  }
}
