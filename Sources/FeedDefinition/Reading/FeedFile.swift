import Foundation

/// A feed file that was read: the feed it declares, and where each part of it stands.
///
/// ```swift
/// let file = try FeedFile.load(path: "layouts/sportsbook.yaml")
/// file.feed.sections.count                                        // 5
/// file.position(at: ["sources", "standard", "where"])             // line 31, column 12
/// ```
public struct FeedFile: Sendable {
  /// The feed that the file declares.
  public let feed: Feed
  /// What is odd about the file, in its order; no error is among it.
  public let warnings: [FeedFileProblem]
  /// How many warnings there are beyond the hundred in ``warnings``.
  public let omittedWarnings: Int
  let source: SourceText
  let root: YAMLNode

  /// The name of the file, as it was given.
  public var name: String { source.name }

  /// Reads a file and the schema that it names.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The feed and what is odd about it.
  /// - Throws: ``FeedFileErrors`` with all that is wrong, if anything is.
  public static func load(path: String) throws(FeedFileErrors) -> FeedFile {
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
    return try parse(source, directory: (path as NSString).deletingLastPathComponent)
  }

  /// Reads a text as a feed file, and the schema that it names.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The name of the file for messages.
  ///   - directory: The directory that paths in the file are relative to.
  /// - Returns: The feed and what is odd about it.
  /// - Throws: ``FeedFileErrors`` with all that is wrong, if anything is.
  public static func parse(
    text: String,
    name: String,
    directory: String = ""
  ) throws(FeedFileErrors) -> FeedFile {
    try parse(SourceText.read(Array(text.utf8), name: name), directory: directory)
  }

  private static func parse(
    _ source: SourceText,
    directory: String
  ) throws(FeedFileErrors) -> FeedFile {
    let problems = ProblemCollector(source: source)
    guard let root = YAMLReader.read(problems), Self.isKnownVersion(root, problems) else {
      throw problems.sorted
    }
    let declared = FeedKeys.shape.read(root, as: "a feed file", problems)
    let files = FeedFiles(problems: problems, directory: directory)
    let (schema, seed) = (files.schema(in: root), files.seed(in: root))
    FeedChecker(problems: problems, root: root).check()
    guard !problems.hasErrors, var feed = declared else { throw problems.sorted }
    feed.schema = schema
    feed.seed = seed
    files.resolveDocuments(of: &feed.sources, in: root)
    let found = problems.sorted
    return FeedFile(
      feed: feed,
      warnings: found.problems,
      omittedWarnings: found.omitted,
      source: source,
      root: root
    )
  }

  /// What a later version of the format means is not known: nothing else is said about its file.
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
