extension Shape {
  /// What a value of this shape is called in messages.
  var noun: String {
    switch self {
    case .text(let text): text.noun
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "true or false"
    case .scalar: "a text, a number, true, false or null"
    case .list: "a list"
    case .tuple(_, let count): "a list of \(count)"
    case .map, .object: "a map"
    case .choice(let shapes):
      shapes.flatMap(\.alternatives).map(\.noun).reduce(into: [String]()) {
        if !$0.contains($1) { $0.append($1) }
      }
      .joined(separator: " or ")
    }
  }

  /// The shapes that a choice is made of, choices within it resolved.
  var alternatives: [Shape] {
    if case .choice(let shapes) = self { return shapes.flatMap(\.alternatives) }
    return [self]
  }

  var discriminators: [String] {
    if case .object(let object) = self { return object().discriminators }
    return []
  }

  var isText: Bool {
    if case .text = self { return true }
    return false
  }

  /// Whether a value is of the kind that this shape asks for, whatever it holds.
  func takesKind(of node: YAMLNode) -> Bool {
    switch (self, node.kind) {
    case (.choice(let shapes), _): return shapes.contains { $0.takesKind(of: node) }
    case (.object, .map), (.map, .map), (.list, .list), (.tuple, .list): return true
    case (.scalar, .scalar): return true
    default: break
    }
    return switch (self, node.scalar) {
    case (.text, .text), (.text, .ambiguous), (.boolean, .boolean): true
    case (.integer, .integer), (.integer, .number), (.number, .integer), (.number, .number): true
    default: false
    }
  }

  fileprivate func takesLength(_ length: Int) -> Bool {
    if case .tuple(_, let count) = self { return count == length }
    return true
  }
}

extension [Shape] {
  /// Finds the one of several shapes that a node is meant to have: its kind tells, or else a key
  /// that only one map has, or the length of a list.
  func index(meantBy node: YAMLNode) -> Int? {
    let fitting = indices.filter { self[$0].takesKind(of: node) }
    guard fitting.count > 1 else { return fitting.first }
    switch node.kind {
    case .scalar: return fitting.first
    case .list(let list): return fitting.first { self[$0].takesLength(list.count) }
    case .map:
      let marks = fitting.map { self[$0].discriminators }
      let marked = marks.firstIndex { $0.contains { node.entry($0) != nil } }
      return (marked ?? marks.firstIndex(where: \.isEmpty)).map { fitting[$0] }
    }
  }
}

extension NumberShape {
  func contains(_ value: Double) -> Bool {
    value.isFinite && value >= (least ?? -.infinity) && value <= (most ?? .infinity)
  }

  var noun: String {
    switch (least, most) {
    case (nil, nil): "a number"
    case (let least?, nil): "a number of at least \(Self.short(least))"
    case (nil, let most?): "a number of at most \(Self.short(most))"
    case (let least?, let most?): "a number from \(Self.short(least)) to \(Self.short(most))"
    }
  }

  static func short(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? String(value)
  }
}

extension YAMLNode {
  /// What the node is called in messages.
  var noun: String {
    switch kind {
    case .list: "a list"
    case .map: "a map"
    case .scalar(let text, let style):
      style == .plain ? YAMLScalar(plain: text).noun : "a text"
    }
  }
}

extension SourceText {
  /// A plain scalar as the file writes it.
  func plainText(of node: YAMLNode) -> String {
    if case .scalar(let text, _) = node.kind { return text }
    return ""
  }
}
