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
  /// The field whose last minute a live page draws after the value, or `nil`.
  public var spark: String?
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
    spark: String? = nil
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

  /// The fields of an item's content: those of its texts, flags, tones and sparkline, and `fields`.
  public var fieldNames: [String] {
    var names: [String] = []
    let all =
      texts.flatMap(\.template.fieldNames) + flags.map(\.field)
      + tones.flatMap(\.condition.columns) + (spark.map { [$0] } ?? []) + fields
    for name in all where !names.contains(name) { names.append(name) }
    return names
  }
}
