/// A way to write a value: the shape that a node then has, and how a node of that shape is read.
///
/// Reading takes for granted that the shape has been checked; it throws ``Malformed`` otherwise.
struct Form<Output>: Sendable {
  let shape: Shape
  let read: @Sendable (YAMLNode) throws(Malformed) -> Output
  /// The forms that a choice is made of, choices within it resolved.
  private var choices: [Form] = []

  init(_ shape: Shape, read: @escaping @Sendable (YAMLNode) throws(Malformed) -> Output) {
    self.shape = shape
    self.read = read
  }

  /// Reads a node by one of its values, such as its number.
  init(_ shape: Shape, _ value: @escaping @Sendable (YAMLNode) -> Output?) {
    self.init(shape) { node throws(Malformed) in
      guard let value = value(node) else { throw Malformed(position: node.position) }
      return value
    }
  }

  func map<T>(_ transform: @escaping @Sendable (Output) -> T) -> Form<T> { compactMap(transform) }

  /// The form of what is made of a value; `nil` is what a value of the right shape never gives.
  func compactMap<T>(_ transform: @escaping @Sendable (Output) -> T?) -> Form<T> {
    let read = read
    var form = Form<T>(shape) { node throws(Malformed) in
      guard let value = transform(try read(node)) else { throw Malformed(position: node.position) }
      return value
    }
    form.choices = choices.map { $0.compactMap(transform) }
    return form
  }

  /// One of several forms; the kind of node, or a key that only one has, tells which.
  static func choice(_ forms: Form...) -> Form {
    let forms = forms.flatMap { $0.choices.isEmpty ? [$0] : $0.choices }
    let shapes = forms.map(\.shape)
    var form = Form(.choice(shapes)) { node throws(Malformed) in
      guard let index = shapes.index(meantBy: node) else {
        throw Malformed(position: node.position)
      }
      return try forms[index].read(node)
    }
    form.choices = forms
    return form
  }
}

/// A node that has not the shape it was checked for.
struct Malformed: Error {
  let position: FeedFilePosition
}

extension Form {
  /// A map with declared keys.
  static func object<Keys: KeySet>(_ keys: Keys.Type) -> Form where Output == Keys.Root {
    Form(.object { Keys.shape }) { node throws(Malformed) in try Keys.shape.read(node) }
  }

  static func list<T>(_ element: Form<T>, least: Int = 0) -> Form where Output == [T] {
    Form(.list(element.shape, least: least)) { node throws(Malformed) in
      try node.list.required(at: node).map(element.read)
    }
  }

  /// One value, or a list of them.
  static func oneOrMore<T>(_ element: Form<T>) -> Form where Output == [T] {
    .choice(element.map { [$0] }, .list(element, least: 1))
  }

  static func tuple<T>(_ element: Form<T>, count: Int) -> Form where Output == [T] {
    Form(.tuple(element.shape, count: count), read: list(element).read)
  }

  /// A list of exactly two.
  static func pair<A, B>(_ first: Form<A>, _ second: Form<B>) -> Form where Output == (A, B) {
    Form(.tuple(first.shape, count: 2)) { node throws(Malformed) in
      guard let list = node.list, list.count == 2 else { throw Malformed(position: node.position) }
      return (try first.read(list[0]), try second.read(list[1]))
    }
  }

  /// A map from names that the file chooses, in the order of the file.
  static func entries<T, Element>(
    _ keys: TextShape,
    _ value: Form<T>,
    _ element: @escaping @Sendable (String, T) -> Element
  ) -> Form where Output == [Element] {
    Form(.map(keys: keys, values: value.shape)) { node throws(Malformed) in
      try node.entries.required(at: node).map { entry throws(Malformed) in
        element(entry.key, try value.read(entry.value))
      }
    }
  }

  /// The same, where each value holds its name.
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

  /// The same, where the order does not matter.
  static func dictionary<T>(
    _ keys: TextShape,
    _ value: Form<T>
  ) -> Form where Output == [String: T] {
    Form<[(String, T)]>.entries(keys, value) { ($0, $1) }
      .map { Dictionary($0) { first, _ in first } }
  }
}

extension Optional {
  fileprivate func required(at node: YAMLNode) throws(Malformed) -> Wrapped {
    guard let self else { throw Malformed(position: node.position) }
    return self
  }
}
