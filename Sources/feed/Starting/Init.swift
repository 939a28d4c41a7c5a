import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedStore
import Foundation

/// Writes a first feed file, with the files that it needs.
struct Init: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a first feed from a file, a database, or from scratch.",
    discussion: """
      From a CSV file, a list in JSON or JSON Lines: a feed file, a table, its rows, an adapter for \
      messages like those of the file, and sample lines to play. From an SQLite database: a feed file that \
      reads its tables unchanged. Without either: a small feed to be changed into your own.

      The types and the shown columns are guessed; correct them in the feed \
      file. In a terminal the command asks questions; elsewhere, or with --yes, it uses the options and \
      guesses the rest. Existing files are kept unless --force is given.

      Examples:
        feed init
        feed init films --from films.csv --title Films --group genre
        feed init shop --from export.json --key sku --yes
        feed init desk --from app.sqlite --table note --table folder
        feed watch films/films.yaml --fixture films/films.updates.jsonl
      """
  )

  @Argument(help: "The output directory; created if missing.", completion: .directory)
  var directory: String?

  @Option(
    help: ArgumentHelp("A CSV, JSON, JSON Lines or SQLite file.", valueName: "file"),
    completion: .file()
  )
  var from: String?

  @Option(help: ArgumentHelp("The name of the files and the table.", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("The title of the feed.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("The column that identifies rows.", valueName: "column"))
  var key: String?

  @Option(
    help: ArgumentHelp("The column by which rows are grouped in sections.", valueName: "column")
  )
  var group: String?

  @Option(help: ArgumentHelp("The column by which rows are ordered.", valueName: "column"))
  var order: String?

  @Option(
    help: ArgumentHelp("A table of a database; may be given more than once.", valueName: "table")
  )
  var table: [String] = []

  @Flag(name: .shortAndLong, help: "Skip the questions.")
  var yes = false

  @Flag(help: "Overwrite existing files.")
  var force = false

  func run() async throws {
    let questions = Questions(isAsking: !yes && Terminal.canAsk)
    let from =
      try self.from
      ?? questions.answer("a CSV, JSON or SQLite file to begin from, or an empty line", default: "")
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

  /// Returns the default name of files and tables, from that of the file.
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
      "a column to group by (\(columns.joined(separator: ", "))), or an empty line",
      default: ""
    )
    return answer.isEmpty ? nil : answer.asColumnName
  }

  private func isDatabase(_ point: StartingPoint) -> Bool {
    if case .database = point { return true }
    return false
  }

  /// Rejects options that do not apply to the starting point.
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
        throw ValidationError("--key applies to CSV and JSON; a database has its own keys.")
      }
      guard tables.count == 1 || group == nil && order == nil else {
        throw ValidationError("--group and --order describe one table; choose it with --table.")
      }
    }
  }

  /// Asks whether existing files may be overwritten.
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

  /// Returns the options by which the feed file may read a database outside its folder.
  private static func foldersToAllow(_ point: StartingPoint, directory: String) -> [String] {
    guard case .database(let path, _) = point else { return [] }
    let folder = URL(filePath: path).deletingLastPathComponent().standardizedFileURL.path
    let own = URL(filePath: directory).standardizedFileURL.path
    return "\(folder)/".hasPrefix("\(own)/") ? [] : ["--allow-path", folder]
  }

  /// Plays the sample lines into a copy of a database, whose constraints may reject them.
  ///
  /// - Returns: Whether all lines were accepted.
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

  /// Checks the written feed file, as 'feed check' does.
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
        "the written feed file is invalid: \(findings.verdict)",
        hint: "this is an internal error; please report it with the first lines of the file"
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
