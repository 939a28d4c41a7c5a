import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedSnapshots
import FeedStore
import Foundation

/// Writes a first feed file, with the files that it needs.
package struct Init: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a first feed from addresses, files, a database, or from scratch.",
    discussion: """
      A source is an address, a file (CSV, JSON, JSON Lines, metrics of Prometheus) or an SQLite database; several \
      become one feed, without those that cannot be read (exit code 65). A list of objects with ids in JSON or CSV is a document, which the feed reads again: an address \
      every minute, a file when it changes. Rows that a document would not show alike become tables of the feed's own, with an \
      adapter for messages like those of the source; a message gives the reason for a file that is copied. A stream (server-sent events, JSON Lines, a WebSocket) becomes an input: its first messages, up to \
      20 or those of 5 s, show its columns. JSON Lines with a time that increases and keys that repeat are messages as well: \
      the feed shows the latest of each key, and 'feed replay' plays the file. A file may be compressed (.gz). A database stays unchanged. Without a source, the feed is a small one to be changed into \
      your own.

      An address is fetched once, up to 16 MiB within \(Self.fetchSeconds) s. '${NAME}' in it is a secret of the environment.

      Keys, groups, types, times, money, states and the shown columns are guessed; comments in the feed file name the guesses. \
      In a terminal the command asks questions; elsewhere, or with --yes, it uses the options and \
      guesses the rest. Existing files are kept unless --force is given.

      Examples:
        feed init
        feed init shop https://shop.example/products.json
        feed init shop https://shop.example/orders.json orders.db promo.json
        feed init 'https://api.example/v1/orders?key=${SHOP_KEY}'
        feed init https://api.example/jobs --header 'X-Api-Key: ${KEY}'
        feed init trades wss://exchange.example/trades
        feed init shop orders.csv stock.csv --key orders=number --key stock=sku
        feed init films --from films.csv --title Films --group genre
        feed init films films.csv --import
        feed init desk app.sqlite --table note --table folder
        feed serve shop/shop.yaml
      """
  )

  /// The time limit for an address in the help text, which a build without inputs prints too.
  private static let fetchSeconds = 60

  @Argument(help: "The output directory, unless it names a source.", completion: .directory)
  var directory: String?

  @Argument(help: "Addresses, files and a database to begin from.", completion: .file())
  var sources: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("A source, as an option; may be given more than once.", valueName: "source"),
    completion: .file()
  )
  var from: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A header of the requests to the addresses, such as 'Authorization: Bearer ${TOKEN}'; for one of several hosts 'HOST=Authorization: …'; may be given more than once.",
      valueName: "header"
    )
  )
  var header: [String] = []

  @Option(help: ArgumentHelp("The name of the files, and of a single table.", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("The title of the feed.", valueName: "text"))
  var title: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "The column that identifies rows, or several with commas between them; for one of several sources NAME=COLUMN, which may be given more than once.",
      valueName: "column"
    )
  )
  var key: [String] = []

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

  @Flag(
    name: .customLong("import"),
    help: "Put the rows of files into tables of the feed's own, which actions can change."
  )
  var importsRows = false

  @Flag(name: .shortAndLong, help: "Skip the questions.")
  var yes = false

  @Flag(help: "Overwrite existing files.")
  var force = false

  func run() async throws {
    let questions = Questions(isAsking: !yes && Terminal.canAsk)
    var (directory, sources) = places
    if sources.isEmpty {
      let answer = try questions.answer(
        "an address, or a CSV, JSON or SQLite file to begin from, or an empty line",
        default: ""
      )
      if !answer.isEmpty { sources = [answer] }
    }
    let point = try await StartingPoint(
      sources,
      tables: table,
      headers: StartingHeaders(header, to: sources),
      mergesLogs: !importsRows,
      key: key.first { !$0.contains("=") }
    )
    try checkOptions(point)
    let suggestion = Self.name(point, directory: directory, isNamed: !from.isEmpty)
    directory =
      try directory ?? questions.answer("directory", default: point.isEmpty ? suggestion : ".")
    let name = self.name?.asColumnName ?? suggestion
    let title = try self.title ?? questions.answer("title of the feed", default: name.asTitle)
    let choices = StartingPoint.Choices(
      name: self.name == nil && !point.isMerged ? nil : name,
      keys: try key.isEmpty ? askedKey(point, questions).map { [$0] } ?? [] : key,
      importsRows: importsRows
    )
    let tables = try point.tables(choices)
    for note in tables.flatMap(\.notes) { Console.error(lines: note) }
    let files = try StartingFiles(
      tables,
      of: point.database,
      StartingFiles.Choices(
        name: name,
        title: title,
        directory: directory ?? ".",
        group: try group(tables, questions),
        order: order.map { Self.column($0, of: tables) }
      )
    )
    try confirm(files, questions)
    let allowed = try foldersToAllow(point, tables, feed: files.feedPath)
    try await write(files, to: directory ?? ".", of: point, allowing: allowed)
    report(files, leavingOut: point.database?.omissions ?? [], allowing: allowed)
    if allowed.isEmpty { reportFolders(files, point, tables) }
    try report(missing: point.missing)
  }

  /// The output directory and the sources: a first argument that names a source is not a directory.
  private var places: (directory: String?, sources: [String]) {
    guard let directory else { return (nil, from) }
    return Self.isSource(directory)
      ? (nil, from + [directory] + sources) : (directory, from + sources)
  }

  /// Returns whether a word names a source: an address, a file, or a file that is missing.
  private static func isSource(_ word: String) -> Bool {
    if FileManager.default.fileExists(atPath: word) {
      return !word.isFolder
    }
    let suffixes = [
      ".json", ".jsonl", ".ndjson", ".geojson", ".csv", ".tsv", ".tab", ".db", ".sqlite",
      ".sqlite3", ".prom", ".gz",
    ]
    return StartingText.isAddress(word)
      || suffixes.contains { word.lowercased().hasSuffix($0) }
  }

  /// Returns the default name of the files: that of the source, or of the directory if that is the first argument.
  private static func name(
    _ point: StartingPoint,
    directory: String?,
    isNamed: Bool
  ) -> String {
    guard !point.isEmpty, !isNamed || point.sourceCount > 1, let directory, directory != "." else {
      return point.name
    }
    return StartingText.rowsName(ofFile: directory)
  }

  /// Returns the name of a column in the feed: that of a table of the feed's own has other characters.
  private static func column(_ name: String, of tables: [StartingTable]) -> String {
    let isOwn = tables.count == 1 && tables[0].store != nil && tables[0].column(name) == nil
    return isOwn ? name.asColumnName : name
  }

  /// Asks for the column that identifies the rows of a text, unless an id does.
  private func askedKey(_ point: StartingPoint, _ questions: Questions) throws -> String? {
    guard questions.isAsking else { return nil }
    let (columns, guess) = point.keys
    guard columns.count > 1, guess?.words.last != "id" else { return nil }
    let answer = try questions.answer(
      "the column that identifies rows (\(columns.joined(separator: ", ")))"
        + (guess == nil ? ", or an empty line for row numbers" : ""),
      default: guess ?? ""
    )
    return answer.isEmpty ? nil : answer
  }

  private func group(_ tables: [StartingTable], _ questions: Questions) throws -> String? {
    if let group { return Self.column(group, of: tables) }
    guard tables.count == 1, tables[0].isFromText else { return nil }
    let columns = tables[0].columns.map(\.name)
    let answer = try questions.answer(
      "a column to group by (\(columns.joined(separator: ", "))), or an empty line",
      default: ""
    )
    return answer.isEmpty ? nil : Self.column(answer, of: tables)
  }

  /// Rejects options that do not apply to the starting point.
  private func checkOptions(_ point: StartingPoint) throws {
    guard
      !point.isEmpty || key.isEmpty && group == nil && order == nil && table.isEmpty && !importsRows
    else {
      throw ValidationError(
        "--key, --group, --order, --table and --import describe a source; name a file or an address."
      )
    }
    guard table.isEmpty || point.database != nil else {
      throw ValidationError("--table chooses tables of an SQLite database.")
    }
    if let key = key.first(where: { !point.knows(key: $0) }) {
      let names = point.textNames
      throw ValidationError(
        names.isEmpty
          ? "--key applies to a source of CSV or JSON; a database has its own keys."
          : "--key \(key) applies to one of several sources; write --key \(names[0])=COLUMN (\(names.joined(separator: ", ")))."
      )
    }
    guard key.count <= 1 || key.allSatisfy({ $0.contains("=") }) else {
      throw ValidationError(
        "--key is given twice; write several columns with commas: --key \(key.joined(separator: ","))."
      )
    }
    guard point.count <= 1 || group == nil && order == nil else {
      throw ValidationError("--group and --order describe one table; choose it with --table.")
    }
    guard !importsRows || point.database == nil else {
      throw ValidationError(
        "--import needs a store of the feed's own; the database stays unchanged."
      )
    }
  }
}

// MARK: - Writing

extension Init {
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

  /// Writes and checks the files, and removes them if the feed cannot run.
  private func write(
    _ files: StartingFiles,
    to directory: String,
    of point: StartingPoint,
    allowing allowed: [String]
  ) async throws {
    var written = WrittenFiles()
    do {
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
      try await check(files.feedPath, allowing: allowed)
      if let database = point.database, let lines = files.linesPath {
        let isPlayed = try await plays(lines, files, of: database.path, allowing: allowed)
        if !isPlayed { try written.write(Data(), to: lines) }
      }
    } catch {
      written.undo()
      throw error
    }
  }

  /// Prints the written files, the tables that the feed does not show, and the next commands.
  private func report(
    _ files: StartingFiles,
    leavingOut omissions: [StartingDatabase.Omission],
    allowing allowed: [String]
  ) {
    let width = files.files.reduce(0) { max($0, files.path(of: $1.name).count) }
    for file in files.files {
      let path = files.path(of: file.name)
      let gap = String(repeating: " ", count: width - path.count)
      Console.error("wrote \(path)\(gap)  \(file.purpose)")
    }
    for omission in omissions { Console.error("not shown: \(omission.text { $0 })") }
    let feed = ([files.feedPath] + allowed).map(\.inShell).joined(separator: " ")
    let played = PlayedFiles(files)
    // An address is fetched while the feed is served; a rendering shows the fetched text from the lines.
    let isFetched = files.tables.contains { $0.document?.isFetched == true }
    // Without a store, a restart would forget what inputs have received.
    let hasInputs = isFetched || files.tables.contains { $0.store?.input.isEmpty == false }
    let kept = (files.feedPath as NSString).deletingPathExtension + ".sqlite"
    let store = hasInputs && files.tables.allSatisfy(\.isFromText) ? " --store \(kept.inShell)" : ""
    Console.error("")
    Console.error("next:")
    if !allowed.isEmpty { Console.error("  feed check \(feed)") }
    Console.error("  feed render \(feed)\(isFetched || played.hasLogs ? played.options : "")")
    Console.error("  feed watch \(feed)\(played.options)")
    if played.hasLogs { Console.error("  feed replay \(feed)\(played.arguments) --trace text") }
    Console.error("  feed serve \(feed)\(played.hasLogs ? played.options : "")\(store)")
    if !store.isEmpty { Console.error("  feed inputs \(feed)\(store)") }
  }

  /// Prints the option for commands in the folder of the feed file, if they need one.
  ///
  /// Commands in the present folder may read its files; those in the feed file's folder may not.
  private func reportFolders(
    _ files: StartingFiles,
    _ point: StartingPoint,
    _ tables: [StartingTable]
  ) {
    let file = try? FeedFile.load(path: files.feedPath, allowing: [])
    guard file == nil || file?.databaseProblem() != nil else { return }
    var folders: [String] = []
    for path in Self.outsideFiles(point, tables) {
      let folder = (files.relative(path) as NSString).deletingLastPathComponent
      if folder.hasPrefix(".."), !folders.contains(folder) { folders.append(folder) }
    }
    guard !folders.isEmpty else { return }
    let option = folders.map { " --allow-path \($0.inShell)" }.joined()
    let feed = URL(filePath: files.feedPath)
    Console.error(
      "in \(feed.deletingLastPathComponent().relativePath.inShell), the commands need\(option): "
        + "feed check \(feed.lastPathComponent.inShell)\(option)"
    )
  }

  /// Returns the paths of the database and the documents.
  private static func outsideFiles(_ point: StartingPoint, _ tables: [StartingTable]) -> [String] {
    (point.database.map { [$0.path] } ?? []) + tables.compactMap { $0.document?.file }
  }

  /// Ends the command with the sources that the feed does not have, if there are any.
  private func report(missing sources: [String]) throws {
    guard !sources.isEmpty else { return }
    Console.error("")
    throw Failure.badInput(
      "missing-sources",
      "the feed is without \(sources.map { "'\($0)'" }.joined(separator: " and "))",
      hint: "correct what the first messages name, and repeat the command with --force"
    )
  }

  /// Returns the options by which the feed file may read files outside of its folders.
  private func foldersToAllow(
    _ point: StartingPoint,
    _ tables: [StartingTable],
    feed path: String
  ) throws -> [String] {
    let files = Self.outsideFiles(point, tables)
    let own = URL(filePath: path).deletingLastPathComponent().path
    let access = try FileAccess.below([own] + TrustOptions.parse([]).folders(for: path))
    var folders: [String] = []
    for file in files where !access.allows(file) {
      let folder = URL(filePath: file).deletingLastPathComponent().standardizedFileURL.path
      if !folders.contains(folder) { folders.append(folder) }
    }
    return folders.flatMap { ["--allow-path", $0] }
  }

  /// Plays the sample lines into a copy of a database, whose constraints may reject them.
  ///
  /// - Returns: Whether all lines were accepted.
  private func plays(
    _ linesPath: String,
    _ files: StartingFiles,
    of database: String,
    allowing allowed: [String]
  ) async throws -> Bool {
    let trust = try TrustOptions.parse(allowed)
    let path = files.feedPath
    let file = try FeedFile.load(path: path, allowing: trust.folders(for: path))
    let engine = try FeedEngine(file: file, store: .copy(of: database), limits: trust.limits)
    let lines = try String(contentsOfFile: linesPath, encoding: .utf8).split(separator: "\n")
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
