import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedStore
import Foundation

/// Writes a feed file and what belongs to it, to begin with.
struct Init: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a feed to begin with, from a file, a database, or nothing.",
    discussion: """
      From a CSV file, a list in JSON or JSON Lines: a feed file, a table, its rows, an adapter for \
      messages like those of the file, and sample lines to play. From an SQLite database: a feed file that \
      reads its tables as they are. From nothing: a small feed to be changed into your own.

      What the columns are and which of them are shown is guessed, and stands in the feed file to be \
      corrected. In a terminal it asks; elsewhere, or with --yes, it takes what the options say and \
      guesses the rest. Files that are there already are left as they are unless --force is given.

      Examples:
        feed init
        feed init films --from films.csv --title Films --group genre
        feed init shop --from export.json --key sku --yes
        feed init desk --from app.sqlite --table note --table folder
        feed watch films/films.yaml --fixture films/films.updates.jsonl
      """
  )

  @Argument(help: "The directory to write to; made if need be.", completion: .directory)
  var directory: String?

  @Option(
    help: ArgumentHelp("A CSV, JSON, JSON Lines or SQLite file.", valueName: "file"),
    completion: .file()
  )
  var from: String?

  @Option(help: ArgumentHelp("What the files and the table are called.", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("The title of the feed.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("The column that tells rows apart.", valueName: "column"))
  var key: String?

  @Option(
    help: ArgumentHelp("The column by whose values rows fall into sections.", valueName: "column")
  )
  var group: String?

  @Option(help: ArgumentHelp("The column that rows are ordered by.", valueName: "column"))
  var order: String?

  @Option(
    help: ArgumentHelp("A table of a database; may be given more than once.", valueName: "table")
  )
  var table: [String] = []

  @Flag(name: .shortAndLong, help: "Ask nothing.")
  var yes = false

  @Flag(help: "Overwrite files that are there.")
  var force = false

  func run() async throws {
    let questions = Questions(isAsking: !yes && Terminal.canAsk)
    let from =
      try self.from
      ?? questions.answer("a CSV, JSON or SQLite file to begin from, or nothing", default: "")
    let point = try StartingPoint(from, tables: table)
    try checkOptions(point)
    let suggestion = Self.name(from: from)
    let directory =
      try self.directory ?? questions.answer("directory", default: from.isEmpty ? suggestion : ".")
    let name = self.name?.asColumnName ?? suggestion
    let title = try self.title ?? questions.answer("title of the feed", default: Self.title(name))
    var choices = StartingFiles.Choices(name: name, title: title, directory: directory)
    choices.key = key
    choices.group = try group(point, questions)
    choices.order = isDatabase(point) ? order : order?.asColumnName
    let files = try StartingFiles(point, choices)
    try confirm(files, questions)
    let allowed = Self.foldersToAllow(point, directory: directory)
    var written = WrittenFiles()
    do {
      try write(files, to: directory, &written)
      try await check(files.feedPath, allowing: allowed)
      if case .database(let database, _) = point {
        let isPlayed = try await plays(files, of: database, allowing: allowed)
        if !isPlayed { try written.write(Data(), to: files.linesPath) }
      }
    } catch {
      written.undo()
      throw error
    }
    let width = files.files.reduce(0) { max($0, files.path(of: $1.name).count) }
    for file in files.files {
      let path = files.path(of: file.name)
      let gap = String(repeating: " ", count: width - path.count)
      Console.error("wrote \(path)\(gap)  \(file.purpose)")
    }
    let feed = ([files.feedPath] + allowed).map(\.inShell).joined(separator: " ")
    Console.error("")
    Console.error("next:")
    Console.error("  feed render \(feed)")
    Console.error("  feed watch \(feed) --fixture \(files.linesPath.inShell)")
    Console.error("  feed serve \(feed)")
  }

  /// The name that files and tables get unless told, from that of the file.
  private static func name(from path: String) -> String {
    guard !path.isEmpty else { return "feed" }
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent.asColumnName
    return name == "column" ? "feed" : name
  }

  private static func title(_ name: String) -> String {
    let words = name.replacing("_", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private func group(_ point: StartingPoint, _ questions: Questions) throws -> String? {
    if let group { return isDatabase(point) ? group : group.asColumnName }
    guard case .rows(let rows) = point else { return nil }
    let columns = try rows.table("rows", key: key).columns.map(\.name)
    let answer = try questions.answer(
      "a column for sections of their own (\(columns.joined(separator: ", "))), or nothing",
      default: ""
    )
    return answer.isEmpty ? nil : answer.asColumnName
  }

  private func isDatabase(_ point: StartingPoint) -> Bool {
    if case .database = point { return true }
    return false
  }

  /// Refuses options that say nothing about what the feed is made from.
  private func checkOptions(_ point: StartingPoint) throws {
    switch point {
    case .nothing:
      guard key == nil, group == nil, order == nil, table.isEmpty else {
        throw ValidationError(
          "--key, --group, --order and --table describe a file; name it with --from."
        )
      }
    case .rows:
      guard table.isEmpty else {
        throw ValidationError("--table chooses tables of an SQLite database.")
      }
    case .database(_, let tables):
      guard key == nil else {
        throw ValidationError("--key is for CSV and JSON; a database has its keys.")
      }
      guard tables.count == 1 || group == nil && order == nil else {
        throw ValidationError("--group and --order describe one table; choose it with --table.")
      }
    }
  }

  /// Asks whether files that are there may be overwritten.
  private func confirm(_ files: StartingFiles, _ questions: Questions) throws {
    let there = files.files.filter { file in
      guard let data = FileManager.default.contents(atPath: files.path(of: file.name)) else {
        return false
      }
      return data != Data(file.text.utf8)
    }.map { "'\(files.path(of: $0.name))'" }
    guard !there.isEmpty, !force else { return }
    if try questions.agrees("overwrite \(there.joined(separator: ", "))?") { return }
    throw Failure.badInput(
      "file-exists",
      "\(there.joined(separator: " and ")) \(there.count == 1 ? "is" : "are") there already",
      hint: "choose another directory or --name, or overwrite with --force"
    )
  }

  private func write(
    _ files: StartingFiles,
    to directory: String,
    _ written: inout WrittenFiles
  ) throws {
    do {
      try written.create(directory: directory)
      for file in files.files {
        try written.write(Data(file.text.utf8), to: files.path(of: file.name))
      }
    } catch {
      throw Failure.badInput(
        "unwritable",
        "'\(directory)' cannot be written: \(error.localizedDescription)",
        hint: "name a directory that you may write to"
      )
    }
  }

  /// The options by which the feed file may read a database that lies elsewhere.
  private static func foldersToAllow(_ point: StartingPoint, directory: String) -> [String] {
    guard case .database(let path, _) = point else { return [] }
    let folder = URL(filePath: path).deletingLastPathComponent().standardizedFileURL.path
    let own = URL(filePath: directory).standardizedFileURL.path
    return "\(folder)/".hasPrefix("\(own)/") ? [] : ["--allow-path", folder]
  }

  /// Plays the sample lines into a copy of a database, whose constraints and triggers may refuse them.
  ///
  /// - Returns: Whether all were taken.
  private func plays(
    _ files: StartingFiles,
    of database: String,
    allowing allowed: [String]
  ) async throws -> Bool {
    let trust = try TrustOptions.parse(allowed)
    let path = files.feedPath
    let file = try FeedFile.load(path: path, allowing: trust.folders(for: path))
    let engine = try FeedEngine(file: file, store: .copy(of: database), limits: trust.limits)
    let lines = try String(contentsOfFile: files.linesPath, encoding: .utf8).split(separator: "\n")
    do {
      for (index, line) in lines.enumerated() {
        _ = try await engine.apply(FixtureLine(String(line), fixture: path, line: index + 1))
      }
    } catch is StoreError {
      return false
    }
    return true
  }

  /// Checks what was written, as 'feed check' does.
  private func check(_ path: String, allowing allowed: [String]) async throws {
    let findings = try await CheckFindings(
      path,
      TrustOptions.parse(allowed),
      in: TimeZoneOption.parse([])
    )
    for message in findings.messages { Console.error(lines: message) }
    guard findings.isGood else {
      throw Failure(
        .fault,
        "internal",
        "what was written is not good: \(findings.verdict)",
        hint: "this is a fault of ours; please report it with the first lines of the file"
      )
    }
  }
}

extension String {
  /// The text as a word of a shell.
  fileprivate var inShell: String {
    let isPlain = wholeMatch(of: /[A-Za-z0-9_.,\/@%+=:-]+/) != nil
    return isPlain ? self : "'\(replacing("'", with: "'\\''"))'"
  }
}
