import TestSupport
import Testing

@testable import FeedDefinition

@Suite("Nodes of a feed file")
struct YAMLNodeTests {
  /// Keys that are hard to distinguish: by case, accents or surrounding characters.
  private static let words = ["a", "A", "é", "e\u{301}", "e", "", " a", "a ", "a.b", "0", "null"]

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `the first entry with a key is found in maps of any size`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    // Sizes around the one from which a map has a dictionary of its keys.
    let entries = (0..<Int.random(in: 0...40, using: &random)).map { number in
      let word = Self.words[Int.random(in: Self.words.indices, using: &random)]
      let position = FeedFilePosition(line: number + 1, column: 1)
      return YAMLNode.Entry(
        key: word + (Bool.random(using: &random) ? "\(number % 5)" : ""),
        keyPosition: position,
        value: YAMLNode(.scalar("\(number)", .plain), at: position)
      )
    }
    let node = YAMLNode(.map(entries), at: FeedFilePosition(line: 1, column: 1))
    for key in entries.map(\.key) + Self.words + ["absent"] {
      let first = entries.first { $0.key == key }
      #expect(
        node.entry(key)?.keyPosition == first?.keyPosition,
        "'\(key)' of \(entries.map(\.key))"
      )
      #expect(node.entry(key)?.value.string == first?.value.string)
    }
    #expect(node.entries?.map(\.key) == entries.map(\.key))
    #expect(node.weight == entries.count + 1)
  }

  @Test func `a node that is not a map has no entries`() {
    let place = FeedFilePosition(line: 1, column: 1)
    for node in [YAMLNode(.scalar("a", .plain), at: place), YAMLNode(.list([]), at: place)] {
      #expect(node.entry("a") == nil)
      #expect(node.entries == nil)
    }
  }
}
