public import FeedFormatting
public import FeedModel

/// A section as the feed file declares it; of a grouped source it becomes one section a group.
public struct SectionDeclaration: Hashable, Sendable {
  /// The id of the declaration.
  public var id: Name
  /// The source whose objects it shows.
  public var source: Name
  /// What the section is called, or nothing; the field `title` is the title of the group.
  public var title: TextTemplate?
  /// The header that stands above it, or nothing.
  public var header: Header?
  /// What each object yields.
  public var template: ObjectTemplate
  /// What is shown when there are no objects, or `nil` for a section that is then absent.
  public var placeholder: Notice?
  /// What is shown in place of a group that is folded away; without it, groups do not fold.
  public var folded: Fold?
  /// How its objects get another order, or `nil` if they cannot.
  public var reorder: Reordering?
  /// What columns of new rows hold if nothing is said about them.
  public var insert: [InsertDefault]
  /// The name of its layout, or nothing.
  public var layout: String?

  /// Declares a section.
  ///
  /// - Parameters:
  ///   - id: The id of the declaration.
  ///   - source: The source whose objects it shows.
  ///   - title: What the section is called.
  ///   - header: The header that stands above it.
  ///   - template: What each object yields.
  ///   - placeholder: What is shown when there are no objects.
  ///   - folded: What is shown in place of a group that is folded away.
  ///   - reorder: How its objects get another order.
  ///   - insert: What columns of new rows hold if nothing is said about them.
  ///   - layout: The name of its layout.
  public init(
    id: Name,
    source: Name,
    title: TextTemplate? = nil,
    header: Header? = nil,
    template: ObjectTemplate,
    placeholder: Notice? = nil,
    folded: Fold? = nil,
    reorder: Reordering? = nil,
    insert: [InsertDefault] = [],
    layout: String? = nil
  ) {
    self.id = id
    self.source = source
    self.title = title
    self.header = header
    self.template = template
    self.placeholder = placeholder
    self.folded = folded
    self.reorder = reorder
    self.insert = insert
    self.layout = layout
  }
}

/// The header of a section.
public struct Header: Hashable, Sendable {
  /// What it says.
  public var text: TextTemplate
  /// Whether it stays in sight while its section scrolls by.
  public var pin: Bool

  /// Declares a header.
  ///
  /// - Parameters:
  ///   - text: What it says.
  ///   - pin: Whether it stays in sight while its section scrolls by.
  public init(text: TextTemplate, pin: Bool = false) {
    self.text = text
    self.pin = pin
  }
}

/// An item that says that there is nothing to show.
public struct Notice: Hashable, Sendable {
  /// The kind of item.
  public var kind: Name
  /// What it says.
  public var text: String

  /// Declares a notice.
  ///
  /// - Parameters:
  ///   - kind: The kind of item.
  ///   - text: What it says.
  public init(kind: Name, text: String) {
    self.kind = kind
    self.text = text
  }
}
