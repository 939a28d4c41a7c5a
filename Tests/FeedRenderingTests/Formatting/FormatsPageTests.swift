import FeedFormatting
import FeedModel
import Foundation
import TestSupport
import Testing

@Suite("The page of formats")
struct FormatsPageTests {
  private static let page = Repository.root.appending(path: "Documentation/Formats.md")

  /// The rows of the page whose cells are all code.
  private static func rows() throws -> [[String]] {
    try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("|"), cells.count == 3, cells.allSatisfy({ $0.hasPrefix("`") }) else {
        return nil
      }
      return cells.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "`")) }
    }
  }

  @Test func `the examples of formats on the page are correct`() throws {
    let rows = try Self.rows()
    #expect(rows.count >= 13)
    for row in rows {
      let value: Value =
        Int64(row[1]).map { .integer($0) } ?? Double(row[1]).map { .real($0) }
        ?? .text(Text(row[1]))
      #expect(try TextTemplate("{x:\(row[0])}").text { _ in value } == row[2], "\(row)")
    }
  }

  @Test func `the examples of relative times on the page are correct`() throws {
    let table = try String(contentsOf: Self.page, encoding: .utf8)
      .split(separator: "| seconds from now |")[1].split(separator: "\n\n")[0]
    let rows = table.split(separator: "\n").map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
    }
    let formats = try rows[0].map { try TextTemplate("{at:\($0)}") }
    #expect(formats.count == 4)
    #expect(rows.count == 10)
    for row in rows.dropFirst(2) {
      let seconds = try #require(Int64(row[0]))
      for (format, text) in zip(formats, row.dropFirst()) {
        let field = try #require(format.relativeFields.first)
        let isPast = field.format.isPast
        let now: Int64 = 1_000_000_000_000
        let distance = (isPast ? -seconds : seconds) * 1_000_000
        let reading = field.format.reading(of: now + distance, at: now)
        #expect(format.text { $0 == "at" ? 0 : .integer(reading.distance) } == text)
      }
    }
  }

  @Test func `the page names every tone with its sign`() throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    for tone in Tone.allCases { #expect(page.contains("`\(tone.sign)` \(tone)")) }
  }
}
