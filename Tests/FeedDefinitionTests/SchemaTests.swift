import Foundation
import TestSupport
import Testing

@testable import FeedDefinition

@Suite("FeedSchema")
struct SchemaTests {
  /// The codes of errors that no JSON Schema can express; the schema must find the other errors.
  private static let beyondSchemas: Set<String> = [
    "unknown-item", "unknown-section", "reserved-name", "reserved-parameter", "duplicate-parameter",
    "missing-fold",
    "not-a-query", "not-grouped", "limited",
    "ambiguous-word", "bad-path", "bad-template", "duplicate-id", "duplicate-item",
    "empty-range", "user-in-address",
    "missing-store", "not-finite", "unknown-adapter", "unknown-field", "unknown-include",
    "unknown-layout",
    "unknown-source", "unknown-zone",
    "unreadable-input", "unreadable-pictures", "unreadable-schema", "unreadable-seed",
    "reserved-field", "unknown-flag", "unknown-parameter", "unknown-role", "missing-item",
    "missing-header",
  ]
  /// The codes of errors in texts that are not YAML, or that editors read differently.
  private static let beyondYAML: Set<String> = [
    "bad-key", "control-character", "duplicate-key", "empty-file", "invalid-utf8", "tab", "tag",
    "too-deep",
    "merge-key", "too-large", "too-many-aliases", "unknown-alias", "yaml-syntax",
  ]

  @Test func `the committed schema agrees with the keys`() throws {
    let path = Repository.path("layouts/feed.schema.json")
    if Repository.updatesGoldens {
      try FeedSchema.text.write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("the schema has been rewritten; read what has changed")
    }
    let committed = FileManager.default.contents(atPath: path) ?? Data()
    #expect(String(decoding: committed, as: UTF8.self) == FeedSchema.text)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: committed) }
  }

  @Test(arguments: ["sportsbook", "photos", "dates", "exchange", "quakes"])
  func `the schema accepts the feed files of the repository`(name: String) throws {
    let path = Repository.path("layouts/\(name).yaml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let root = try #require(self.root(text))
    let isAccepted = SchemaValidator(schema: FeedSchema.json).accepts(root.json)
    #expect(isAccepted)
    #expect(text.hasPrefix("# yaml-language-server: $schema=feed.schema.json\n"))
  }

  @Test(arguments: MessageCase.all)
  func `the schema and the parser accept and reject the same files`(example: MessageCase) {
    let codes = Set(example.output.matches(of: /error\[([a-z-]+)\]/).map { String($0.output.1) })
    guard codes.isDisjoint(with: Self.beyondYAML), let root = root(example.input) else { return }
    let isAccepted = SchemaValidator(schema: FeedSchema.json).accepts(root.json)
    #expect(isAccepted == codes.isSubset(of: Self.beyondSchemas), "codes: \(codes.sorted())")
  }

  @Test(arguments: 0..<8)
  func `the schema and the parser judge randomly damaged files alike`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let validator = SchemaValidator(schema: FeedSchema.json)
    for name in ["sportsbook", "photos"] {
      let path = Repository.path("layouts/\(name).yaml")
      let root = try #require(self.root(String(contentsOfFile: path, encoding: .utf8)))
      for round in 0..<amount(12, full: 25, soak: 2_000) {
        var damage = Damage(random: random)
        let node = damage.damaged(root)
        random = damage.random
        let problems = ProblemCollector(source: SourceText(name: "feed.yaml", text: ""))
        _ = FeedKeys.shape.read(node, as: "a feed file", problems)
        let errors = problems.sorted.problems
        guard errors.allSatisfy({ !Self.beyondSchemas.contains($0.code) }) else { continue }
        let verdict = validator.accepts(node.json)
        #expect(
          verdict == errors.isEmpty,
          "seed \(seed), round \(round), \(damage.history): \(errors.map(\.message))"
        )
      }
    }
  }

  private func root(_ text: String) -> YAMLNode? {
    YAMLReader.read(ProblemCollector(source: SourceText(name: "feed.yaml", text: text)))
  }
}
