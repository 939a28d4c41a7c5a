/// What an item shows, by role: the feed file says it once for each kind of item.
///
/// ```yaml
/// selection: {title: "{name}", value: "{price:0.00}", flags: {added: in_betslip}, tone: {bad: price < 1.05}}
/// ```
public struct ItemAppearance: Hashable, Sendable {
  /// A mark that stands while a field is neither NULL, zero nor an empty text.
  public struct Flag: Hashable, Sendable {
    /// What the mark is called.
    public var name: String
    /// The field that raises it.
    public var field: String

    /// Declares a mark.
    public init(name: String, field: String) {
      self.name = name
      self.field = field
    }
  }

  /// A meaning that the item has while a condition holds.
  public struct ToneRule: Hashable, Sendable {
    /// The meaning.
    public var tone: Tone
    /// The condition on the item's fields.
    public var condition: FieldCondition

    /// Declares a meaning.
    public init(_ tone: Tone, where condition: FieldCondition) {
      self.tone = tone
      self.condition = condition
    }
  }

  /// What the item is called.
  public var title: TextTemplate?
  /// What is said about it in a smaller voice.
  public var subtitle: TextTemplate?
  /// The figure that it is there for, as a price.
  public var value: TextTemplate?
  /// A short text in a corner.
  public var badge: TextTemplate?
  /// The place of a picture.
  public var image: TextTemplate?
  /// Marks, in the order of the feed file.
  public var flags: [Flag]
  /// What the item may mean, in the order of the feed file; the first condition that holds counts.
  public var tones: [ToneRule]
  /// The field whose last minute a live page draws beside the value, or `nil` for none.
  public var spark: String?
  /// Fields that an item carries although it shows them nowhere, for programs that read the feed.
  public var fields: [String]
  /// Where its title leads, or `nil` if it leads nowhere.
  public var link: LinkAppearance?

  /// Declares what an item shows.
  ///
  /// - Parameters:
  ///   - subtitle: What is said about it in a smaller voice.
  ///   - tones: What the item may mean; the first condition that holds counts.
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
  /// The texts with the roles that a feed file calls them by, in its order, and the keys that lead to them.
  package var texts: [(role: String, path: [String], template: TextTemplate)] {
    [
      ("title", [], title), ("subtitle", [], subtitle), ("value", [], value), ("badge", [], badge),
      ("image", [], image), ("link", ["to"], link?.to),
    ].compactMap { role, keys, template in template.map { (role, [role] + keys, $0) } }
  }

  /// The fields that items read: of their texts, flags, tones and sparklines, and those that they carry besides.
  ///
  /// Nothing else of an object is part of an item's content.
  public var fieldNames: [String] {
    var names: [String] = []
    let all =
      texts.flatMap(\.template.fieldNames) + flags.map(\.field)
      + tones.flatMap(\.condition.fieldNames) + (spark.map { [$0] } ?? []) + fields
    for name in all where !names.contains(name) { names.append(name) }
    return names
  }
}
