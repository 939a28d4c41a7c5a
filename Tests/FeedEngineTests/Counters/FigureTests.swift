import Foundation
import TestSupport
import Testing

/// The figures of the last measurement, as far as the documents need them.
private struct MeasuredFigures: Decodable {
  struct Figure: Decodable {
    var what: String
    var must: Limit?
  }
  struct Limit: Decodable {
    var relation: String
  }
  var figures: [Figure]
}

@Suite("Figures")
struct FigureTests {
  private func text(_ name: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: name), encoding: .utf8)
  }

  /// Returns the first and second cells of the rows of all tables in a part of a document.
  private func rows(_ text: some StringProtocol) -> [String: String] {
    var rows: [String: String] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.dropFirst(2).components(separatedBy: " | ")
      if cells.count == 5, cells[0] != "what", !cells[0].hasPrefix("---") {
        rows[cells[0]] = cells[1]
      }
    }
    return rows
  }

  @Test func `the page on performance lists exactly the measured figures`() throws {
    let measured = try JSONDecoder().decode(
      MeasuredFigures.self,
      from: Data(text("Benchmarks/Results/figures.json").utf8)
    )
    let page = try text("Documentation/Performance.md")
    let all = try #require(page.firstRange(of: "## All figures"))
    let end = try #require(page.firstRange(of: "## How this was measured"))
    let rows = rows(page[all.upperBound..<end.lowerBound])
    #expect(rows.keys.sorted() == measured.figures.map(\.what).sorted())
    for figure in measured.figures {
      #expect((rows[figure.what] ?? "").isEmpty == (figure.must == nil), "\(figure.what)")
    }
    let total = /[0-9]+ of [0-9]+ ratios and counts/
    let quoted = try #require(text("README.md").firstMatch(of: total))
    #expect(page.firstMatch(of: total)?.output == quoted.output)
    // Figures quoted elsewhere must equal those in the table.
    for (name, must) in self.rows(try text("README.md")) { #expect(rows[name] == must, "\(name)") }
  }
}
