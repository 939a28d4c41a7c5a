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
    /// The name of the files.
    var name: String
    var title: String
    var directory: String
    var group: String?
    var order: String?
  }

  private(set) var files: [File] = []
  let choices: Choices
  let tables: [StartingTable]

  /// Generates the files of a feed; without tables, those of the sample.
  init(_ tables: [StartingTable], of database: StartingDatabase?, _ choices: Choices) throws {
    (self.choices, self.tables) = (choices, tables)
    if tables.isEmpty { addSample() } else { try addTables(database) }
    add("feed.schema.json", FeedSchema.text, "for editors, which complete and check the feed file")
  }

  /// The path of the feed file.
  var feedPath: String { path(of: feedName) }
  /// The path of the sample lines; `nil` if there are none.
  var linesPath: String? {
    files.contains { $0.name == linesName } ? path(of: linesName) : nil
  }

  private var feedName: String { "\(choices.name).yaml" }
  var schemaName: String { "\(choices.name).sql" }
  var seedName: String { "\(choices.name).seed.jsonl" }
  private var linesName: String { "\(choices.name).updates.jsonl" }

  /// The tables of the feed's own whose rows are copied.
  private var copied: [StartingTable] {
    tables.filter { $0.store != nil && $0.store?.played == nil }
  }
  /// Whether an empty store begins with rows.
  var hasSeed: Bool { !copied.isEmpty }

  func path(of name: String) -> String {
    choices.directory == "."
      ? name : URL(filePath: choices.directory).appending(path: name).relativePath
  }

  private mutating func add(_ name: String, _ text: String, _ purpose: String) {
    files.append(File(name: name, text: text, purpose: purpose))
  }

  private mutating func addSample() {
    let text = StartingSample.feed
      .replacing("TITLE", with: choices.title.asYAML)
      .replacing("NAME", with: choices.name)
    add(feedName, text, "the feed file")
    add(schemaName, StartingSample.schema, "the tables")
    add(seedName, StartingSample.seed, "the rows of an empty store")
    add(linesName, StartingSample.lines, "sample lines to play")
  }

  private mutating func addTables(_ database: StartingDatabase?) throws {
    if tables.count == 1 { try check(tables[0]) }
    add(feedName, feed(database), "the feed file")
    let own = tables.filter { $0.store != nil }
    if !own.isEmpty {
      add(schemaName, own.map(\.schema).joined(), own.count == 1 ? "the table" : "the tables")
    }
    if hasSeed {
      add(seedName, copied.map(\.seed).joined(), "the rows of an empty store")
    }
    for document in tables.compactMap(\.document) {
      if let copy = document.copy {
        add(document.copyName, copy, "a copy of \(document.text.name)")
      }
    }
    let played = tables.lazy.filter { $0.document == nil && $0.store?.played == nil }.map {
      $0.lines($0.store?.lastMessage)
    }
    // In the order of their times: the documents at 0.5 s are before the last lines of a table.
    let lines = tables.compactMap(\.document?.line).joined() + (played.first { !$0.isEmpty } ?? "")
    guard !lines.isEmpty || database != nil || hasSeed else { return }
    add(
      linesName,
      lines,
      database == nil ? "sample lines to play" : "sample lines to play, into a copy"
    )
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
  func relative(_ path: String) -> String {
    let file = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().pathComponents
    let folder = URL(filePath: choices.directory).standardizedFileURL.resolvingSymlinksInPath()
      .pathComponents
    let common = zip(file, folder).prefix { $0 == $1 }.count
    let up = folder.count - common
    guard up <= 2 else { return "/" + file.dropFirst().joined(separator: "/") }
    return (Array(repeating: "..", count: up) + file[common...]).joined(separator: "/")
  }
}
