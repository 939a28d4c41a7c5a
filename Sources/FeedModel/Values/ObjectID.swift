/// The key of an object within its entity: an integer, a text, or the values of a compound key.
public enum ObjectKey: Hashable, Sendable {
  /// An integer key, such as that of a table with `INTEGER PRIMARY KEY`.
  case integer(Int64)
  /// A text key, compared by its bytes.
  case text(Text)
  /// A key of several columns, or of one whose value is neither an integer nor a plain text.
  ///
  /// The text `1` is not plain if the column could also hold the number 1: see ``init(anyClass:)``.
  case compound([Value])
}

extension ObjectKey {
  /// Creates a key from a primary key's values; a single text is that of a column of texts.
  ///
  /// - Parameter values: The values in the order of the key's columns.
  public init(_ values: [Value]) {
    switch values.first {
    case .integer(let value) where values.count == 1: self = .integer(value)
    case .text(let text) where values.count == 1: self = .text(text)
    default: self = .compound(values)
    }
  }

  /// Creates a key from a value of any class: a single column, or a document's id.
  ///
  /// Numbers and texts that look like them are distinct:
  ///
  /// ```swift
  /// ObjectKey(anyClass: 1).description     // "1"
  /// ObjectKey(anyClass: "1").description   // "'1'"
  /// ObjectKey(anyClass: "a").description   // "a"
  /// ```
  public init(anyClass value: Value) {
    if case .text(let text) = value, text.readsAsAnotherClass {
      self = .compound([value])
    } else {
      self.init([value])
    }
  }

  /// The values of the key, in the order of its columns.
  public var values: [Value] {
    switch self {
    case .integer(let value): [.integer(value)]
    case .text(let text): [.text(text)]
    case .compound(let values): values
    }
  }

  /// Whether a value of the key is NULL, so that several rows may share the key.
  package var hasNull: Bool {
    if case .compound(let values) = self { values.contains(.null) } else { false }
  }

  /// The first value of the key, if any.
  package var first: Value? {
    switch self {
    case .integer(let value): .integer(value)
    case .text(let text): .text(text)
    case .compound(let values): values.first
    }
  }
}

/// The stable identity of an object: its entity and its primary key, written `event/735`.
public struct ObjectID: Hashable, Sendable {
  /// The primary key, or the document's own id.
  public let key: ObjectKey
  /// The table, or the name of the document.
  public let entity: Name

  /// Creates the identity of an object.
  ///
  /// - Parameters:
  ///   - entity: The table, or the name of the document.
  ///   - key: The primary key, or the document's own id.
  public init(entity: Name, key: ObjectKey) {
    self.entity = entity
    self.key = key
  }
}

extension ObjectID {
  /// Creates the object of a section's placeholder, or of the fold of one of its groups.
  ///
  /// - Parameter group: The key of the folded group, for a fold.
  /// - Returns: An object of no table, written `section/featured` or `section/standard,3`.
  public static func section(_ declaration: Name, group: Value? = nil) -> ObjectID {
    let name = Value.text(Text(declaration.description))
    return ObjectID(entity: .section, key: ObjectKey([name] + (group.map { [$0] } ?? [])))
  }
}

extension ObjectID: CustomStringConvertible {
  /// The entity, a slash and the key, for example `event/735`.
  public var description: String { "\(entity.notation)/\(key)" }
}

extension ObjectKey: CustomStringConvertible {
  /// The key as identifiers are written: the values, separated by commas.
  public var description: String {
    switch self {
    case .integer(let value): String(value)
    case .text(let text): text.notation(isQuoted: text.endsInSlot)
    case .compound(let values):
      values.map { $0.notation(isInList: values.count > 1) }.joined(separator: ",")
    }
  }
}
