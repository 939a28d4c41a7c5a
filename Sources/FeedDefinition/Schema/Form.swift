import FeedModel

/// A notation of a value: its name, its reader and its JSON Schema.
struct Form<Output>: Sendable {
  /// Reads a node, which the subject names in messages; if it returns `nil`, a problem states why.
  typealias Read = @Sendable (YAMLNode, _ subject: String, ProblemCollector) -> Output?

  let shape: Shape
  let read: Read
  /// The alternatives of a choice, with nested choices resolved.
  private var choices: [Form] = []

  init(_ shape: Shape, read: @escaping Read) {
    self.shape = shape
    self.read = read
  }

  /// A form that converts the value of another form.
  static func from<T>(_ form: Form<T>, _ make: @escaping @Sendable (T) -> Output?) -> Form {
    var made = Form(form.shape) { node, subject, problems in
      guard let value = form.read(node, subject, problems) else { return nil }
      if let result = make(value) { return result }
      problems.error("bad-value", "\(subject) has no meaning", at: node.position)
      return nil
    }
    made.choices = form.choices.map { .from($0, make) }
    return made
  }

  /// One of several forms.
  ///
  /// The kind of node, a key that only one map has, or the length of a list decides.
  static func choice(_ forms: Form...) -> Form {
    let forms = forms.flatMap { $0.choices.isEmpty ? [$0] : $0.choices }
    let shapes = forms.map(\.shape)
    let nouns = shapes.map(\.noun).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let noun = nouns.joined(separator: " or ")
    let schema: @Sendable () -> JSONText = {
      .object([("anyOf", .array(shapes.map { $0.schema() }))])
    }
    let shape = Shape(noun, of: shapes, schema()) { node in shapes.contains { $0.takes(node) } }
    var choice = Form(shape) { node, subject, problems in
      let fitting = forms.filter { $0.shape.takes(node) }
      switch node.kind {
      case _ where fitting.count == 1: return fitting[0].read(node, subject, problems)
      case _ where fitting.isEmpty:
        // A boolean or a number in the place of a text gets the message for texts.
        if let scalar = node.scalar, scalar != .null, let text = forms.first(where: \.shape.isText)
        {
          return text.read(node, subject, problems)
        }
        return problems.wrongType(node, noun, as: subject)
      case .scalar: return fitting[0].read(node, subject, problems)
      case .map(let entries):
        let marks = fitting.map(\.shape.discriminators)
        let marked = marks.firstIndex { $0.contains { node.entry($0) != nil } }
        if let index = marked ?? marks.firstIndex(where: \.isEmpty) {
          return fitting[index].read(node, subject, problems)
        }
        return problems.missing(oneOf: marks.flatMap(\.self), entries, node, as: subject)
      case .list(let list):
        if let form = fitting.first(where: { ($0.shape.length ?? list.count) == list.count }) {
          return form.read(node, subject, problems)
        }
        let lengths = fitting.compactMap(\.shape.length).sorted().map(String.init)
        return problems.wrongLength(node, lengths.joined(separator: " or "), list, as: subject)
      }
    }
    choice.choices = forms
    return choice
  }

  /// A map with declared keys.
  ///
  /// - Parameter root: The value before any key is read; by default that of the shape.
  static func object<Keys: KeySet>(
    _ keys: Keys.Type,
    from root: Keys.Root? = nil
  ) -> Form where Output == Keys.Root {
    let schema: @Sendable () -> JSONText = {
      .object([("$ref", .string("#/$defs/\(Keys.shape.name)"))])
    }
    var shape = Shape("a map", schema()) { $0.entries != nil }
    shape.objects = { [Keys.shape] }
    return Form(shape) { Keys.shape.read($0, from: root, as: $1, $2) }
  }

  /// A short form, or a map with declared keys.
  static func short<T, Keys: KeySet>(
    _ form: Form<T>,
    or keys: Keys.Type,
    _ make: @escaping @Sendable (T) -> Output?
  ) -> Form where Output == Keys.Root {
    .choice(.from(form, make), .object(keys))
  }
}
