public import FeedFormatting
public import FeedLayout
package import FeedStore

/// A feed as its file declares it: the store's schema, sources, sections, items and layouts.
public struct Feed: Sendable {
  /// What the feed is called.
  public var title: String?
  /// The time zone in which dates are written.
  public var timeZone: TimeZoneTable
  /// The schema of the store, or `nil` for a feed of documents alone.
  public var schema: SchemaReference?
  /// The path of the database that the queries read, if it exists already and has no schema of ours.
  public var database: String?
  /// What an empty store begins with, or nothing.
  public var seed: SeedReference?
  /// Whether triggers in the store's file note which rows other programs change.
  public var tracksOthers: Bool
  /// The folder of the pictures that items name, or `nil` if a server hands out none.
  public var pictures: PictureFolder?
  /// The sources, in the order of the file.
  public var sources: [SourceDeclaration]
  /// The sections, in the order in which they are shown.
  public var sections: [SectionDeclaration]
  /// What each kind of item shows.
  public var items: [String: ItemAppearance]
  /// The layouts, by name.
  public var layouts: [String: LayoutSection]
  /// What holds for the whole layout; its sections are named by the section declarations.
  public var layout: LayoutDescription
  /// What turns foreign messages into rows, by the name of the adapter.
  public var adapters: [String: AdapterDeclaration]
  /// What readers may do, in the order of the file.
  public var actions: [ActionDeclaration]
  /// Where messages come from while the feed runs, in the order of the file.
  public var inputs: [InputDeclaration]
  /// Where the statements of actions and adapters stand in the feed file, by the keys that lead to
  /// them, as `["actions", "fold", "sql", "0"]`: errors of their runs name the place.
  package var places: [[String]: StoreError.Location] = [:]

  /// Declares a feed.
  ///
  /// - Parameters:
  ///   - title: What the feed is called.
  ///   - timeZone: The time zone in which dates are written.
  ///   - schema: The schema of the store.
  ///   - database: The path of the database that exists already.
  ///   - seed: What an empty store begins with.
  ///   - tracksOthers: Whether triggers in the store's file note which rows other programs change.
  ///   - pictures: The folder of the pictures that items name.
  ///   - sources: The sources, in order.
  ///   - sections: The sections, in order.
  ///   - items: What each kind of item shows.
  ///   - layouts: The layouts, by name.
  ///   - layout: What holds for the whole layout.
  ///   - adapters: What turns foreign messages into rows.
  ///   - actions: What readers may do, in order.
  ///   - inputs: Where messages come from while the feed runs, in order.
  public init(
    title: String? = nil,
    timeZone: TimeZoneTable = .utc,
    schema: SchemaReference? = nil,
    database: String? = nil,
    seed: SeedReference? = nil,
    tracksOthers: Bool = false,
    pictures: PictureFolder? = nil,
    sources: [SourceDeclaration] = [],
    sections: [SectionDeclaration] = [],
    items: [String: ItemAppearance] = [:],
    layouts: [String: LayoutSection] = [:],
    layout: LayoutDescription = LayoutDescription(),
    adapters: [String: AdapterDeclaration] = [:],
    actions: [ActionDeclaration] = [],
    inputs: [InputDeclaration] = []
  ) {
    self.title = title
    self.timeZone = timeZone
    self.schema = schema
    self.database = database
    self.seed = seed
    self.tracksOthers = tracksOthers
    self.pictures = pictures
    self.sources = sources
    self.sections = sections
    self.items = items
    self.layouts = layouts
    self.layout = layout
    self.adapters = adapters
    self.actions = actions
    self.inputs = inputs
  }
}

/// The schema of a store: where it was read, and what it says.
public struct SchemaReference: Hashable, Sendable {
  /// The path of the file.
  public var path: String
  /// The text of the file: plain SQL.
  public var sql: String

  /// Refers to a schema.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - sql: The text of the file.
  public init(path: String, sql: String) {
    self.path = path
    self.sql = sql
  }
}

/// The fixture that an empty store begins with: where it was read, and what it says.
public struct SeedReference: Hashable, Sendable {
  /// The path of the file.
  public var path: String
  /// The text of the file: JSON Lines, a message each.
  public var text: String

  /// Refers to a seed.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - text: The text of the file.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
