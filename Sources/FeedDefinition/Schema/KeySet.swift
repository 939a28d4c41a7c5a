/// The keys that one kind of map may have: a stored property for each.
///
/// Such a property is the only declaration of its key. Checking, reading and the JSON Schema follow from
/// it, and code that reads a node names the property.
///
/// ```swift
/// struct HeaderKeys: KeySet {
///   typealias Root = Header
///   static let doc = "The header of a section."
///   static let shape = KeyedShape<Self>("header", "a header", blank: Header(text: .literal("")))
///
///   let text = Key("text", .template(.title), \.text).required("The text.")
///   let pin = Key("pin", .boolean, \.pin).optional("Whether it stays visible.")
/// }
/// node[\HeaderKeys.text]   // the node that holds the text
/// ```
protocol KeySet: KeyGroup where Root: Sendable {
  static var doc: String { get }
  static var shape: KeyedShape<Self> { get }
  init()
}

/// Keys that several kinds of maps have, each as a stored property of its ``KeySet``.
protocol KeyGroup: Sendable {
  /// The value that is read from the map.
  associatedtype Root
  /// The rules that the keys must follow.
  var rules: [KeyRule] { get }
}

extension KeyGroup {
  typealias Key = FieldKey<Root>
  var rules: [KeyRule] { [] }
}

/// A key: its name, its shape, the property that it sets, and its documentation.
struct FieldKey<Root>: Sendable {
  let name: String
  let shape: Shape
  let put: @Sendable (YAMLNode, ProblemCollector, inout Root) -> Void
  private(set) var isRequired = false
  private(set) var doc = ""

  init<T>(_ name: String, _ form: Form<T>, put: @escaping @Sendable (inout Root, T) -> Void) {
    self.name = name
    shape = form.shape
    let read = form.read
    self.put = { node, problems, root in
      if let value = read(node, "'\(name)'", problems) { put(&root, value) }
    }
  }

  /// Creates a key whose value depends on the keys before it.
  ///
  /// - Parameter dependent: The form of the value, given what was read before; its shape is that of `form`.
  init<T>(
    _ name: String,
    _ form: Form<T>,
    dependent: @escaping @Sendable (Root) -> Form<T>,
    put: @escaping @Sendable (inout Root, T) -> Void
  ) {
    self.name = name
    shape = form.shape
    self.put = { node, problems, root in
      if let value = dependent(root).read(node, "'\(name)'", problems) { put(&root, value) }
    }
  }

  init<T>(_ name: String, _ form: Form<T>, _ path: any WritableKeyPath<Root, T> & Sendable) {
    self.init(name, form) { $0[keyPath: path] = $1 }
  }

  init<T>(_ name: String, _ form: Form<T>, _ path: any WritableKeyPath<Root, T?> & Sendable) {
    self.init(name, form) { $0[keyPath: path] = $1 }
  }

  /// Creates a key that sets no property; code that needs it reads its node.
  init<T>(_ name: String, _ form: Form<T>) { self.init(name, form) { _, _ in } }

  /// Returns the key as a required key with its documentation.
  func required(_ doc: String) -> FieldKey {
    var key = optional(doc)
    key.isRequired = true
    return key
  }

  /// Returns the key as an optional key with its documentation.
  func optional(_ doc: String) -> FieldKey {
    var key = self
    key.doc = doc
    return key
  }

  var field: FieldShape { FieldShape(name: name, shape: shape, isRequired: isRequired, doc: doc) }
}

/// The values of undeclared keys.
struct OtherKeys<Root>: Sendable {
  let shape: Shape
  let put: @Sendable (YAMLNode.Entry, ProblemCollector, inout Root) -> Void

  init<T>(_ form: Form<T>, put: @escaping @Sendable (inout Root, String, T) -> Void) {
    shape = form.shape
    let read = form.read
    self.put = { entry, problems, root in
      if let value = read(entry.value, "'\(entry.key)'", problems) { put(&root, entry.key, value) }
    }
  }
}
