public import FeedModel

/// A typed value of a column that the texts of an item show.
///
/// ```swift
/// let look = ItemAppearance(title: try TextTemplate("{name}"), value: try TextTemplate("{price:€0.00}"))
/// RawValue.values(of: content, appearance: look)   // name: text Draw; price: number 2.8, unit €
/// ```
public struct RawValue: Hashable, Sendable {
  /// The type of a value.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A finite number.
    case number
    /// A time in UTC, such as `2026-05-01T18:00:00Z`, or a day, such as `2026-05-01`.
    case date
    /// A text.
    case text
  }

  /// The type of the value.
  public let kind: Kind
  /// The value: an integer or a real for a number, otherwise a text.
  public let value: Value
  /// The unit of a number by its format, such as `€` or `%`; empty without one.
  public let unit: String

  /// Creates a value.
  public init(_ kind: Kind, _ value: Value, unit: String = "") {
    self.kind = kind
    self.value = value
    self.unit = unit
  }

  /// Compares two values by their bytes.
  ///
  /// - Returns: Whether both have the same type, value and unit.
  public static func == (lhs: RawValue, rhs: RawValue) -> Bool {
    lhs.kind == rhs.kind && lhs.value == rhs.value && Text(lhs.unit) == Text(rhs.unit)
  }
}

extension RawValue {
  /// Returns the values of the columns that title, subtitle, value and badge of an item show.
  ///
  /// If several texts show a column, the first one with a format determines its type. NULL and bytes
  /// have no value.
  ///
  /// - Parameter appearance: The appearance of its kind; without one, the item shows its name or
  ///   all of its fields.
  public static func values(
    of content: Content,
    appearance: ItemAppearance?
  ) -> [(name: String, value: RawValue)] {
    guard let appearance else {
      let fields = ItemFace.nameField(of: content).map { [$0] } ?? content.fields.map(\.name)
      return fields.compactMap { name in
        content[name].flatMap { RawValue($0, format: nil) }.map { (name, $0) }
      }
    }
    var columns: [(name: String, format: ValueFormat?)] = []
    let texts = [appearance.title, appearance.subtitle, appearance.value, appearance.badge]
    for case .field(let name, let format) in texts.compactMap({ $0?.parts }).joined() {
      if let index = columns.firstIndex(where: { $0.name == name }) {
        columns[index].format = columns[index].format ?? format
      } else {
        columns.append((name, format))
      }
    }
    return columns.compactMap { name, format in
      content[name].flatMap { RawValue($0, format: format) }.map { (name, $0) }
    }
  }

  /// Creates the value of a column; `nil` for NULL and bytes.
  init?(_ value: Value, format: ValueFormat?) {
    switch format {
    case .date?, .relative?:
      if let date = CivilDate(value) {
        self.init(.date, .text(Text(date.text)))
        return
      }
    case .number, .duration, nil: break
    }
    switch value {
    case .null, .blob: return nil
    case .real(let real) where !real.isFinite: self.init(.text, .text(real < 0 ? "-Inf" : "Inf"))
    case .integer, .real:
      self.init(.number, format?.divided(value) ?? value, unit: format?.unit ?? "")
    case .text(let text): self.init(.text, .text(Text(text.string.inert)))
    }
  }
}

extension ValueFormat {
  /// The number in its unit; `nil` unless the format divides numbers.
  fileprivate func divided(_ value: Value) -> Value? {
    let scale =
      switch self {
      case .number(let format): format.scale
      case .duration(let scale): scale
      case .date, .relative: 0
      }
    guard scale > 0 else { return nil }
    let divisor = (0..<scale).reduce(1.0) { power, _ in power * 10 }
    return switch value {
    case .integer(let integer): .real(Double(integer) / divisor)
    case .real(let real): .real(real / divisor)
    default: nil
    }
  }

  /// The unit of the numbers in this format; empty without one.
  fileprivate var unit: String {
    switch self {
    case .number(let format): format.unit
    case .duration: "s"
    case .date, .relative: ""
    }
  }
}

extension NumberFormat {
  /// The text around the digits, without spaces at its ends.
  fileprivate var unit: String {
    [prefix, suffix].map { text in
      let start = text.drop { $0 == " " }
      return String(start.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }.joined(separator: " ").inert
  }
}

extension CivilDate {
  /// The date in ISO 8601; a time is in UTC.
  fileprivate var text: String {
    let time = ISOTime.text(secondsSince1970) ?? ""
    return hasTime ? time : String(time.prefix(10))
  }
}
