import FeedFormatting
import FeedModel
import Testing

@Suite("Tone")
struct ToneTests {
  private static let content = Content(shape: .init(["name", "price"]), values: ["A", 1.04])

  private static func face(_ rules: [(Tone, String)]) throws -> ItemFace {
    let look = ItemAppearance(
      title: try TextTemplate("{name}"),
      tones: try rules.map { .init($0.0, where: try FieldCondition($0.1)) }
    )
    return ItemFace(content, appearance: look)
  }

  @Test func `an item has the first tone whose condition holds, and its sign`() throws {
    let rules = [(Tone.warning, "is_suspended"), (.bad, "price < 1.05"), (.good, "price < 2")]
    let face = try Self.face(rules)
    #expect(face.tone == .bad && face.title == "A" && face.signedTitle == "✗ A")
    #expect(try Self.face(rules.reversed()).tone == .good)
    let plain = try Self.face([(.bad, "price > 2")])
    #expect(plain.tone == nil && plain.signedTitle == "A")
  }

  @Test func `no two tones have one sign`() {
    #expect(Set(Tone.allCases.map(\.sign)).count == Tone.allCases.count)
  }

  @Test func `what a condition names is read, once`() throws {
    let look = ItemAppearance(
      title: try TextTemplate("{name}"),
      tones: [.init(.bad, where: try FieldCondition("price < limit OR name = 'x'"))],
      fields: ["id"]
    )
    #expect(look.fieldNames == ["name", "price", "limit", "id"])
  }
}
