import Foundation
import TestSupport
import Testing

/// The page `Documentation/Conformance.md`, whose figures are those of the cases.
@Suite(
  "Documentation/Conformance.md",
  .enabled(if: Suites.isOwn, "COMPOSITE_FEED_SUITES names other data than the page counts")
)
struct ConformancePageTests {
  private struct Row {
    let suite: String
    let source: String
    let outcomes: [Outcome]

    var text: String {
      let different = outcomes.count { $0.difference != nil }
      let equal = outcomes.count { $0 == .equal }
      let others = outcomes.count - equal - different
      return "| \(suite) | \(source) | \(outcomes.count) | \(equal) | \(others) | \(different) |"
    }

    /// The missing features, with the number of cases that need each.
    var features: [String] {
      var counts: [String: Int] = [:]
      for case .notExpressible(let feature) in outcomes { counts[feature, default: 0] += 1 }
      return counts.sorted { $0.key < $1.key }.map { "| \(suite) | \($0.key) | \($0.value) |" }
    }
  }

  private static let page = Repository.root.appending(path: "Documentation/Conformance.md")

  private static func rows() async throws -> [Row] {
    let json = try await JSONCase.outcomes(try await JSONEntrance()).map(\.1)
    return [
      Row(
        suite: "ZQL",
        source: "rindle-sh/rindle at ed66b47e, Apache-2.0",
        outcomes: ZQLCase.all.map(\.outcome)
      ),
      Row(
        suite: "Firestore",
        source: "firebase/firebase-ios-sdk at eed63a35, Apache-2.0",
        outcomes: FirestoreCase.all.map(\.outcome)
      ),
      Row(
        suite: "JSONTestSuite",
        source: "nst/JSONTestSuite at 1ef36fa0, MIT",
        outcomes: json
      ),
      Row(
        suite: "SQL statements",
        source: "`StatementHistory+Table.swift`",
        outcomes: StatementHistory.all.flatMap { history in
          StatementHistory.Author.allCases.map { history.outcome(by: $0) }
        }
      ),
    ]
  }

  @Test func `the figures of the page are those of the cases`() async throws {
    let rows = try await Self.rows()
    let tables = [
      ["| suite | source and licence | cases | equal | not expressible | different |"]
        + ["| --- | --- | ---: | ---: | ---: | ---: |"] + rows.map(\.text),
      ["| suite | missing feature | cases |", "| --- | --- | ---: |"] + rows.flatMap(\.features),
    ]
    var text = try String(contentsOf: Self.page, encoding: .utf8)
    for (name, table) in zip(["suites", "features"], tables) {
      let (start, end) = ("<!-- figures: \(name) -->\n\n", "\n\n<!-- end of figures -->")
      let begin = try #require(text.firstRange(of: start)).upperBound
      let rest = try #require(text[begin...].firstRange(of: end)).lowerBound
      let new = table.joined(separator: "\n")
      #expect(text[begin..<rest] == new, "UPDATE_GOLDENS=1 writes what it is now")
      text.replaceSubrange(begin..<rest, with: new)
    }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try text.write(to: Self.page, atomically: true, encoding: .utf8)
    }
  }
}
