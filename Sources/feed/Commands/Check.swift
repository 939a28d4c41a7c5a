import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedModel
import FeedQueries
import FeedRendering
import FeedStore

/// Says what is wrong with a feed file, and how each of its queries is kept true.
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks a feed file, its schema, its SQL and its documents.",
    discussion: """
      Says for each query how it is kept true: A, only changed rows are read again; B, the same, and \
      the first rows are shown; C, aggregates of the touched group; D, the query runs again as a whole, \
      after each commit or, with ':now', when the time moves on.

      Says in which time zone dates are written, where any are.

      Exit code 0 if a feed can be made of the file, 1 if not, 65 if it cannot be read at all, or if its feed \
      would show nothing, or blank items, for a document that is missing or has no list at its path, a query \
      that fails, or items of an undeclared kind.

      Examples:
        feed check layouts/sportsbook.yaml
        feed check layouts/sportsbook.yaml --format json
      """
  )

  @Argument(
    help: "The feed file; - for standard input, with paths relative to the working directory.",
    completion: .file(extensions: ["yaml", "yml"])
  )
  var feed: String

  @Option(help: "How the result is written.")
  var format: DataFormat = .text

  @OptionGroup var zone: TimeZoneOption

  @OptionGroup var trust: TrustOptions

  func run() async throws {
    // As long as two statements that take all their time.
    let timeout = trust.statementTimeout
    CheckBudget.watch(feed, seconds: timeout == 0 ? nil : 2 * timeout)
    let findings = try await CheckFindings(feed, trust, in: zone)
    switch format {
    case .text:
      for message in findings.messages { Console.error(lines: message) }
      if findings.isGood { try print(findings.text) }
    case .json:
      var json = JSONWriter()
      json.findings(findings)
      json.endLine()
      try print(String(decoding: json.bytes, as: UTF8.self))
    }
    guard !findings.isGood else { return }
    throw Failure(
      findings.isEmptyOnly ? .badInput : .negative,
      format == .text ? findings.verdict : ""
    )
  }

  private func print(_ text: String) throws {
    var output = OutputBuffer()
    try output.write(text)
    try output.flush()
  }
}
