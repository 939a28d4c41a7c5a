import FeedFormatting
import FeedModel
import FeedQueries
public import FeedStore
import Foundation

/// A feed file: the feed that it declares, and the place of each of its parts.
///
/// ```swift
/// let file = try FeedFile.load(path: "layouts/sportsbook.yaml")
/// file.feed.sections.count                                        // 5
/// file.position(at: ["sources", "standard", "where"])             // line 31, column 12
/// ```
public struct FeedFile: Sendable {
  /// The feed that the file declares.
  public package(set) var feed: Feed
  /// The first hundred warnings, in the order of the file.
  public let warnings: [FeedFileProblem]
  /// The number of warnings beyond those in ``warnings``.
  public let omittedWarnings: Int
  /// The unknown keys of a file that was read for a check; `nil` if there are none.
  package let unknownKeys: FeedFileErrors?
  let source: SourceText
  let root: YAMLNode
  /// The files that the file may name.
  let access: FileAccess

  /// The name of the file, as given.
  public var name: String { source.name }

  /// The texts that decide the content of a version: the file itself and its schema.
  public var revision: [String] { [source.text, feed.schema?.sql ?? ""] }

  /// Reads a file, and the schema and the seed that it names.
  ///
  /// The file may name regular files below its own folder, and below the root of its git work tree
  /// unless that is the user's home or the root of the file system. A symbolic link counts as its
  /// target. The same rule applies to declared documents whenever they are read.
  ///
  /// - Throws: ``FeedFileErrors`` with all mistakes of the file.
  public static func load(
    path: String,
    allowing folders: [String] = []
  ) throws(FeedFileErrors) -> FeedFile {
    try check(path: path, allowing: folders).valid
  }

  /// Reads a file, also with unknown keys, so that a check finds mistakes in its SQL as well.
  ///
  /// - Throws: ``FeedFileErrors`` with all mistakes of a file that declares no feed.
  package static func check(
    path: String,
    allowing folders: [String] = []
  ) throws(FeedFileErrors) -> FeedFile {
    let bytes: [UInt8]
    switch FileText.read(path, most: SourceText.mostBytes) {
    case .success(let read): bytes = read
    case .failure(let reason):
      throw FeedFileErrors(problems: [
        FeedFileProblem(
          code: "unreadable-file",
          message: "the feed file \(reason.rawValue)",
          hint: reason.hint,
          file: path
        )
      ])
    }
    let source = try SourceText.read(bytes, name: path)
    let directory = RegularFile.folder(of: path)
    return try check(source, directory: directory, allowing: folders)
  }

  /// Returns the reason why the database that the file names cannot be read.
  ///
  /// - Returns: The problem at the place that names the database, or `nil` if the database can be
  ///   read or the file names no database.
  public func databaseProblem() -> FeedFileProblem? {
    guard let path = feed.database, let reason = RegularFile.failure(of: path, access: access)
    else {
      return nil
    }
    return problem(
      .error,
      code: "unreadable-database",
      message: "the database '\(path)' \(reason.what)",
      hint: reason == .missing
        ? "paths are relative to the feed file; to make a new store, write 'schema: FILE.sql'"
        : reason.hint,
      at: ["store", "file"]
    )
  }

  /// Reads a text as a feed file, and the schema that it names.
  ///
  /// - Parameter folders: More folders below which the file may name files, as with
  ///   ``load(path:allowing:)``.
  /// - Throws: ``FeedFileErrors`` with all mistakes of the file.
  public static func parse(
    text: String,
    name: String,
    directory: String = "",
    allowing folders: [String] = []
  ) throws(FeedFileErrors) -> FeedFile {
    try check(bytes: Array(text.utf8), name: name, directory: directory, allowing: folders).valid
  }

  /// Reads bytes as a feed file, also with unknown keys.
  package static func check(
    bytes: [UInt8],
    name: String,
    directory: String = "",
    allowing folders: [String] = []
  ) throws(FeedFileErrors) -> FeedFile {
    let source = try SourceText.read(bytes, name: name)
    return try check(source, directory: directory, allowing: folders)
  }

  /// The file, unless it has unknown keys.
  private var valid: FeedFile {
    get throws(FeedFileErrors) {
      if let unknownKeys { throw unknownKeys }
      return self
    }
  }

  private static func check(
    _ source: SourceText,
    directory: String,
    allowing folders: [String]
  ) throws(FeedFileErrors) -> FeedFile {
    let problems = ProblemCollector(source: source)
    guard let read = YAMLReader.read(problems), Self.isKnownVersion(read, problems) else {
      throw problems.sorted
    }
    let root = FeedKeys.shape.correcting(read, problems)
    let declared = FeedKeys.shape.read(root, as: "a feed file", problems)
    let access = FileAccess.ofFeedFile(in: directory, allowing: folders)
    let files = FeedFiles(problems: problems, directory: directory, access: access)
    let (schema, seed) = (files.schema(in: root), files.seed(in: root))
    FeedChecker(problems: problems, root: root).check()
    guard problems.hasOnlyUnknownKeys, var feed = declared else { throw problems.sorted }
    feed.schema = schema
    feed.seed = seed
    feed.database = files.database(in: root)
    feed.pictures = files.pictures(in: root)
    files.resolveDocuments(of: &feed.sources, in: root)
    files.resolveInputs(&feed.inputs, in: root)
    files.resolveAlerts(&feed.alerts, in: root)
    feed.noteStatements(of: root, in: source)
    guard problems.hasOnlyUnknownKeys else { throw problems.sorted }
    let found = problems.sorted
    return FeedFile(
      feed: feed,
      warnings: problems.hasErrors ? [] : found.problems,
      omittedWarnings: problems.hasErrors ? 0 : found.omitted,
      unknownKeys: problems.hasErrors ? found : nil,
      source: source,
      root: root,
      access: access
    )
  }

  /// Returns whether the version is known; a file of a later version gets no other message.
  private static func isKnownVersion(_ root: YAMLNode, _ problems: ProblemCollector) -> Bool {
    guard let entry = root.entry(\FeedKeys.feed), let version = entry.value.integer, version != 1
    else {
      return true
    }
    problems.error(
      "unknown-version",
      "the file has version \(version) of the format, and only 1 is known",
      hint: "write 'feed: 1', or use a newer program",
      at: entry.value.position
    )
    return false
  }
}

extension FeedFile {
  /// Returns the feed file and the SQL files that it names, which decide the content of the feed.
  ///
  /// - Parameter path: The path of the feed file; if it is invalid, the SQL file may be missing from
  ///   the result.
  package static func parts(of path: String) -> [String] {
    guard case .success(let bytes) = FileText.read(path, most: SourceText.mostBytes),
      let source = try? SourceText.read(bytes, name: path),
      let root = YAMLReader.read(ProblemCollector(source: source)),
      let schema = root[\FeedKeys.store]?[\StoreKeys.schema]?.string, !schema.isEmpty
    else { return [path] }
    return [path, FileText.resolved(schema, in: RegularFile.folder(of: path))]
  }

  /// Returns whether another file, and the SQL that it names, has the same text.
  package func isSame(as other: FeedFile) -> Bool {
    source.text == other.source.text && feed.schema == other.feed.schema
  }
}

extension FeedFile {
  /// Returns warnings about number formats, bars and gauges of columns that are declared texts.
  ///
  /// Such a column holds no number, so they have no effect. Dates may be texts.
  ///
  /// - Complexity: O(*n*) for a file of *n* values.
  public func lints(of schema: StoreSchema) -> [FeedFileProblem] {
    feed.itemFields.flatMap { fields in
      guard let appearance = feed.items[fields.kind.description],
        let table = schema.table(ofAnyCase: fields.entity)
      else { return [FeedFileProblem]() }
      func textColumn(_ name: String) -> StoreSchema.Column? {
        let column =
          table.columnIndex(of: name).map { table.columns[$0] }
          ?? schema.column(at: name, from: table)?.column
        return column?.affinity == .text ? column : nil
      }
      let figures = [
        ("spark", appearance.spark), ("bar", appearance.bar?.field),
        ("gauge", appearance.gauge?.field),
      ]
      return figures.compactMap { role, name in
        guard let name, let column = textColumn(name) else { return nil }
        return problem(
          .warning,
          code: "format-of-text",
          message: "'\(role)' draws a number, and '\(table.name).\(name)' is declared "
            + column.declaredType,
          hint: "name a column of numbers, or declare the column a number",
          at: ["items", fields.kind.description, role]
        )
      }
        + appearance.texts.flatMap { _, path, template in
          template.parts.enumerated().compactMap { index, part in
            guard case .field(let name, let format?) = part, format.isOfNumbers,
              let column = textColumn(name)
            else { return nil }
            return problem(
              .warning,
              code: "format-of-text",
              message:
                "the format '\(format)' is for numbers, and '\(table.name).\(name)' is declared "
                + column.declaredType,
              hint: "write '{\(name)}', or declare the column a number",
              at: ["items", fields.kind.description] + path,
              offset: template.offset(ofPart: index)
            )
          }
        }
    }
  }
}

extension ValueFormat {
  fileprivate var isOfNumbers: Bool {
    switch self {
    case .number, .duration: true
    case .date, .relative: false
    }
  }
}

extension FeedFile {
  /// Returns warnings about keys of actions that the page cannot assign.
  ///
  /// - Returns: The keys that the page itself uses, and those that two actions share for the same
  ///   items or sections.
  public func lints(ofKeysBeside own: [String: String]) -> [FeedFileProblem] {
    let entries = root[\FeedKeys.actions]?.entries ?? []
    let free = freeKeys(beside: own)
    var problems: [FeedFileProblem] = []
    for (index, action) in feed.actions.enumerated() {
      guard let key = action.key, let node = entries[index].value[\ActionKeys.key] else { continue }
      func warn(_ code: String, _ message: String, _ hint: String) {
        problems.append(source.problem(.warning, code, message, hint: hint, at: node.position))
      }
      if let use = own[key] {
        warn("taken-key", "the page has the key '\(key)' itself: \(use)", free)
      }
      if let other = feed.actions[..<index].first(where: { $0.shares(key, with: action) }) {
        warn(
          "shared-key",
          "the key '\(key)' may mean '\(other.name)' and '\(action.name)' at the same place",
          free
        )
      }
    }
    return problems
  }

  /// Returns the hint that lists the free letters.
  private func freeKeys(beside own: [String: String]) -> String {
    let taken = Set(own.keys).union(feed.actions.compactMap(\.key))
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
    return "free: " + letters.filter { !taken.contains($0) }.joined(separator: " ")
  }
}

extension ActionDeclaration {
  /// Returns whether a key could start either of two actions at the same place.
  fileprivate func shares(_ key: String, with other: ActionDeclaration) -> Bool {
    guard self.key == key else { return false }
    return isForTheWhole || other.isForTheWhole || items.contains(where: other.items.contains)
      || sections.contains(where: other.sections.contains)
  }
}

extension FeedFile {
  /// Finds the place of a value.
  ///
  /// Keys lead through maps; numbers from zero, or the `id` of an entry, lead through lists. If the
  /// path does not exist, the place is that of the last value on it.
  ///
  /// - Parameters:
  ///   - path: The keys from the root to the value, for example `["sources", "live", "where"]`.
  ///   - offset: A place within the text of the value, in Unicode scalars from zero.
  /// - Returns: The place of the value, or a place within it if the file contains its text
  ///   verbatim.
  public func position(at path: [String], offset: Int = 0) -> FeedFilePosition {
    var node = root
    for key in path {
      if let value = node.entry(key)?.value {
        node = value
      } else if let list = node.list,
        let element = list.first(where: { $0[\SectionKeys.id]?.string == key })
          ?? Int(key).flatMap({ list.indices.contains($0) ? list[$0] : nil })
      {
        node = element
      } else if key != "0" {
        // A list of one entry may be written without the list.
        break
      }
    }
    return source.position(of: node, offset: offset)
  }

  /// Describes a problem that was found after the file was read, for example in its SQL.
  ///
  /// - Parameters:
  ///   - severity: Whether the file can be loaded in spite of the problem.
  ///   - message: The problem, in lower case, without a final period.
  ///   - offset: The place within the text of the value, in Unicode scalars from zero.
  public func problem(
    _ severity: FeedFileProblem.Severity = .error,
    code: String,
    message: String,
    hint: String? = nil,
    at path: [String],
    offset: Int = 0
  ) -> FeedFileProblem {
    source.problem(severity, code, message, hint: hint, at: position(at: path, offset: offset))
  }
}
