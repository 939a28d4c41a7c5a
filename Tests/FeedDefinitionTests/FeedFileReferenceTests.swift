import Foundation
import Testing

@testable import FeedDefinition

@Suite("The page of all keys")
struct FeedFileReferenceTests {
  private static let example = Repository.path("Documentation/FeedFile/league.yaml")

  private static func reference() throws -> FeedFileReference {
    let text = try String(contentsOfFile: example, encoding: .utf8)
    let source = SourceText(name: "league.yaml", text: text)
    return FeedFileReference(
      example: try #require(YAMLReader.read(ProblemCollector(source: source)))
    )
  }

  @Test func `the example is a feed file without a mistake or a slip, and has every key`() throws {
    let file = try FeedFile.load(path: Self.example)
    #expect(file.warnings.isEmpty, "\(file.warnings)")
    #expect(try Self.reference().missing == [])
  }

  @Test func `the page is the one that the keys give`() throws {
    let path = Repository.path("Documentation/FeedFile.md")
    let page = try Self.reference().markdown
    if Repository.updatesGoldens {
      try page.write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("the page has been rewritten; read what has changed")
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == page)
  }
}
