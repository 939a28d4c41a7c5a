import FeedFormatting
import FeedModel
import Foundation
import TestSupport
import Testing

/// The table of formats in Documentation/Fixtures.md: a format, a value and the resulting text.
struct DocumentedFormat: CustomTestStringConvertible, Sendable {
  let format: String
  let value: String
  let text: String

  var testDescription: String { "\(format) of \(value)" }

  static let all: [DocumentedFormat] = {
    let page = Repository.root.appending(path: "Documentation/Fixtures.md")
    let lines = (try? String(contentsOf: page, encoding: .utf8))?.split(separator: "\n") ?? []
    let rows = lines.drop { !$0.hasPrefix("| format |") }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    return rows.map { row in
      let cells = row.split(separator: "|").map {
        $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "")
      }
      return DocumentedFormat(format: cells[0], value: cells[1], text: cells[2])
    }
  }()
}

@Suite("Formats of the documentation")
struct DocumentedFormatTests {
  @Test(arguments: DocumentedFormat.all)
  func `a value is written as documented`(_ row: DocumentedFormat) throws {
    let value: Value =
      if let integer = Int64(row.value) {
        .integer(integer)
      } else if let real = Double(row.value) {
        .real(real)
      } else {
        .text(Text(row.value))
      }
    let text =
      row.format == "none"
      ? ValueFormat.plainText(of: value) : try ValueFormat(row.format).text(of: value)
    #expect(text == row.text)
  }

  @Test func `the page has a row for each kind of format`() {
    #expect(DocumentedFormat.all.count >= 12)
  }
}
