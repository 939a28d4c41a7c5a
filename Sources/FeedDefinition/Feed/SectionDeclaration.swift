public import FeedFormatting
import FeedLayout
public import FeedModel
import FeedQueries
import FeedStore

/// A section of the feed file; a grouped source yields one section per group.
public struct SectionDeclaration: Hashable, Sendable {
  /// The id of the declaration.
  public var id: Name
  /// The source whose objects it shows.
  public var source: Name
  /// The title of the section, or `nil`; its field `title` is the title of the group.
  public var title: TextTemplate?
  /// The header above the section, or `nil`.
  public var header: Header?
  /// The items of each object.
  public var template: ObjectTemplate
  /// The notice that is shown if there are no objects, or `nil` to leave out the empty section.
  public var placeholder: Notice?
  /// The item that replaces a folded group, or `nil` if groups do not fold.
  public var folded: Fold?
  /// The way its objects are reordered, or `nil` if their order is fixed.
  public var reorder: Reordering?
  /// The default values of the columns of new rows.
  public var insert: [InsertDefault]
  /// The name of its layout, or `nil`.
  public var layout: String?

  /// Declares a section.
  ///
  /// - Parameters:
  ///   - placeholder: The notice that is shown if there are no objects.
  ///   - insert: The default values of the columns of new rows.
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
  /// The text of the header.
  public var text: TextTemplate
  /// Whether the header stays visible while its section scrolls.
  public var pin: Bool

  /// Declares a header.
  ///
  /// - Parameter pin: Whether the header stays visible while its section scrolls.
  public init(text: TextTemplate, pin: Bool = false) {
    self.text = text
    self.pin = pin
  }
}

/// An item that is shown in place of missing content.
public struct Notice: Hashable, Sendable {
  /// The kind of item.
  public var kind: Name
  /// The text of the notice.
  public var text: String

  /// Declares a notice.
  public init(kind: Name, text: String) {
    self.kind = kind
    self.text = text
  }
}

extension SectionDeclaration {
  /// Returns the section's title for a group: the declared title, or else the group's own.
  ///
  /// - Parameter group: The group's title from the query, or `nil` if the query does not group.
  /// - Returns: The title, or `nil` if the section has no title.
  public func title(
    ofGroup group: Value?,
    aggregate: (String) -> Value? = { _ in nil }
  ) -> String? {
    if let template = title ?? header?.text {
      return template.text { $0 == "title" ? group : aggregate($0) }
    }
    switch group {
    case nil, .null: return nil
    case .text(let text): return text.string
    case let group?: return group.description
    }
  }
}

extension SectionDeclaration {
  /// Returns the section with the dates of its texts written in a time zone.
  package func written(in zone: TimeZoneTable) -> SectionDeclaration {
    var section = self
    section.title = title?.written(in: zone)
    section.header?.text.write(in: zone)
    section.folded?.text.write(in: zone)
    return section
  }
}
