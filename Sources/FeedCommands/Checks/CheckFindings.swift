import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedQueries
import FeedRendering
import FeedSnapshots
import FeedStore
import FeedTerminal
import Foundation

/// The findings of a check.
struct CheckFindings {
  let path: String
  private(set) var problems: [FeedFileProblem] = []
  /// The mistakes in files other than the feed file, such as its schema.
  private(set) var others: [StoreError] = []
  private(set) var reports: [QueryReport] = []
  /// The fields that the items of each kind read from their objects.
  private(set) var itemFields: [ItemFields] = []
  private(set) var sectionCount = 0
  /// The zone in which dates are written, if any are.
  private(set) var timeZone: TimeZoneTable?
  /// Whether changes of other programs to the feed's database are found by reading all rows.
  private(set) var rereadsOthers = false
  /// Whether other programs cannot commit while the feed reads their database.
  private(set) var holdsUpCommits = false
  /// The documents whose fields are unknown here, since they are fetched or pushed.
  private(set) var uncheckedDocuments: [Name] = []
  /// The numbers of errors and warnings beyond those that are described.
  private(set) var omitted = (errors: 0, warnings: 0)
  /// Whether all errors are warnings that ``countWarnings()`` made errors.
  private var isStrict = false

  init(_ path: String, _ trust: TrustOptions, in zone: TimeZoneOption) async throws {
    self.path = path
    do {
      let file = try Self.file(path, allowing: trust.folders(for: path))
      if let errors = file.unknownKeys {
        (problems, omitted.errors) = (errors.problems, errors.omitted)
        _ = try file.engine(showing: nil, trust)
        return
      }
      if file.feed.writesDates { timeZone = zone.timezone ?? file.feed.timeZone }
      rereadsOthers = file.feed.database != nil && !file.feed.tracksOthers
      omitted.warnings = file.omittedWarnings
      itemFields = file.feed.itemFields
      warn(file.warnings + file.lints + file.lints(ofKeysBeside: WatchModel.ownKeys))
      let engine = try file.engine(showing: nil, trust)
      reports = engine.queryReports
      holdsUpCommits = try await engine.holdsUpCommits()
      warn(file.lints(of: engine.schema))
      warn(file.warnings(for: try await engine.costlyStatements()))
      warn(file.warnings(for: try await engine.misorderedTimes()))
      let fields = Self.fields(of: file.feed)
      uncheckedDocuments = file.feed.sources.compactMap(\.document?.name)
        .filter { fields[$0] == nil }
      warn(file.warnings(for: file.feed.absentFields(in: engine.schema, of: fields)))
      let snapshot = engine.snapshot
      sectionCount = snapshot.composition.sectionCount
      warn(Self.failures(of: snapshot.status, in: file))
    } catch let errors as FeedFileErrors {
      if errors.problems.contains(where: { $0.code == "unreadable-file" && $0.file == path }) {
        throw errors
      }
      problems += errors.problems
      omitted.errors += errors.omitted
      // Warnings of the file and mistakes in its SQL, in the order of their positions.
      problems.sort { Self.place($0) < Self.place($1) }
    } catch let error as StoreError {
      others.append(error)
    }
  }

  /// The fields of the objects of each document that has objects in a file, by its name.
  private static func fields(of feed: Feed) -> [Name: [String]] {
    feed.sources.compactMap(\.document).reduce(into: [:]) { fields, declaration in
      guard declaration.file != nil, case .success(let document) = DocumentFile.read(declaration),
        !document.objects.isEmpty
      else { return }
      let names = Set(document.objects.lazy.flatMap(\.content.shape.names))
      fields[declaration.name] = names.sorted()
    }
  }

  /// The failures of sources, without those of queries over a document that has failed itself.
  private static func failures(of status: [SourceStatus], in file: FeedFile) -> [FeedFileProblem] {
    let documents = Set(file.feed.sources.filter { $0.document != nil }.map(\.id))
    let known = Set(status.filter { documents.contains($0.source) }.compactMap(\.problem))
    return status.filter { documents.contains($0.source) || !known.contains($0.problem ?? "") }
      .compactMap { failure(of: $0, in: file) }
  }

  /// The failure of a source, unless its document is missing, which the file's own warnings report.
  private static func failure(of status: SourceStatus, in file: FeedFile) -> FeedFileProblem? {
    guard let problem = status.problem else { return nil }
    var hint: String?
    let source = file.feed.sources.first { $0.id == status.source }
    if let document = source?.document,
      case .failure(let error) = DocumentFile.read(document)
    {
      if let path = document.file, !FileManager.default.fileExists(atPath: path) { return nil }
      hint = error.hint
    }
    return file.problem(
      code: "source-failed",
      message: "source '\(status.source)' shows nothing: \(problem)",
      hint: hint,
      at: ["sources", status.source.description]
    )
  }

  /// Reads the feed file, or standard input for `-`.
  ///
  /// The paths in standard input are relative to the working directory.
  private static func file(_ path: String, allowing folders: [String]) throws -> FeedFile {
    guard path == "-" else { return try FeedFile.check(path: path, allowing: folders) }
    let bytes = Array(FileHandle.standardInput.readDataToEndOfFile())
    return try FeedFile.check(bytes: bytes, name: path, allowing: folders)
  }

  /// The codes of problems that leave a running feed empty, or items blank.
  private static let emptying: Set = ["missing-document", "undeclared-item", "source-failed"]

  /// Adds warnings, of which at most a hundred are described.
  ///
  /// Warnings about empty parts are errors here.
  private mutating func warn(_ warnings: [FeedFileProblem]) {
    let warnings = warnings.map { Self.emptying.contains($0.code) ? $0.asError : $0 }
    let all = problems + warnings
    // Errors first, so that all of them are described.
    let sorted = all.filter { $0.severity == .error } + all.filter { $0.severity == .warning }
    let kept = FeedFileErrors(problems: sorted, omitted: omitted.warnings)
    (problems, omitted.warnings) = (kept.problems, kept.omitted)
  }

  /// Counts warnings as errors; without errors, the exit status is that of a feed that shows nothing.
  mutating func countWarnings() {
    isStrict = isGood
    problems = problems.map { $0.severity == .warning ? $0.asError : $0 }
    (omitted.errors, omitted.warnings) = (omitted.errors + omitted.warnings, 0)
  }

  var isGood: Bool {
    others.isEmpty && omitted.errors == 0 && !problems.contains { $0.severity == .error }
  }

  /// Whether the feed would run, but be empty, show blank items, or have only warnings.
  var isEmptyOnly: Bool {
    if isStrict { return true }
    let errors = problems.filter { $0.severity == .error }
    return others.isEmpty && omitted.errors == 0 && !errors.isEmpty
      && errors.allSatisfy { Self.emptying.contains($0.code) }
  }

  private static func place(_ problem: FeedFileProblem) -> FeedFilePosition {
    problem.position ?? FeedFilePosition(line: 0, column: 0)
  }

  /// Every problem with its position, in words.
  var messages: [String] {
    let omissions = [(omitted.errors, "error"), (omitted.warnings, "warning")]
    return problems.map(\.description) + others.map(\.description)
      + omissions.compactMap { FeedFileErrors.omission(of: $0.0, $0.1) }
  }

  var verdict: String {
    let count = others.count + problems.count { $0.severity == .error } + omitted.errors
    return "\(path.onOneLine): \(count) error\(count == 1 ? "" : "s")"
  }

  /// A line for each query, one for the time zone, and a summary.
  var text: String {
    let width = reports.reduce(0) { max($0, $1.name.count) }
    var text = ""
    for report in reports {
      let name = report.name + String(repeating: " ", count: width - report.name.count)
      text += "\(name)  \(report.queryClass.letter)  \(report.queryClass.reason)".onOneLine + "\n"
      for note in report.notes {
        text += String(repeating: " ", count: width + 5) + note.onOneLine + "\n"
      }
    }
    if rereadsOthers, !reports.isEmpty {
      text += "all rows are read again after another program has changed the database; "
      text += "'track: outside' limits this to changed rows\n"
    }
    if holdsUpCommits {
      text += "the database has no write-ahead log, so no program can commit while the feed reads; "
      text += "'PRAGMA journal_mode = WAL' in SQLite changes that once for all programs\n"
    }
    if !uncheckedDocuments.isEmpty {
      let names = uncheckedDocuments.map { "'\($0)'" }.joined(separator: ", ")
      text += "the fields of \(names) are not checked, since no file has the objects\n"
    }
    if let timeZone { text += "dates are written in \(timeZone.name)\n" }
    let queries = "\(reports.count) \(reports.count == 1 ? "query" : "queries")"
    let count = problems.count + omitted.warnings
    let warnings = "\(count) \(count == 1 ? "warning" : "warnings")"
    return text + "\(path.onOneLine): ok, \(queries)" + (count == 0 ? "\n" : ", \(warnings)\n")
  }
}

extension FeedFileProblem {
  fileprivate var asError: FeedFileProblem {
    FeedFileProblem(
      code: code,
      message: message,
      hint: hint,
      file: file,
      position: position,
      sourceLine: sourceLine
    )
  }
}
