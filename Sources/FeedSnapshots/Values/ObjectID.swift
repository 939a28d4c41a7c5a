/// The key of an object within its entity: an integer, a text, or the values of a compound key.
public enum ObjectKey: Hashable, Sendable {
  /// An integer key, as of a table with `INTEGER PRIMARY KEY`.
  case integer(Int64)
  /// A text key, compared by its bytes.
  case text(Text)
  /// A key of several columns, or of one that is neither an integer nor a text.
  case compound([Value])
}

extension ObjectKey {
  /// Makes a key of a primary key's values.
  ///
  /// - Parameter values: The values in the order of the key's columns.
  public init(_ values: [Value]) {
    switch values.first {
    case .integer(let value) where values.count == 1: self = .integer(value)
    case .text(let text) where values.count == 1: self = .text(text)
    default: self = .compound(values)
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
}

extension ObjectKey: CustomStringConvertible {
  /// The key as identifiers are written: the values, separated by commas.
  public var description: String {
    switch self {
    case .integer(let value): String(value)
    case .text(let text): text.string.isEmpty ? "''" : text.string
    case .compound(let values):
      values.count == 1
        ? values[0].description : values.map(\.descriptionInList).joined(separator: ",")
    }
  }
}

/// The stable identity of an object: its entity and its primary key, written `event/735`.
public struct ObjectID: Hashable, Sendable {
  /// The primary key, or the document's own id.
  public let key: ObjectKey
  /// The table, or the name of the document.
  public let entity: Name

  /// Names an object.
  ///
  /// - Parameters:
  ///   - entity: The table, or the name of the document.
  ///   - key: The primary key, or the document's own id.
  public init(entity: Name, key: ObjectKey) {
    self.entity = entity
    self.key = key
  }
}

extension ObjectID: CustomStringConvertible {
  /// The entity, a slash and the key, for example `event/735`.
  public var description: String { "\(entity)/\(key)" }
}
