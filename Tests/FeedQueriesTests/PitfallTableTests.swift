import FeedQueries
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("The table of pitfalls")
struct PitfallTableTests {
  /// The text of all tests, without line breaks.
  private static let tests: String = {
    let folder = Repository.root.appendingPathComponent("Tests")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let texts = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
      .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
    return texts.joined(separator: "\n")
  }()

  /// The words in backquotes of a line.
  private func quoted(_ line: some StringProtocol) -> [String] {
    line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  @Test func `every pitfall has a test or a refusal, and every test that is named exists`() throws {
    let url = Repository.root.appendingPathComponent("Documentation/Pitfalls.md")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| P") }
    #expect(lines.count == 50)
    let codes = QueryError.Code.allCases.map(\.rawValue) + StoreError.Code.allCases.map(\.rawValue)
    for (index, line) in lines.enumerated() {
      #expect(line.hasPrefix("| P\(index + 1) |"))
      let names = quoted(line.split(separator: "|").last ?? "")
      #expect(!names.isEmpty)
      for name in names where !codes.contains(name) {
        #expect(Self.tests.contains(name), "\(name)")
      }
    }
  }

  @Test func `every scenario has a test, and every test that is named exists`() throws {
    let url = Repository.root.appendingPathComponent("Documentation/Pitfalls.md")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| S") }
    let numbers = lines.compactMap { $0.split(separator: "|").first?.dropFirst(2).dropLast() }
    #expect(
      numbers.map { Int($0) ?? 0 } == [
        1, 2, 3, 4, 5, 6, 9, 12, 13, 14, 15, 18, 20, 22, 23, 25, 27, 28, 29, 31, 32, 34, 35, 36,
        37, 39, 40, 42, 43, 45, 46, 47, 49, 50,
      ]
    )
    for line in lines {
      let names = quoted(line.split(separator: "|").last ?? "")
      #expect(!names.isEmpty, "\(line)")
      for name in names { #expect(Self.tests.contains(name), "\(name)") }
    }
  }

  @Test func `every promise of the article names a test that exists`() throws {
    let url = Repository.root.appendingPathComponent(
      "Sources/FeedQueries/FeedQueries.docc/LiveQueriesArticle.md"
    )
    let text = try String(contentsOf: url, encoding: .utf8)
    let behavior = try #require(text.components(separatedBy: "## Behavior").last)
    let promises = behavior.components(separatedBy: "\n- ").dropFirst()
    #expect(promises.count > 10)
    for promise in promises {
      let names = quoted(
        promise.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
          .joined(separator: " ")
      )
      let test = try #require(names.last, "\(promise)")
      #expect(Self.tests.contains(test), "\(test)")
    }
  }
}
