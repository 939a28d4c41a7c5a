public import FeedModel

/// What an item says, role by role; what is empty is not there.
public struct WireLook: Hashable, Sendable {
  /// The kind of item, as the feed file names it.
  public var kind = ""
  /// What the item is called.
  public var title = ""
  /// What is said about it in a smaller voice.
  public var subtitle = ""
  /// The figure that it is there for, as a price.
  public var value = ""
  /// A short text in a corner.
  public var badge = ""
  /// The place of a picture.
  public var image = ""
  /// What the item means: `good`, `bad`, `warning`, `muted` or `accent`.
  public var tone = ""
  /// The marks that are raised, in the order of the feed file.
  public var flags: [String] = []
  /// The fields that the feed file has items carry for programs, by name; none of them is NULL.
  public private(set) var fields: [Field] = []

  /// A field for programs.
  public struct Field: Hashable, Sendable {
    /// What the field is called.
    public let name: String
    /// An integer, a real or a text; bytes are the text of their hexadecimal digits.
    public let value: Value
  }

  /// Makes a look that says nothing.
  ///
  /// - Parameter kind: The kind of item.
  public init(kind: String = "") { self.kind = kind }

  /// Reads a field.
  ///
  /// - Parameter name: The name of the field.
  /// - Returns: Its value, or `nil` if there is no such field or it is NULL.
  public func field(_ name: String) -> Value? {
    fields.first { $0.name.hasSameBytes(as: name) }?.value
  }

  /// Carries some fields: in the order of their names, without those that are NULL.
  ///
  /// - Parameter values: Names and values; of two that are the same, the last one counts.
  public mutating func setFields(_ values: some Sequence<(name: String, value: Value)>) {
    fields = []
    for (name, value) in values {
      let name = Text(name)
      fields.removeAll { Text($0.name) == name }
      guard let value = value.onTheWire else { continue }
      let place = fields.firstIndex { name < Text($0.name) } ?? fields.endIndex
      fields.insert(Field(name: name.string, value: value), at: place)
    }
  }
}

extension WireLook {
  /// The parts of a look, by the keys that they have in JSON.
  public enum Key: String, Hashable, Sendable, CaseIterable {
    // The cases are the properties of the same names.
    case kind, title, subtitle, value, badge, image, tone, flags, fields

    static let texts: [Key] = [.kind, .title, .subtitle, .value, .badge, .image, .tone]
  }

  /// One of the texts; empty for the keys that are none.
  subscript(text key: Key) -> String {
    get {
      switch key {
      case .kind: kind
      case .title: title
      case .subtitle: subtitle
      case .value: value
      case .badge: badge
      case .image: image
      case .tone: tone
      case .flags, .fields: ""
      }
    }
    set {
      switch key {
      case .kind: kind = newValue
      case .title: title = newValue
      case .subtitle: subtitle = newValue
      case .value: value = newValue
      case .badge: badge = newValue
      case .image: image = newValue
      case .tone: tone = newValue
      case .flags, .fields: break
      }
    }
  }

  /// Compares two looks by their bytes.
  ///
  /// - Parameters:
  ///   - lhs: A look.
  ///   - rhs: Another one.
  /// - Returns: Whether both say the same.
  public static func == (lhs: WireLook, rhs: WireLook) -> Bool {
    Key.texts.allSatisfy { lhs[text: $0].hasSameBytes(as: rhs[text: $0]) }
      && lhs.flags.elementsEqual(rhs.flags) { $0.hasSameBytes(as: $1) }
      && lhs.fields == rhs.fields
  }
}

extension WireLook.Field {
  /// Compares two fields by their bytes.
  ///
  /// - Parameters:
  ///   - lhs: A field.
  ///   - rhs: Another one.
  /// - Returns: Whether both have one name and one value.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.name.hasSameBytes(as: rhs.name) && lhs.value == rhs.value
  }
}

extension Value {
  /// The value as JSON can have it: no NULL, nothing infinite, and bytes as their hexadecimal digits.
  fileprivate var onTheWire: Value? {
    switch self {
    case .null: nil
    // As SQLite prints it.
    case .real(let real) where !real.isFinite: .text(real < 0 ? "-Inf" : "Inf")
    case .integer, .real: self
    case .text(let text): .text(Text(text.string))
    case .blob(let bytes):
      .text(Text(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()))
    }
  }
}

extension String {
  /// Whether two strings have the same bytes; Swift's own `==` takes what is canonically equivalent for one.
  func hasSameBytes(as other: String) -> Bool { Text(self) == Text(other) }
}
