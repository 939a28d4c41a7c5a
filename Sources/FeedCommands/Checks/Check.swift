import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedModel
import FeedQueries
import FeedRendering
import FeedStore

/// Reports the mistakes in a feed file, and how each of its queries is kept up to date.
package struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks a feed file, its schema, its SQL and its documents.",
    discussion: """
      For each query, prints how it is kept up to date: A, only changed rows are read again; B, the same, and \
      only the first rows are shown; C, the aggregates of the touched group are updated; D, the whole query runs again \
      after each commit or, with ':now', when the time advances. Without 'track: outside', a change by another program to \
      the database under 'file:' has all rows read again.

      Prints the time zone in which dates are written, if there are any.

      Exit code 0 if the file declares a feed that can run, 1 if not, 65 if it cannot be read, or if its feed \
      would show blank items or nothing, because a document is missing or has no list at its path, a query \
      fails, or items are of an undeclared kind.

      Examples:
        feed check layouts/sportsbook.yaml
        feed check layouts/sportsbook.yaml --format json
        feed check layouts/sportsbook.yaml --strict
      """
  )

  @Argument(
    help: "The feed file; - for standard input, with paths relative to the working directory.",
    completion: .file(extensions: ["yaml", "yml"])
  )
  var feed: String

  @Option(help: "The format of the result.")
  var format: DataFormat = .text

  @Flag(help: "Count warnings as errors.")
  var strict = false

  @OptionGroup var zone: TimeZoneOption

  @OptionGroup var trust: TrustOptions

  func run() async throws {
    // Two statements may each take all of their time.
    let timeout = trust.statementTimeout
    CheckBudget.watch(feed, seconds: timeout == 0 ? nil : 2 * timeout)
    var findings = try await CheckFindings(feed, trust, in: zone)
    if strict { findings.countWarnings() }
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
