public import FeedFormatting
public import FeedLayout
import FeedModel
import FeedQueries
package import FeedStore

/// A declared feed: the store's schema, sources, sections, items and layouts.
public struct Feed: Sendable {
  /// The title of the feed.
  public var title: String?
  /// The time zone of written dates.
  public var timeZone: TimeZoneTable
  /// The schema of the store, or `nil` for a feed of documents alone.
  public var schema: SchemaReference?
  /// The path of an existing database that the queries read, or `nil` if the feed has its own store.
  public var database: String?
  /// The fixture that fills an empty store, or `nil`.
  public var seed: SeedReference?
  /// Whether triggers in the store's file record the rows that other programs change.
  public var tracksOthers: Bool
  /// The folder of the pictures that items name, or `nil` if the server serves no pictures.
  public var pictures: PictureFolder?
  /// The hosts of pictures on the web that the page shows; `*.` before a name stands for its subdomains.
  public var images: [String]
  /// The sources, in the order of the file.
  public var sources: [SourceDeclaration]
  /// The sections, in display order.
  public var sections: [SectionDeclaration]
  /// The appearance of items, by kind.
  public var items: [String: ItemAppearance]
  /// The layouts, by name.
  public var layouts: [String: LayoutSection]
  /// The settings of the whole layout; section declarations name the layouts of sections.
  public var layout: LayoutDescription
  /// The adapters of foreign messages, by name.
  public var adapters: [String: AdapterDeclaration]
  /// The actions of readers, in the order of the file.
  public var actions: [ActionDeclaration]
  /// The inputs of a running feed, in the order of the file.
  public var inputs: [InputDeclaration]
  /// The alerts of a running feed, in the order of the file.
  public var alerts: [AlertDeclaration]
  /// The locations of the statements of actions and adapters, by path; their errors name them.
  ///
  /// A path consists of the keys that lead to a statement, for example `["actions", "fold", "sql", "0"]`.
  package var places: [[String]: StoreError.Location] = [:]

  /// Declares a feed.
  ///
  /// - Parameters:
  ///   - database: The path of an existing database that the queries read.
  ///   - seed: The fixture that fills an empty store.
  ///   - tracksOthers: Whether triggers in the store's file record the rows that other programs change.
  ///   - images: The hosts of pictures on the web.
  ///   - inputs: The inputs of a running feed, in order.
  public init(
    title: String? = nil,
    timeZone: TimeZoneTable = .utc,
    schema: SchemaReference? = nil,
    database: String? = nil,
    seed: SeedReference? = nil,
    tracksOthers: Bool = false,
    pictures: PictureFolder? = nil,
    images: [String] = [],
    sources: [SourceDeclaration] = [],
    sections: [SectionDeclaration] = [],
    items: [String: ItemAppearance] = [:],
    layouts: [String: LayoutSection] = [:],
    layout: LayoutDescription = LayoutDescription(),
    adapters: [String: AdapterDeclaration] = [:],
    actions: [ActionDeclaration] = [],
    inputs: [InputDeclaration] = [],
    alerts: [AlertDeclaration] = []
  ) {
    self.title = title
    self.timeZone = timeZone
    self.schema = schema
    self.database = database
    self.seed = seed
    self.tracksOthers = tracksOthers
    self.pictures = pictures
    self.images = images
    self.sources = sources
    self.sections = sections
    self.items = items
    self.layouts = layouts
    self.layout = layout
    self.adapters = adapters
    self.actions = actions
    self.inputs = inputs
    self.alerts = alerts
  }
}

/// The schema of a store: its file and its text.
public struct SchemaReference: Hashable, Sendable {
  /// The path of the file.
  public var path: String
  /// The text of the file: plain SQL.
  public var sql: String

  /// Refers to a schema.
  public init(path: String, sql: String) {
    self.path = path
    self.sql = sql
  }
}

/// The fixture that fills an empty store: its file and its text.
public struct SeedReference: Hashable, Sendable {
  /// The path of the file.
  public var path: String
  /// The text of the file: JSON Lines, one message per line.
  public var text: String

  /// Refers to a seed.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}

extension Feed {
  /// Records the places of the statements that run later, for messages about their runs.
  mutating func noteStatements(of root: YAMLNode, in source: SourceText) {
    func note(_ node: YAMLNode, _ path: [String]) {
      places[path] = StoreError.Location(
        name: source.name,
        line: node.position.line,
        column: node.position.column
      )
    }
    func note(statements: YAMLNode?, _ path: String...) {
      for (index, node) in (statements?.listOrSingle ?? []).enumerated() {
        note(node, path + ["sql", String(index)])
      }
    }
    func note(queries: YAMLNode?, _ path: String...) {
      for query in queries?.entries ?? [] { note(query.value, path + ["let", query.key]) }
    }
    for action in root[\FeedKeys.actions]?.entries ?? [] {
      note(statements: action.value[\ActionKeys.sql], "actions", action.key)
    }
    for adapter in root[\FeedKeys.adapters]?.entries ?? [] {
      let isShort = adapter.value.entries == nil
      let statements = isShort ? adapter.value : adapter.value[\AdapterKeys.sql]
      note(statements: statements, "adapters", adapter.key)
      for replacement in adapter.value[\AdapterKeys.replace]?.entries ?? [] {
        note(replacement.value, ["adapters", adapter.key, "replace", replacement.key])
      }
      for mark in adapter.value[\AdapterKeys.marks]?.entries ?? [] {
        note(mark.value, ["adapters", adapter.key, "marks", mark.key])
      }
      note(queries: adapter.value[\AdapterKeys.let], "adapters", adapter.key)
      for (index, node) in (adapter.value[\AdapterKeys.cases]?.list ?? []).enumerated() {
        let place = String(index)
        if let condition = node[\CaseKeys.when] {
          note(condition, ["adapters", adapter.key, "cases", place, "when"])
        }
        note(statements: node[\CaseKeys.sql], "adapters", adapter.key, "cases", place)
        note(queries: node[\CaseKeys.let], "adapters", adapter.key, "cases", place)
      }
    }
  }
}

extension TextTemplate {
  mutating func write(in zone: TimeZoneTable) { self = written(in: zone) }
}

extension Feed {
  /// Whether any text writes a date.
  package var writesDates: Bool {
    let texts =
      items.values.flatMap { $0.texts.map(\.template) }
      + sections.flatMap { [$0.title, $0.header?.text, $0.folded?.text].compactMap { $0 } }
    return texts.contains(where: \.writesDates)
  }
}

extension Feed {
  /// The fields that items read, by kind and entity, in the order in which sections first show them.
  ///
  /// An item has the same content in every section that shows it, so the rules of all sections count.
  ///
  /// - Complexity: O(*n*) for a feed file of *n* values.
  public var itemFields: [ItemFields] {
    var fields = ItemFieldCollector(appearances: items)
    for section in sections {
      guard let source = sources.first(where: { $0.id == section.source }) else { continue }
      fields.add(section.template, of: Objects(source))
    }
    return fields.found
  }
}

extension Feed {
  /// The conditions that SQLite computes with the rows of a kind of items: those of tones and alerts.
  func conditions(of kind: Name) -> [RowCondition] {
    let tones = items[kind.description]?.tones.map(\.condition) ?? []
    return tones + alerts.filter { $0.kind == kind }.map(\.condition)
  }
}

extension Feed {
  /// Allows the programs of inputs and alerts, which run with all rights of this process.
  public mutating func allowPrograms() {
    for index in inputs.indices {
      guard case .exec(var command) = inputs[index].kind else { continue }
      command.isAllowed = true
      inputs[index].kind = .exec(command)
    }
    for index in alerts.indices {
      guard case .exec(var command) = alerts[index].receiver else { continue }
      command.isAllowed = true
      alerts[index].receiver = .exec(command)
    }
  }
}
