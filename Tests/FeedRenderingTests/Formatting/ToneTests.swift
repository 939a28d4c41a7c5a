import FeedFormatting
import FeedModel
import Testing

@Suite("Tone")
struct ToneTests {
  private static func face(_ rules: [(tone: Tone, result: Value?)]) throws -> ItemFace {
    let conditions = rules.indices.map { RowCondition("rule\($0)", naming: []) }
    let look = ItemAppearance(
      title: try TextTemplate("{name}"),
      tones: zip(rules, conditions).map { .init($0.tone, where: $1) }
    )
    let known = zip(rules, conditions).compactMap { rule, condition in
      rule.result.map { (condition.field, $0) }
    }
    let content = Content(
      shape: .init(["name"] + known.map(\.0)),
      values: ContiguousArray(["A"] + known.map(\.1))
    )
    return ItemFace(content, appearance: look)
  }

  @Test func `an item has the first tone whose condition holds, and its sign`() throws {
    let rules: [(tone: Tone, result: Value?)] = [(.warning, 0), (.bad, 1), (.good, 1)]
    let face = try Self.face(rules)
    #expect(face.tone == .bad)
    #expect(face.title == "A")
    #expect(face.signedTitle == "✗ A")
    #expect(try Self.face(rules.reversed()).tone == .good)
    let plain = try Self.face([(.bad, 0), (.good, nil), (.muted, .null)])
    #expect(plain.tone == nil)
    #expect(plain.signedTitle == "A")
  }

  @Test func `different tones have different signs`() {
    #expect(Set(Tone.allCases.map(\.sign)).count == Tone.allCases.count)
  }

  @Test func `an item reads each field of its conditions once`() throws {
    let look = ItemAppearance(
      title: try TextTemplate("{name}"),
      tones: [
        .init(.bad, where: RowCondition("price < a OR name = 'x'", naming: ["price", "name"]))
      ],
      fields: ["id"]
    )
    #expect(look.fieldNames == ["name", "price", "id"])
  }
}
