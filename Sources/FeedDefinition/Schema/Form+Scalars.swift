import FeedModel

extension Form<String> {
  static func text(_ text: TextShape) -> Form {
    var shape = Shape(text.noun, text.schema) { $0.string != nil }
    shape.isText = true
    return Form(shape) { node, subject, problems in
      switch node.scalar {
      case .text(let string):
        return text.takes(string, as: subject, at: node.position, problems) ? string : nil
      case .ambiguous(let word): return problems.ambiguous(word, node, as: subject)
      case .null, nil:
        let field = node.entries.flatMap { $0.count == 1 ? $0[0] : nil }
        let hint =
          field?.value.scalar == .null
          ? "put it in quotes, for YAML reads braces as a map: \"{\(field?.key ?? "")}\""
          : node.list == nil ? nil : text.listHint
        return problems.wrongType(node, text.noun, as: subject, hint: hint)
      case .integer, .number, .boolean:
        guard case .scalar(let written, _) = node.kind else { return nil }
        let hint =
          text.cases.isEmpty ? "put it in quotes: \"\(written)\"" : text.caseHint(written)
        return problems.wrongType(node, text.noun, as: subject, hint: hint)
      }
    }
  }
}

extension Form<Value> {
  /// Any scalar, as a value of SQL.
  static var scalar: Form {
    let types = ["string", "number", "boolean", "null"].map(JSONText.string)
    let noun = "a text, a number, true, false or null"
    let shape = Shape(noun, .object([("type", .array(types))])) { $0.scalar != nil }
    return Form(shape) { node, subject, problems in
      switch node.scalar {
      case nil: return problems.wrongType(node, noun, as: subject)
      case .ambiguous(let word): return problems.ambiguous(word, node, as: subject)
      case .number(let number) where !number.isFinite:
        problems.error("not-finite", "\(subject) must be a finite number", at: node.position)
        return nil
      default: return node.value
      }
    }
  }
}

extension Form<Int> {
  static func integer(_ range: ClosedRange<Int>) -> Form {
    let (least, most) = (Double(range.lowerBound), Double(range.upperBound))
    let shape = Shape("an integer", .numbers("integer", least...most)) { $0.number != nil }
    return Form(shape) { node, subject, problems in
      guard node.number != nil else { return problems.wrongType(node, shape.noun, as: subject) }
      if let value = node.integer, range.contains(value) { return value }
      return problems.outOfRange(node, "an integer", least...most, as: subject)
    }
  }
}

extension Form<Double> {
  static func number(_ range: ClosedRange<Double>) -> Form {
    let shape = Shape("a number", .numbers("number", range)) { $0.number != nil }
    return Form(shape) { node, subject, problems in
      guard let value = node.number else {
        return problems.wrongType(node, shape.noun, as: subject)
      }
      if range.contains(value) { return value }
      return problems.outOfRange(node, "a number", range, as: subject)
    }
  }
}

extension Form<Bool> {
  static var boolean: Form {
    let shape = Shape("true or false", .type("boolean")) { $0.boolean != nil }
    return Form(shape) { node, subject, problems in
      if let boolean = node.boolean { return boolean }
      guard case .ambiguous(let word) = node.scalar else {
        return problems.wrongType(node, shape.noun, as: subject)
      }
      problems.error(
        "wrong-type",
        "\(subject) must be true or false, and is '\(word)'",
        hint: "write \(["yes", "on"].contains(word.lowercased()))",
        at: node.position
      )
      return nil
    }
  }
}

extension ProblemCollector {
  fileprivate func ambiguous<T>(_ word: String, _ node: YAMLNode, as subject: String) -> T? {
    error(
      "ambiguous-word",
      "\(subject) is the word \(word), which some readers of YAML take for a boolean",
      hint: "put it in quotes, or write true or false",
      at: node.position
    )
    return nil
  }

  fileprivate func outOfRange<T>(
    _ node: YAMLNode,
    _ noun: String,
    _ range: ClosedRange<Double>,
    as subject: String
  ) -> T? {
    let noun = "\(noun) from \(range.lowerBound.short) to \(range.upperBound.short)"
    error("out-of-range", "\(subject) must be \(noun), and is \(node.noun)", at: node.position)
    return nil
  }
}
