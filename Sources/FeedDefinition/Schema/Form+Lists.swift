extension Form {
  static func list<T>(_ element: Form<T>, least: Int = 0) -> Form where Output == [T] {
    let bound: JSONText.Member? = least > 0 ? ("minItems", .number(Double(least))) : nil
    let inner = element.shape
    let shape = Shape("a list", of: [inner], .type("array", ("items", inner.schema()), bound)) {
      $0.list != nil
    }
    return Form(shape) { node, subject, problems in
      guard let list = node.list else {
        let hint = node.entries == nil ? nil : "put the map into brackets: [{…}]"
        return problems.wrongType(node, shape.noun, as: subject, hint: hint)
      }
      if list.count < least {
        problems.error("empty-list", "\(subject) must not be empty", at: node.position)
      }
      return list.compactMap { element.read($0, "an entry of \(subject)", problems) }
    }
  }

  /// One value, or a list of them.
  static func oneOrMore<T>(_ element: Form<T>) -> Form where Output == [T] {
    .choice(.from(element) { [$0] }, .list(element, least: 1))
  }

  /// A list of exactly the given number of values.
  static func tuple<T>(_ element: Form<T>, count: Int) -> Form where Output == [T] {
    tuple(Array(repeating: element, count: count))
  }

  static func tuple<T>(_ elements: [Form<T>]) -> Form where Output == [T] {
    let (inner, count) = (elements[0].shape, JSONText.number(Double(elements.count)))
    var shape = Shape(
      "a list of \(elements.count)",
      of: [inner],
      .type("array", ("items", inner.schema()), ("minItems", count), ("maxItems", count))
    ) { $0.list != nil }
    shape.length = elements.count
    let noun = shape.noun
    return Form(shape) { node, subject, problems in
      guard let list = node.list else { return problems.wrongType(node, noun, as: subject) }
      guard list.count == elements.count else {
        return problems.wrongLength(node, "\(elements.count)", list, as: subject)
      }
      let values = zip(elements, list).compactMap { element, node in
        element.read(node, "a value of \(subject)", problems)
      }
      return values.count == elements.count ? values : nil
    }
  }

  /// A map with arbitrary names, in the order of the file.
  static func entries<T, Element>(
    _ keys: TextShape,
    _ value: Form<T>,
    _ element: @escaping @Sendable (String, T) -> Element
  ) -> Form where Output == [Element] {
    let inner = value.shape
    let shape = Shape(
      "a map",
      of: [inner],
      .type("object", ("propertyNames", keys.schema), ("additionalProperties", inner.schema()))
    ) { $0.entries != nil }
    return Form(shape) { node, subject, problems in
      guard let entries = node.entries else {
        return problems.wrongType(node, shape.noun, as: subject)
      }
      return entries.compactMap { entry in
        _ = keys.takes(entry.key, as: "a key of \(subject)", at: entry.keyPosition, problems)
        return value.read(entry.value, "'\(entry.key)'", problems).map { element(entry.key, $0) }
      }
    }
  }

  /// A map with arbitrary names, in the order of the file, whose values contain their names.
  static func named<T>(
    _ keys: TextShape,
    _ value: Form<T>,
    by name: any WritableKeyPath<T, String> & Sendable
  ) -> Form where Output == [T] {
    .entries(keys, value) { key, value in
      var value = value
      value[keyPath: name] = key
      return value
    }
  }

  /// A map with arbitrary names, without an order.
  static func dictionary<T>(
    _ keys: TextShape,
    _ value: Form<T>
  ) -> Form where Output == [String: T] {
    let pairs = Form<[(String, T)]>.entries(keys, value) { ($0, $1) }
    return .from(pairs) { Dictionary($0) { first, _ in first } }
  }
}
