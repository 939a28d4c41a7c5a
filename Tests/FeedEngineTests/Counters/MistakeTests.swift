import Testing

@testable import FeedDefinition

@Suite("Work of errors")
struct MistakeTests {
  /// Returns the errors of a file with the given number of errors, all on one line.
  private func errors(_ count: Int) throws -> FeedFileErrors {
    let text =
      "feed: 1\nsections: [" + Array(repeating: "1", count: count).joined(separator: ",") + "]\n"
    do throws(FeedFileErrors) {
      _ = try FeedFile.parse(text: text, name: "feed.yaml")
    } catch {
      return error
    }
    throw Unexpected()
  }

  @Test func `thousands of sections find their sources and layouts`() throws {
    let names = (0..<5_000).map { "s\($0)" }
    let text = """
      feed: 1
      sources: {\(names.map { "\($0): {document: \($0), items: $.a}" }.joined(separator: ", "))}
      sections: [\(names.map { "{id: \($0), source: \($0), item: i}" }.joined(separator: ", "))]
      items: {i: {title: T}}
      """
    let file = try FeedFile.parse(text: text, name: "feed.yaml")
    #expect(file.warnings.isEmpty)
    #expect(file.lints.map(\.position?.line) == Array(repeating: 3, count: 5_000))
    #expect(Set(file.lints.map(\.position?.column)).count == 5_000)
  }

  private struct Unexpected: Error {}

  @Test func `hints are computed only for the errors that are shown`() {
    for count in [1_000, 25_000] {
      var made = 0
      func hint(_ column: Int) -> String {
        made += 1
        return "hint \(column)"
      }
      let problems = ProblemCollector(source: SourceText(name: "feed.yaml", text: "a"))
      for column in (1...count).reversed() {
        let position = FeedFilePosition(line: 1, column: column)
        problems.error("code", "what", hint: hint(column), at: position)
        // Two equal errors at one position count once.
        problems.error("code", "what", hint: hint(column), at: position)
      }
      #expect(made == 0)
      let errors = problems.sorted
      #expect(made == 100)
      #expect(errors.omitted == count - 100)
      #expect(errors.problems.map(\.hint) == (1...100).map { "hint \($0)" })
    }
  }

  @Test func `a position on a line is found without walking along the line or copying it`() {
    let line = String(repeating: "é[1],", count: 25_000)
    let source = SourceText(name: "feed.yaml", text: "first\n" + line)
    // A slice with the same indices is not a copy: it costs the same at every position.
    for column in [1, 2, 100, 10_000, 125_000] {
      let rest = source.scalars(from: FeedFilePosition(line: 2, column: column))
      #expect(rest.indices == column - 1..<125_000)
    }
    #expect(source.scalars(from: FeedFilePosition(line: 2, column: 125_001)).isEmpty)
    #expect(source.scalars(from: FeedFilePosition(line: 3, column: 1)).isEmpty)
  }

  @Test func `the first hundred of many errors are described, and the rest are counted`() throws {
    let small = try errors(1_000)
    let large = try errors(25_000)
    #expect(small.problems.count == 100)
    #expect(small.omitted == 900)
    #expect(large.problems.count == 100)
    #expect(large.omitted == 24_900)
    // The size of the description depends on the shown errors, and not on the length of the line.
    #expect(large.description.utf8.count == small.description.utf8.count + 2)
    #expect(large.description.hasSuffix("\nand 24900 more errors, which are not shown"))
    #expect(large.problems[99].position == FeedFilePosition(line: 2, column: 210))
  }
}
