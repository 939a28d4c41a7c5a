public import FeedModel

/// The texts and marks of an item, by role; the feed file declares them once for each kind of item.
///
/// ```yaml
/// selection: {title: "{name}", value: "{price:0.00}", flags: {added: in_betslip}, tone: {bad: price < 1.05}}
/// ```
public struct ItemAppearance: Hashable, Sendable {
  /// A mark that is shown while a field is neither NULL, zero nor an empty text.
  public struct Flag: Hashable, Sendable {
    /// The name of the mark.
    public var name: String
    /// The field that decides whether the mark is shown.
    public var field: String

    /// Declares a mark.
    public init(name: String, field: String) {
      self.name = name
      self.field = field
    }
  }

  /// A tone that the item has while a condition holds.
  public struct ToneRule: Hashable, Sendable {
    /// The tone.
    public var tone: Tone
    /// The condition on the item's fields.
    public var condition: RowCondition

    /// Declares a tone with its condition.
    public init(_ tone: Tone, where condition: RowCondition) {
      self.tone = tone
      self.condition = condition
    }
  }

  /// A field and the range of its values: 0 % of a bar or gauge is `from`, 100 % is `to`.
  public struct Measure: Hashable, Sendable {
    /// The field.
    public var field: String
    /// The value at which a bar is empty.
    public var from: Double
    /// The value at which a bar is full; it is not `from`, but may be below it.
    public var to: Double

    /// Declares a measure.
    public init(_ field: String, from: Double = 0, to: Double = 1) {
      self.field = field
      self.from = from
      self.to = to
    }

    /// Returns the share of the range, from 0 to 1; `nil` unless the value is a finite number.
    public func share(of value: Value?) -> Double? {
      guard let number = value?.figure, number.isFinite, to != from else { return nil }
      return min(max((number - from) / (to - from), 0), 1)
    }
  }

  /// The title of the item.
  public var title: TextTemplate?
  /// The secondary text.
  public var subtitle: TextTemplate?
  /// The main figure, such as a price.
  public var value: TextTemplate?
  /// A short text in a corner.
  public var badge: TextTemplate?
  /// The path or the address of a picture.
  public var image: TextTemplate?
  /// Marks, in the order of the feed file.
  public var flags: [Flag]
  /// The possible tones, in the order of the feed file; the first condition that holds counts.
  public var tones: [ToneRule]
  /// The field whose last minute a live page draws next to the value, or `nil`.
  public var spark: String?
  /// The measure that is drawn as a bar, or `nil`.
  public var bar: Measure?
  /// The measure that is drawn as a gauge, or `nil`; a terminal draws it as a bar.
  public var gauge: Measure?
  /// Fields that an item carries without showing them, for programs that read the feed.
  public var fields: [String]
  /// The link of the title, or `nil`.
  public var link: LinkAppearance?

  /// Declares the appearance of an item.
  ///
  /// - Parameters:
  ///   - subtitle: The secondary text.
  ///   - tones: The possible tones; the first condition that holds counts.
  ///   - spark: The field whose last minute a live page draws.
  ///   - bar: The measure that is drawn as a bar.
  ///   - gauge: The measure that is drawn as a gauge.
  public init(
    title: TextTemplate? = nil,
    subtitle: TextTemplate? = nil,
    value: TextTemplate? = nil,
    badge: TextTemplate? = nil,
    image: TextTemplate? = nil,
    flags: [(name: String, field: String)] = [],
    tones: [ToneRule] = [],
    fields: [String] = [],
    link: LinkAppearance? = nil,
    spark: String? = nil,
    bar: Measure? = nil,
    gauge: Measure? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.value = value
    self.badge = badge
    self.image = image
    self.flags = flags.map { Flag(name: $0.name, field: $0.field) }
    self.tones = tones
    self.fields = fields
    self.link = link
    self.spark = spark
    self.bar = bar
    self.gauge = gauge
  }
}

extension ItemAppearance {
  /// The texts with their roles in the feed file, in its order, and the keys that lead to them.
  package var texts: [(role: String, path: [String], template: TextTemplate)] {
    [
      ("title", [], title), ("subtitle", [], subtitle), ("value", [], value), ("badge", [], badge),
      ("image", [], image), ("link", ["to"], link?.to),
    ].compactMap { role, keys, template in template.map { (role, [role] + keys, $0) } }
  }

  /// The fields that clients get in addition to the texts: `fields`, and those that are drawn.
  public var carriedFields: [String] {
    var names = fields
    for name in [spark, bar?.field, gauge?.field].compactMap(\.self) where !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// The fields of an item's content: those of its texts, flags, tones and figures, and `fields`.
  public var fieldNames: [String] {
    var names: [String] = []
    let all =
      texts.flatMap(\.template.fieldNames) + flags.map(\.field)
      + tones.flatMap(\.condition.columns) + carriedFields
    for name in all where !names.contains(name) { names.append(name) }
    return names
  }
}

extension ItemAppearance {
  /// The distinct times that are written relative to now.
  package var relativeFields: [RelativeField] {
    var fields: [RelativeField] = []
    for field in texts.flatMap(\.template.relativeFields) where !fields.contains(field) {
      fields.append(field)
    }
    return fields
  }
}

extension ItemAppearance {
  /// Returns the appearance with the dates of its texts in a time zone.
  public func written(in zone: TimeZoneTable) -> ItemAppearance {
    var look = self
    look.title = title?.written(in: zone)
    look.subtitle = subtitle?.written(in: zone)
    look.value = value?.written(in: zone)
    look.badge = badge?.written(in: zone)
    look.image = image?.written(in: zone)
    if let link { look.link?.to = link.to.written(in: zone) }
    return look
  }
}
