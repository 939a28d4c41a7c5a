import FeedLayout
import Foundation
import TestSupport
import Testing

@Suite("Pictures of the documentation")
struct PictureTests {
  static func badge() -> SupplementaryItem {
    SupplementaryItem(
      kind: "badge",
      size: LayoutSize(width: .absolute(14), height: .absolute(14)),
      containerAnchor: LayoutAnchor(
        edges: [.top, .trailing],
        fractionalOffset: Point(x: 0.4, y: -0.4)
      )
    )
  }

  static var all: [Picture] {
    let third = Make.item(.fractionalWidth(1.0 / 3))
    let grid = Make.row(third, height: .absolute(40), spacing: .fixed(8))
    let pinned = [SectionRuleTests.header("header", height: .absolute(24), pinned: true)]
    let side = Make.column(
      Make.item(.fractionalWidth(1), .fractionalHeight(0.5)),
      height: .fractionalHeight(1),
      width: .fractionalWidth(1.0 / 3),
      spacing: .fixed(8)
    )
    let measured = Make.row(
      Make.item(.fractionalWidth(0.5), .estimated(40)),
      height: .estimated(40),
      spacing: .fixed(8)
    )
    let uniform = Make.row(
      Make.item(.fractionalWidth(0.5), .uniformAcrossSiblings(estimate: 40)),
      height: .estimated(40),
      spacing: .fixed(8)
    )
    return [
      Picture("layout-fractions", grid, 8) { $0.interGroupSpacing = 8 },
      Picture(
        "layout-flexible",
        Make.row(Make.item(.absolute(70)), height: .absolute(40), spacing: .flexible(4)),
        6
      ) { $0.interGroupSpacing = 8 },
      Picture(
        "layout-nested",
        Make.row(
          Make.item(.fractionalWidth(2.0 / 3)),
          .group(side),
          height: .absolute(100),
          spacing: .fixed(8)
        ),
        5
      ) { $0.interGroupSpacing = 8 },
      Picture(
        "layout-trimmed",
        Make.column(Make.item(.fractionalWidth(1), .absolute(28)), height: .absolute(100)),
        5
      ) { $0.interGroupSpacing = 8 },
      Picture("layout-boundary", grid, 6) {
        $0.interGroupSpacing = 8
        $0.contentInsets = DirectionalInsets(top: 8, leading: 16, bottom: 8, trailing: 16)
        $0.decorations = [DecorationItem(kind: "background")]
        $0.boundaryItems = [
          SectionRuleTests.header("header", height: .absolute(24)),
          SectionRuleTests.header("footer", .bottom, height: .absolute(16)),
        ]
      },
      Picture(
        "layout-badges",
        Make.row(
          Make.item(.fractionalWidth(0.25), badges: [badge()]),
          height: .absolute(50),
          spacing: .fixed(16)
        ),
        4
      ) {
        $0.contentInsets = DirectionalInsets(top: 8, leading: 8, bottom: 8, trailing: 8)
      },
      Picture(
        "layout-orthogonal",
        LayoutDescription(sections: [
          LayoutSection(
            group: Make.row(Make.item(), height: .absolute(60), width: .fractionalWidth(0.7)),
            contentInsets: DirectionalInsets(top: 8, leading: 16, bottom: 8, trailing: 16),
            interGroupSpacing: 8,
            orthogonalScrolling: .groupPaging
          ),
          LayoutSection(group: Make.row(Make.item(.fractionalWidth(0.5)), height: .absolute(40))),
        ]),
        [3, 2]
      ).with { $0.orthogonalWidth = 740 },
      Picture(
        "layout-pinned",
        LayoutDescription(sections: [
          LayoutSection(
            group: Make.row(Make.item(.fractionalWidth(0.5)), height: .absolute(40)),
            boundaryItems: pinned
          )
        ]),
        [6, 4]
      )
      .with { ($0.scroll, $0.container.height) = (Point(y: 56), 120) },
      Picture("layout-measured", measured, 4) { $0.interGroupSpacing = 8 }
        .with { $0.heights = [30, 70, 50, 24] },
      Picture("layout-uniform", uniform, 4) { $0.interGroupSpacing = 8 }
        .with { $0.heights = [30, 70, 50, 24] },
      Picture("layout-terminal", Make.row(third, height: .absolute(16), spacing: .fixed(8)), 3)
        .with { $0.container = Extent(width: 80 * 4, height: 32) },
      Picture(
        "layout-mirrored",
        LayoutDescription(
          sections: [
            LayoutSection(
              group: Make.row(Make.item(.absolute(90)), height: .absolute(40), spacing: .fixed(8)),
              contentInsets: DirectionalInsets(top: 8, leading: 24, bottom: 8, trailing: 8)
            )
          ],
          direction: .rightToLeft
        ),
        [4]
      ),
    ]
  }

  static let folder = Repository.root.appending(
    path: "Sources/FeedLayout/FeedLayout.docc/Resources"
  )

  @Test func `the pictures in the documentation show the solver's frames`() throws {
    for picture in Self.all {
      let file = Self.folder.appending(path: "\(picture.name).svg")
      let drawn = try picture.svg()
      let kept = try? String(contentsOf: file, encoding: .utf8)
      guard kept != drawn else { continue }
      Issue.record("\(picture.name).svg is not up to date; UPDATE_GOLDENS=1 draws it again")
      guard ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" else { continue }
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try drawn.write(to: file, atomically: true, encoding: .utf8)
    }
  }
}
