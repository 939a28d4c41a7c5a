import FeedModel

/// Collects the problems of a file while it is read.
///
/// Hints and excerpts are expensive, so they are created only for the problems that are shown.
final class ProblemCollector {
  /// A problem with its position and a closure that creates its hint.
  private struct Finding {
    let severity: FeedFileProblem.Severity
    let code: String
    let message: String
    let hint: () -> String?
    let position: FeedFilePosition?
  }

  /// The identity of a problem; a problem is reported once per position.
  private struct Key: Hashable {
    let code: String
    let message: String
    let position: FeedFilePosition?
  }

  let source: SourceText
  private var findings: [Finding] = []
  private var known: Set<Key> = []
  private(set) var hasErrors = false

  /// Whether all errors are unknown keys, without which the file declares a feed.
  var hasOnlyUnknownKeys: Bool {
    findings.allSatisfy { $0.severity == .warning || $0.code == "unknown-key" }
  }

  init(source: SourceText) { self.source = source }

  /// The errors, or everything if there are none, in the order of the file.
  ///
  /// Warnings about a file with errors are left out, because most of them follow from the errors.
  var sorted: FeedFileErrors {
    let shown = findings.filter { !hasErrors || $0.severity == .error }
    let start = FeedFilePosition(line: 0, column: 0)
    let places = shown.indices.sorted {
      let (lhs, rhs) = (shown[$0].position ?? start, shown[$1].position ?? start)
      return lhs == rhs ? $0 < $1 : lhs < rhs
    }
    let problems = places.prefix(FeedFileErrors.most).map { index in
      let finding = shown[index]
      return source.problem(
        finding.severity,
        finding.code,
        finding.message,
        hint: finding.hint(),
        at: finding.position
      )
    }
    return FeedFileErrors(problems: problems, omitted: shown.count - problems.count)
  }

  func error(
    _ code: String,
    _ message: String,
    hint: @autoclosure @escaping () -> String? = nil,
    at position: FeedFilePosition?
  ) {
    hasErrors = true
    add(.error, code, message, hint, position)
  }

  func warning(
    _ code: String,
    _ message: String,
    hint: @autoclosure @escaping () -> String? = nil,
    at position: FeedFilePosition?
  ) {
    add(.warning, code, message, hint, position)
  }

  private func add(
    _ severity: FeedFileProblem.Severity,
    _ code: String,
    _ message: String,
    _ hint: @escaping () -> String?,
    _ position: FeedFilePosition?
  ) {
    guard known.insert(Key(code: code, message: message, position: position)).inserted else {
      return
    }
    findings.append(
      Finding(severity: severity, code: code, message: message, hint: hint, position: position)
    )
  }
}

extension ProblemCollector {
  /// Reports that a value is of another kind than its form requires.
  func wrongType<T>(
    _ node: YAMLNode,
    _ noun: String,
    as subject: String,
    hint: String? = nil
  ) -> T? {
    let message = "\(subject) must be \(noun), and is \(node.noun)"
    error("wrong-type", message, hint: hint ?? source.hint(forCommentAt: node), at: node.position)
    return nil
  }

  func wrongLength<T>(
    _ node: YAMLNode,
    _ length: String,
    _ list: [YAMLNode],
    as subject: String
  ) -> T? {
    let message = "\(subject) must have \(length) values, and has \(list.count)"
    error("wrong-length", message, at: node.position)
    return nil
  }

  /// Reports that a map has none of the keys that would identify its form.
  func missing<T>(
    oneOf keys: [String],
    _ entries: [YAMLNode.Entry],
    _ node: YAMLNode,
    as subject: String
  ) -> T? {
    let near = entries.lazy.compactMap { entry in
      entry.key.nearest(among: keys).map { (entry: entry, key: $0) }
    }.first
    error(
      "missing-key",
      "\(subject) needs a key \(keys.map { "'\($0)'" }.joined(separator: " or "))",
      hint: near.map { "did you mean '\($0.key)' instead of '\($0.entry.key)'?" },
      at: near?.entry.keyPosition ?? node.position
    )
    return nil
  }
}
