public import FeedFormatting
public import FeedModel
import FeedSnapshots

/// The content of an item by role; an empty part is absent.
public struct WireLook: Hashable, Sendable {
  /// The kind of the item, as the feed file names it.
  public var kind = ""
  /// The main text.
  public var title = ""
  /// The secondary text.
  public var subtitle = ""
  /// The main figure, for example a price.
  public var value = ""
  /// A short text in a corner.
  public var badge = ""
  /// The address of a picture.
  public var image = ""
  /// The meaning of the item: `good`, `bad`, `warning`, `muted` or `accent`.
  public var tone = ""
  /// The active flags, in the order of the feed file.
  public var flags: [String] = []
  /// The fields that the feed file exports for programs, by name, without NULL.
  public private(set) var fields: [Field] = []

  /// The typed values of the columns that the texts show, by name, if the client requests them.
  public private(set) var raw: [RawField] = []

  /// A column with its typed value.
  public struct RawField: Hashable, Sendable {
    /// The name of the column.
    public let name: String
    /// Its value.
    public let value: RawValue
  }

  /// A field for programs.
  public struct Field: Hashable, Sendable {
    /// The name of the field.
    public let name: String
    /// An integer, a real or a text; bytes are a text of hexadecimal digits.
    public let value: Value
  }

  /// Creates an empty look.
  public init(kind: String = "") { self.kind = kind }

  /// Returns the value of a field.
  ///
  /// - Returns: The value, or `nil` if the field is absent or NULL.
  public func field(_ name: String) -> Value? {
    fields.first { $0.name.hasSameBytes(as: name) }?.value
  }

  /// Sets the fields, sorted by name and without NULL.
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

  /// Returns the typed value of a column.
  ///
  /// - Returns: The value, or `nil` if no text shows the column or it is NULL.
  public func rawValue(_ name: String) -> RawValue? {
    raw.first { $0.name.hasSameBytes(as: name) }?.value
  }

  /// Sets the typed values, sorted by name.
  public mutating func setRaw(_ values: some Sequence<(name: String, value: RawValue)>) {
    raw = []
    for (name, value) in values {
      let name = Text(name)
      raw.removeAll { Text($0.name) == name }
      let place = raw.firstIndex { name < Text($0.name) } ?? raw.endIndex
      raw.insert(RawField(name: name.string, value: value), at: place)
    }
  }
}

extension WireLook {
  /// The parts of a look, by their keys in JSON.
  public enum Key: String, Hashable, Sendable, CaseIterable {
    // Each case is the property of the same name.
    case kind, title, subtitle, value, badge, image, tone, flags, fields, raw

    static let texts: [Key] = [.kind, .title, .subtitle, .value, .badge, .image, .tone]
  }

  /// The text of a key; empty for keys without a text.
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
      case .flags, .fields, .raw: ""
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
      case .flags, .fields, .raw: break
      }
    }
  }

  /// Compares two looks by their bytes.
  ///
  /// - Returns: Whether both looks are equal.
  public static func == (lhs: WireLook, rhs: WireLook) -> Bool {
    Key.texts.allSatisfy { lhs[text: $0].hasSameBytes(as: rhs[text: $0]) }
      && lhs.flags.elementsEqual(rhs.flags) { $0.hasSameBytes(as: $1) }
      && lhs.fields == rhs.fields && lhs.raw == rhs.raw
  }
}

extension WireLook.RawField {
  /// Compares two columns by their bytes.
  ///
  /// - Returns: Whether both columns have the same name and value.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.name.hasSameBytes(as: rhs.name) && lhs.value == rhs.value
  }
}

extension WireLook.Field {
  /// Compares two fields by their bytes.
  ///
  /// - Returns: Whether both fields have the same name and value.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.name.hasSameBytes(as: rhs.name) && lhs.value == rhs.value
  }
}

extension Value {
  /// The value in JSON: no NULL, finite numbers, and bytes as hexadecimal digits.
  fileprivate var onTheWire: Value? {
    switch self {
    case .null: nil
    // Use the text that SQLite prints.
    case .real(let real) where !real.isFinite: .text(real < 0 ? "-Inf" : "Inf")
    case .integer, .real: self
    case .text(let text): .text(Text(text.string))
    case .blob(let bytes):
      .text(Text(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()))
    }
  }
}

extension String {
  /// Returns whether two strings have the same bytes; `==` ignores canonical differences.
  func hasSameBytes(as other: String) -> Bool { Text(self) == Text(other) }
}

extension WireLook {
  /// Returns the changes from another look to this one; `nil` if there is no visible change.
  func difference(from old: WireLook) -> (set: WireLook, unset: [Key])? {
    var set = WireLook()
    var unset: [Key] = []
    for key in Key.texts {
      let text = self[text: key]
      guard !text.hasSameBytes(as: old[text: key]) else { continue }
      if text.isEmpty { unset.append(key) } else { set[text: key] = text }
    }
    if !flags.elementsEqual(old.flags, by: { $0.hasSameBytes(as: $1) }) {
      if flags.isEmpty { unset.append(.flags) } else { set.flags = flags }
    }
    if fields != old.fields {
      if fields.isEmpty { unset.append(.fields) } else { set.fields(of: self) }
    }
    if raw != old.raw {
      if raw.isEmpty { unset.append(.raw) } else { set.raw(of: self) }
    }
    return set.isEmpty && unset.isEmpty ? nil : (set, unset)
  }

  /// Returns the look after a change.
  func applying(_ change: WireChange) -> WireLook {
    var look = self
    for key in Key.texts where !change.set[text: key].isEmpty {
      look[text: key] = change.set[text: key]
    }
    if !change.set.flags.isEmpty { look.flags = change.set.flags }
    if !change.set.fields.isEmpty { look.fields(of: change.set) }
    if !change.set.raw.isEmpty { look.raw(of: change.set) }
    for key in change.unset {
      switch key {
      case .flags: look.flags = []
      case .fields: look.setFields([])
      case .raw: look.setRaw([])
      default: look[text: key] = ""
      }
    }
    return look
  }

  /// Whether all parts are empty.
  var isEmpty: Bool {
    Key.texts.allSatisfy { self[text: $0].isEmpty } && flags.isEmpty && fields.isEmpty
      && raw.isEmpty
  }

  private mutating func raw(of other: WireLook) {
    setRaw(other.raw.map { ($0.name, $0.value) })
  }

  private mutating func fields(of other: WireLook) {
    setFields(other.fields.map { ($0.name, $0.value) })
  }
}
