import Foundation
import TestSupport
import Testing

@testable import FeedDefinition

@Suite("The page of all keys")
struct FeedFileReferenceTests {
  private static let examples = ["league.yaml", "app.yaml"]
    .map { Repository.path("Documentation/FeedFile/\($0)") }

  private static func reference() throws -> FeedFileReference {
    FeedFileReference(
      examples: try examples.map { path in
        let source = SourceText(name: path, text: try String(contentsOfFile: path, encoding: .utf8))
        return try #require(YAMLReader.read(ProblemCollector(source: source)))
      }
    )
  }

  @Test func `the examples are feed files without errors or warnings, and have every key`() throws {
    for example in Self.examples {
      let file = try FeedFile.load(path: example)
      #expect(file.warnings.isEmpty, "\(file.warnings)")
    }
    #expect(try Self.reference().missing == [])
  }

  @Test func `the page agrees with the keys`() throws {
    let path = Repository.path("Documentation/FeedFile.md")
    let page = try Self.reference().markdown
    if Repository.updatesGoldens {
      try page.write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("the page has been rewritten; read what has changed")
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == page)
  }
}
