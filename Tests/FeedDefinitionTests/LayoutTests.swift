import FeedDefinition
import FeedLayout
import Testing

@Suite("Layouts of feed files")
struct LayoutTests {
  @Test func `a layout of two lines is legal`() throws {
    let row = LayoutSize(height: .absolute(44))
    #expect(
      try section("{height: 44}")
        == LayoutSection(group: LayoutGroup(.horizontal([.item(LayoutItem())]), size: row))
    )
    let measured = LayoutSize(height: .estimated(44))
    #expect(
      try section("{}")
        == LayoutSection(
          group: LayoutGroup(.horizontal([.item(LayoutItem(size: measured))]), size: measured)
        )
    )
  }

  @Test func `a grid needs a number of columns`() throws {
    #expect(
      try section("{columns: 3, height: 33%w, spacing: 4, insets: [4, 8]}")
        == LayoutSection(
          group: LayoutGroup(
            .horizontal([.item(LayoutItem())]),
            size: LayoutSize(height: .fractionalWidth(0.33)),
            filling: .equally(3),
            interItemSpacing: .fixed(4)
          ),
          contentInsets: DirectionalInsets(top: 4, leading: 8, bottom: 4, trailing: 8),
          interGroupSpacing: 4
        )
    )
  }

  @Test(arguments: [
    ("44", LayoutDimension.absolute(44)),
    ("\"44.5\"", .absolute(44.5)),
    ("50%", .fractionalHeight(0.5)),
    ("12.5%w", .fractionalWidth(0.125)),
    ("150%h", .fractionalHeight(1.5)),
    ("~44", .estimated(44)),
    ("=44", .uniformAcrossSiblings(estimate: 44)),
    ("uniform(44)", .uniformAcrossSiblings(estimate: 44)),
    ("{absolute: 44}", .absolute(44)),
    ("{fractionalWidth: 0.5}", .fractionalWidth(0.5)),
    ("{fractionalHeight: .5}", .fractionalHeight(0.5)),
    ("{estimated: 44}", .estimated(44)),
    ("{uniformAcrossSiblings: 44}", .uniformAcrossSiblings(estimate: 44)),
  ])
  func `a length has a short and a long form`(text: String, dimension: LayoutDimension) throws {
    #expect(try section("{height: \(text)}").group.size.height == dimension)
    let sized = try section("{group: {vertical: {size: {height: \(text)}}}}")
    #expect(sized.group.members == [.item(LayoutItem(size: LayoutSize(height: dimension)))])
  }

  @Test func `a percentage refers to its own axis`() throws {
    let group = try section("{group: {horizontal: {}, size: [50%, 25%]}}").group
    #expect(
      group.size == LayoutSize(width: .fractionalWidth(0.5), height: .fractionalHeight(0.25))
    )
  }

  @Test func `a member without a size fills its group, or is measured with it`() throws {
    let fixed = try section("{group: {horizontal: [{}, {vertical: {}}], size: [200, 44]}}").group
    #expect(
      fixed.members == [.item(LayoutItem()), .group(LayoutGroup(.vertical([.item(LayoutItem())])))]
    )
    let measured = LayoutSize(height: .estimated(44))
    #expect(
      try section("{group: {horizontal: {}}}").group
        == LayoutGroup(.horizontal([.item(LayoutItem(size: measured))]), size: measured)
    )
  }

  @Test func `groups nest to any depth, with all of their settings`() throws {
    let section = try section(
      """

          group:
            horizontal:
              - {size: [66%, 100%], insets: {trailing: 4}}
              - vertical: {insets: 2, edges: {leading: 4, top: ">=2", bottom: {fixed: 1}}}
                rows: 2
                size: {width: 34%}
                spacing: {flexible: 8}
              - horizontal: {}
                repeat: 4
                edges: ">=6"
            size: [100%, 200]
            spacing: 10
            insets: [1, 2, 3, 4]
            supplementaries:
              - kind: badge
                size: [20, 20]
                anchor: [top, trailing]
                itemAnchor: {edges: bottom, offset: [1, -2], fractionalOffset: [0.5, -0.5]}
                insets: 1
                zIndex: 5
          scroll: groupPagingCentered
          feel: {bounce: always, deceleration: fast}
          insetsReference: readableContent
          boundaryInsetsReference: layoutMargins
          boundaryFollowsInsets: false
      """
    )
    let badge = SupplementaryItem(
      kind: "badge",
      size: LayoutSize(width: .absolute(20), height: .absolute(20)),
      containerAnchor: LayoutAnchor(edges: [.top, .trailing]),
      itemAnchor: LayoutAnchor(
        edges: .bottom,
        absoluteOffset: Point(x: 1, y: -2),
        fractionalOffset: Point(x: 0.5, y: -0.5)
      ),
      contentInsets: DirectionalInsets(top: 1, leading: 1, bottom: 1, trailing: 1),
      zIndex: 5
    )
    let stacked = LayoutItem(
      contentInsets: DirectionalInsets(top: 2, leading: 2, bottom: 2, trailing: 2),
      edgeSpacing: EdgeSpacing(leading: .fixed(4), top: .flexible(2), bottom: .fixed(1))
    )
    let around = LayoutSpacing.flexible(6)
    let group = LayoutGroup(
      .horizontal([
        .item(
          LayoutItem(
            size: LayoutSize(width: .fractionalWidth(0.66)),
            contentInsets: DirectionalInsets(trailing: 4)
          )
        ),
        .group(
          LayoutGroup(
            .vertical([.item(stacked)]),
            size: LayoutSize(width: .fractionalWidth(0.34)),
            filling: .equally(2),
            interItemSpacing: .flexible(8)
          )
        ),
        .group(
          LayoutGroup(
            .horizontal([.item(LayoutItem())]),
            filling: .repeating(4),
            edgeSpacing: EdgeSpacing(
              leading: around,
              top: around,
              trailing: around,
              bottom: around
            )
          )
        ),
      ]),
      size: LayoutSize(height: .absolute(200)),
      interItemSpacing: .fixed(10),
      contentInsets: DirectionalInsets(top: 1, leading: 2, bottom: 3, trailing: 4),
      supplementaries: [badge]
    )
    #expect(
      section
        == LayoutSection(
          group: group,
          orthogonalScrolling: .groupPagingCentered,
          orthogonalScrollingProperties: .init(bounce: .always, decelerationRate: .fast),
          supplementariesFollowContentInsets: false,
          contentInsetsReference: .readableContent,
          supplementaryContentInsetsReference: .layoutMargins
        )
    )
  }

  @Test func `custom groups are lists of frames`() throws {
    #expect(
      try section("{group: {custom: [[0, 0, 10, 20], {frame: [-5, 0, 1, 2], zIndex: 3}]}}")
        .group.arrangement
        == .custom([
          CustomPlace(frame: Frame(x: 0, y: 0, width: 10, height: 20)),
          CustomPlace(frame: Frame(x: -5, y: 0, width: 1, height: 2), zIndex: 3),
        ])
    )
  }

  @Test func `a section has headers and backgrounds`() throws {
    let section = try section(
      """

          height: 44
          boundary:
            - {kind: header, pin: true}
            - kind: footer
              size: [50%, 20]
              align: bottomTrailing
              offset: [1, 2]
              extends: false
              insets: 3
              zIndex: 7
          decorations: [background, {kind: shadow, insets: [1, 2], zIndex: -1}]
      """
    )
    #expect(
      section.boundaryItems == [
        BoundaryItem(
          kind: "header",
          size: LayoutSize(height: .estimated(44)),
          pinToVisibleBounds: true
        ),
        BoundaryItem(
          kind: "footer",
          size: LayoutSize(width: .fractionalWidth(0.5), height: .absolute(20)),
          alignment: .bottomTrailing,
          offset: Point(x: 1, y: 2),
          extendsBoundary: false,
          contentInsets: DirectionalInsets(top: 3, leading: 3, bottom: 3, trailing: 3),
          zIndex: 7
        ),
      ]
    )
    #expect(
      section.decorations == [
        DecorationItem(kind: "background"),
        DecorationItem(
          kind: "shadow",
          contentInsets: DirectionalInsets(top: 1, leading: 2, bottom: 1, trailing: 2),
          zIndex: -1
        ),
      ]
    )
  }

  @Test func `a list is a preset, and its settings may change`() throws {
    let list = ListConfiguration(
      appearance: .insetGrouped,
      headerMode: .supplementary,
      footerMode: .supplementary,
      headerTopPadding: 8,
      estimatedRowHeight: 50,
      showsSeparators: false
    )
    var expected = LayoutSection.list(list)
    expected.interGroupSpacing = 2
    #expect(
      try section(
        """

            preset: list
            list:
              appearance: insetGrouped
              header: supplementary
              footer: supplementary
              headerTopPadding: 8
              rowHeight: 50
              separators: false
            spacing: 2
        """
      ) == expected
    )
    #expect(try section("{preset: list}") == .list())
  }

  @Test func `variants replace a layout at some widths`() throws {
    let section = try section(
      "{columns: 4, variants: [{when: {maxWidth: 600}, columns: 2}, {when: {minWidth: 1200}}]}"
    )
    #expect(section.variant(for: Extent(width: 600, height: 1)).group.filling == .equally(2))
    #expect(section.variant(for: Extent(width: 601, height: 1)).group.filling == .equally(4))
    #expect(section.variant(for: Extent(width: 1200, height: 1)).group.filling == .equally(4))
  }

  /// Each variant equals a layout that says everything itself.
  @Test(arguments: [
    (
      "columns: 4, height: 50, spacing: 6, insets: 8", "columns: 2",
      "columns: 2, height: 50, spacing: 6, insets: 8"
    ),
    ("columns: 4, height: 50, spacing: 6", "height: ~20", "columns: 4, height: ~20, spacing: 6"),
    ("height: 50, spacing: 6", "spacing: 2", "height: 50, spacing: 2"),
    (
      "scroll: paging, spacing: 6, group: {horizontal: {}, size: [90%, 40]}",
      "scroll: none, columns: 3",
      "columns: 3, spacing: 6"
    ),
    (
      "columns: 4, spacing: 6, insets: 8", "group: {horizontal: {}, size: [90%, 40]}",
      "spacing: 6, insets: 8, group: {horizontal: {}, size: [90%, 40]}"
    ),
    (
      "boundary: [{kind: header, size: [100%, 32]}], decorations: [card]", "insets: 4",
      "boundary: [{kind: header, size: [100%, 32]}], decorations: [card], insets: 4"
    ),
    (
      "boundary: [{kind: header, size: [100%, 32]}], decorations: [card]",
      "boundary: [{kind: header, size: [100%, 16]}], decorations: [tile]",
      "boundary: [{kind: header, size: [100%, 16]}], decorations: [tile]"
    ),
    (
      "columns: 4, insets: 8", "preset: list, list: {rowHeight: 30}",
      "preset: list, list: {rowHeight: 30}"
    ),
    ("preset: list", "spacing: 3", "preset: list, spacing: 3"),
  ])
  func `a variant has all settings of its layout that it does not replace`(
    layout: String,
    variant: String,
    expected: String
  ) throws {
    let section = try section("{\(layout), variants: [{when: {maxWidth: 600}, \(variant)}]}")
    #expect(
      section.variant(for: Extent(width: 600, height: 1)) == (try self.section("{\(expected)}"))
    )
    var plain = section
    plain.variants = []
    #expect(plain == (try self.section("{\(layout)}")))
  }

  @Test func `a mistake in a layout with variants is reported once`() {
    let text = """
      feed: 1
      layouts:
        a: {columns: 0, variants: [{when: {maxWidth: 600}, spacing: 2}, {when: {maxWidth: 800}, insets: x}]}
      """
    #expect {
      try FeedFile.parse(text: text, name: "feed.yaml")
    } throws: {
      ($0 as? FeedFileErrors)?.problems.count == 2
    }
  }

  @Test func `the layout as a whole has its own direction and boundary items`() throws {
    let text = """
      feed: 1
      layout:
        scroll: horizontal
        spacing: 20
        direction: rightToLeft
        insetsReference: none
        boundary: [{kind: banner, size: [100%, 60]}]
      """
    let layout = try FeedFile.parse(text: text, name: "feed.yaml").feed.layout
    #expect(
      layout
        == LayoutDescription(
          scrollDirection: .horizontal,
          interSectionSpacing: 20,
          boundaryItems: [BoundaryItem(kind: "banner", size: LayoutSize(height: .absolute(60)))],
          contentInsetsReference: ContentInsetsReference.none,
          direction: .rightToLeft
        )
    )
  }

  private func section(_ text: String) throws -> LayoutSection {
    let file = try FeedFile.parse(text: "feed: 1\nlayouts:\n  a: \(text)\n", name: "feed.yaml")
    return try #require(file.feed.layouts["a"])
  }
}
