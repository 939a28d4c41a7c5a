import FeedLayout
import Foundation
import TestSupport
import Testing

@Suite("Layouts as JSON")
struct EncodingTests {
  /// Writes a section and reads it again.
  private static func again(_ section: LayoutSection) throws -> LayoutSection {
    let json = try JSONEncoder().encode(section)
    return try JSONDecoder().decode(LayoutSection.self, from: json)
  }

  @Test func `a section that is written and read is the same section`() throws {
    for seed in 0..<UInt64(amount(300, full: 3000, soak: 100_000)) {
      var random = RandomLayout(generator: SeededGenerator(seed: seed), isMeasured: seed % 2 == 1)
      var section = random.section()
      if seed % 3 == 0 {
        let conditions = [SizeCondition(maxWidth: 600), SizeCondition(minWidth: 601, minHeight: 9)]
        section.variants = conditions.map { SectionVariant(when: $0, section: random.section()) }
      }
      try #require(try Self.again(section) == section, "seed \(seed)")
    }
  }

  @Test func `the JSON has every property of a section`() throws {
    var section = LayoutSection.list(
      ListConfiguration(
        appearance: .insetGrouped,
        headerMode: .supplementary,
        footerMode: .supplementary,
        headerTopPadding: 3
      )
    )
    section.orthogonalScrolling = .groupPagingCentered
    section.orthogonalScrollingProperties = .init(bounce: .never, decelerationRate: .fast)
    section.contentInsetsReference = .readableContent
    section.supplementaryContentInsetsReference = .layoutMargins
    section.supplementariesFollowContentInsets = false
    section.decorations[0].zIndex = -3
    section.boundaryItems[0].zIndex = 7
    section.boundaryItems[0].contentInsets = DirectionalInsets(top: 1, trailing: 2)
    section.group.supplementaries = [
      SupplementaryItem(
        kind: "badge",
        size: LayoutSize(width: .uniformAcrossSiblings(estimate: 4), height: .absolute(0.1)),
        containerAnchor: LayoutAnchor(edges: .all, fractionalOffset: Point(x: 0.3, y: -0.3)),
        itemAnchor: LayoutAnchor(edges: .leading, absoluteOffset: Point(x: 1, y: 0)),
        contentInsets: DirectionalInsets(leading: 2),
        zIndex: 4
      )
    ]
    #expect(try Self.again(section) == section)
  }

  @Test(arguments: Vectors.all)
  func `a section of the vectors is the same after it is written`(vector: Vectors.Vector) throws {
    for section in vector.request.layout.sections {
      #expect(try Self.again(section) == section)
    }
  }
}
