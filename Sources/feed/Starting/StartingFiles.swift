import FeedDefinition
import FeedModel
import Foundation

/// The files of a new feed.
struct StartingFiles {
  /// A file and its purpose.
  struct File {
    let name: String
    let text: String
    let purpose: String
  }

  /// The choices of the user.
  struct Choices {
    /// The name of the files and the table.
    var name: String
    var title: String
    var directory: String
    var key: String?
    var group: String?
    var order: String?
  }

  private(set) var files: [File] = []
  private let choices: Choices

  /// Generates the files of a feed.
  init(_ point: StartingPoint, _ choices: Choices) throws {
    self.choices = choices
    switch point {
    case .nothing: addSample()
    case .rows(let rows): try addRows(rows)
    case .database(let path, let tables): try addDatabase(path, tables)
    }
    add("feed.schema.json", FeedSchema.text, "for editors, which complete and check the feed file")
  }

  /// The path of the feed file.
  var feedPath: String { path(of: feedName) }
  /// The path of the sample lines.
  var linesPath: String { path(of: linesName) }

  private var feedName: String { "\(choices.name).yaml" }
  private var schemaName: String { "\(choices.name).sql" }
  private var seedName: String { "\(choices.name).seed.jsonl" }
  private var linesName: String { "\(choices.name).updates.jsonl" }

  func path(of name: String) -> String {
    choices.directory == "."
      ? name : URL(filePath: choices.directory).appending(path: name).relativePath
  }

  private mutating func add(_ name: String, _ text: String, _ purpose: String) {
    files.append(File(name: name, text: text, purpose: purpose))
  }

  // MARK: From nothing

  private mutating func addSample() {
    let text = StartingSample.feed
      .replacing("TITLE", with: choices.title.asYAML)
      .replacing("NAME", with: choices.name)
    add(feedName, text, "the feed file")
    add(schemaName, StartingSample.schema, "the tables")
    add(seedName, StartingSample.seed, "the rows of an empty store")
    add(linesName, StartingSample.lines, "sample lines to play")
  }

  // MARK: From rows

  private mutating func addRows(_ rows: StartingRows) throws {
    let table = try rows.table(choices.name.asTableName, key: choices.key)
    try check(table)
    let store = "  schema: \(schemaName.asYAMLPath)\n  seed: \(seedName.asYAMLPath)\n"
    let adapter = "\nadapters:\n" + table.adapter(itemsPath: rows.itemsPath)
    add(feedName, feed(store: store, [table], limit: nil) + adapter, "the feed file")
    add(schemaName, table.schema, "the table")
    add(seedName, table.seed, "the rows of an empty store")
    add(linesName, table.lines(messages: rows.messages), "sample lines to play")
  }

  // MARK: From a database

  private mutating func addDatabase(_ path: String, _ tables: [StartingTable]) throws {
    if tables.count == 1 { try check(tables[0]) }
    let path = Self.relative(path, to: choices.directory)
    let store = "  file: \(path.asYAMLPath)\n"
    add(feedName, feed(store: store, tables, limit: 100), "the feed file")
    let lines = tables.lazy.map { $0.lines(messages: []) }.first { !$0.isEmpty }
    add(linesName, lines ?? "", "sample lines to play, into a copy")
  }

  /// Checks that the table has the chosen columns.
  private func check(_ table: StartingTable) throws {
    for chosen in [choices.group, choices.order].compactMap(\.self)
    where table.column(chosen) == nil {
      throw Failure.badInput(
        "unknown-column",
        "table '\(table.name)' has no column '\(chosen)'",
        hint: Suggestion.hint(for: chosen, among: table.columns.map(\.name), kind: "columns")
      )
    }
  }

  /// Returns a path for the feed file: relative if the file is near the feed file's folder.
  private static func relative(_ path: String, to directory: String) -> String {
    let file = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().pathComponents
    let folder = URL(filePath: directory).standardizedFileURL.resolvingSymlinksInPath()
      .pathComponents
    let common = zip(file, folder).prefix { $0 == $1 }.count
    let up = folder.count - common
    guard up <= 2 else { return "/" + file.dropFirst().joined(separator: "/") }
    return (Array(repeating: "..", count: up) + file[common...]).joined(separator: "/")
  }

  // MARK: The feed file

  private func feed(store: String, _ tables: [StartingTable], limit: Int?) -> String {
    let group = tables.count == 1 ? choices.group : nil
    let order = tables.count == 1 ? choices.order : nil
    var text = """
      # yaml-language-server: $schema=feed.schema.json
      # 'feed check' says what is wrong with this file, 'feed explain CODE' what a message means.
      feed: 1
      title: \(choices.title.asYAML)

      store:
      \(store)
      sources:

      """
    for table in tables {
      text += "  \(table.name.asYAML):\n    from: \(table.name.asYAML)\n"
      let terms = table.order(order, groupedBy: group).map(\.asYAML)
      if !terms.isEmpty { text += "    order: [\(terms.joined(separator: ", "))]\n" }
      if let group {
        let name = group.asSQLName.asYAML
        text += "    group: {by: \(name), order: [\(name)], title: \(name)}\n"
      }
      if let limit { text += "    limit: \(limit)\n" }
    }
    text += "\nsections:\n"
    for table in tables {
      let name = table.name.asYAML
      text += "  - id: \(name)\n    source: \(name)\n"
      let isMany = tables.count > 1
      if group != nil {
        text += "    title: \"{title}\"\n    header: {text: \"{title}\", pin: true}\n"
      }
      if isMany { text += "    title: \(name)\n    header: \(name)\n" }
      text += "    item: \(name)\n"
      if group == nil, !isMany {
        text += "    placeholder: {item: message, text: Nothing here yet}\n"
      }
      text += "    layout: rows\n"
    }
    text += "\nitems:\n" + tables.map { $0.item(groupedBy: group) }.joined()
    text += "\nlayouts:\n  rows:\n    height: 48\n"
    if group != nil || tables.count > 1 {
      text += "    boundary:\n      - {kind: header, size: [100%, 32], pin: true}\n"
    }
    return text
  }
}
