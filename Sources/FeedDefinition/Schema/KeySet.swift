/// The keys that one kind of map may have: a stored property for each.
///
/// What stands in such a property is all that is said of the key anywhere: checking, reading and the
/// JSON Schema follow from it, and what asks for a node names the property.
///
/// ```swift
/// struct HeaderKeys: KeySet {
///   typealias Root = Header
///   static let doc = "The header of a section."
///   static let shape = KeyedShape<Self>("header", "a header", blank: Header(text: .literal("")))
///
///   let text = Key("text", .template(.title), \.text).required("What it says.")
///   let pin = Key("pin", .boolean, \.pin).optional("Whether it stays in sight.")
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
  /// What is made of the map.
  associatedtype Root
  /// What the keys must keep to among each other.
  var rules: [KeyRule] { get }
}

extension KeyGroup {
  typealias Key = FieldKey<Root>
  var rules: [KeyRule] { [] }
}

/// A key: what it is called, what it holds, where that goes, and what it means.
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

  init<T>(_ name: String, _ form: Form<T>, _ path: any WritableKeyPath<Root, T> & Sendable) {
    self.init(name, form) { $0[keyPath: path] = $1 }
  }

  init<T>(_ name: String, _ form: Form<T>, _ path: any WritableKeyPath<Root, T?> & Sendable) {
    self.init(name, form) { $0[keyPath: path] = $1 }
  }

  /// A key that goes nowhere by itself: what needs it asks for its node.
  init<T>(_ name: String, _ form: Form<T>) { self.init(name, form) { _, _ in } }

  /// The same key, which every such map has, with what it means.
  func required(_ doc: String) -> FieldKey {
    var key = optional(doc)
    key.isRequired = true
    return key
  }

  /// The same key, which a map may have, with what it means.
  func optional(_ doc: String) -> FieldKey {
    var key = self
    key.doc = doc
    return key
  }

  var field: FieldShape { FieldShape(name: name, shape: shape, isRequired: isRequired, doc: doc) }
}

/// What all keys hold that are not declared.
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

extension YAMLNode {
  /// The value of a declared key.
  subscript<Keys: KeySet, Root>(path: KeyPath<Keys, FieldKey<Root>>) -> YAMLNode? {
    entry(path)?.value
  }

  /// A declared key and its value.
  func entry<Keys: KeySet, Root>(_ path: KeyPath<Keys, FieldKey<Root>>) -> Entry? {
    entry(Keys.shape.keys[keyPath: path].name)
  }
}
