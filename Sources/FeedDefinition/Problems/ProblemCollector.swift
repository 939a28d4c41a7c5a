/// Collects what is wrong with one file while it is read.
final class ProblemCollector {
  let source: SourceText
  private(set) var problems: [FeedFileProblem] = []
  private var hasStopped = false

  init(source: SourceText) { self.source = source }

  var hasErrors: Bool { problems.contains { $0.severity == .error } }

  /// The problems in the order of the file; each place is told each thing once.
  var sorted: [FeedFileProblem] {
    var seen: Set<FeedFileProblem> = []
    return problems.filter { seen.insert($0).inserted }
      .enumerated()
      .sorted {
        let start = FeedFilePosition(line: 0, column: 0)
        let (lhs, rhs) = ($0.element.position ?? start, $1.element.position ?? start)
        return lhs == rhs ? $0.offset < $1.offset : lhs < rhs
      }
      .map(\.element)
  }

  func error(_ code: String, _ message: String, hint: String? = nil, at position: FeedFilePosition?)
  {
    problems.append(source.problem(.error, code, message, hint: hint, at: position))
  }

  func warning(
    _ code: String,
    _ message: String,
    hint: String? = nil,
    at position: FeedFilePosition?
  ) {
    problems.append(source.problem(.warning, code, message, hint: hint, at: position))
  }
}
