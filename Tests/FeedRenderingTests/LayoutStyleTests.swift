import FeedFormatting
import FeedLayout
import FeedModel
import FeedRendering
import Testing

@Suite("Layouts as style sheets")
struct LayoutStyleTests {
  private func rules(_ look: SectionAppearance, cells: [Name: Int] = [:]) -> [String] {
    var look = look
    look.cells = cells
    let sheet = HTMLRenderer.styleSheet(FeedAppearance(sections: ["live/a b": look]))
    // The common rules come first.
    let common = HTMLRenderer.styleSheet(FeedAppearance())
    return sheet.dropFirst(common.count).split(separator: "\n").map(String.init)
      .filter { $0.contains("section-live-a-b") || $0.hasPrefix("@container feed (m") }
  }

  private func scrolling(_ scrolling: OrthogonalScrolling, width: LayoutDimension) -> LayoutSection
  {
    LayoutSection(
      group: LayoutGroup(
        .horizontal([.item(LayoutItem(size: LayoutSize()))]),
        size: LayoutSize(width: width, height: .absolute(96))
      ),
      contentInsets: DirectionalInsets(leading: 16, trailing: 0.05),
      interGroupSpacing: 12,
      orthogonalScrolling: scrolling
    )
  }

  @Test(arguments: [
    (OrthogonalScrolling.continuous, "none", "start", "normal"),
    (.continuousGroupLeadingBoundary, "x proximity", "start", "normal"),
    (.paging, "x mandatory", "start", "always"),
    (.groupPaging, "x mandatory", "start", "always"),
    (.groupPagingCentered, "x mandatory", "center", "always"),
  ])
  func `a row that scrolls sideways snaps where the layout declares`(
    declared: OrthogonalScrolling,
    type: String,
    align: String,
    stop: String
  ) {
    let layout = scrolling(declared, width: .absolute(280))
    #expect(
      rules(SectionAppearance(.cards, layout: layout)).prefix(2) == [
        ".section-live-a-b > ul { --leading: var(--edge); --trailing: max(var(--edge), 5%); "
          + "padding-block: 0rem 0rem; "
          + "gap: 0.75rem; scroll-snap-type: \(type); }",
        ".section-live-a-b > ul > li { flex: 0 0 min(17.5rem, 85%); scroll-snap-align: \(align); "
          + "scroll-snap-stop: \(stop); min-height: 6rem; }",
      ]
    )
  }

  @Test func `a row has the height of the layout at least, and the space between rows`() {
    func layout(_ height: LayoutDimension, spacing: Double = 0) -> LayoutSection {
      LayoutSection(
        group: LayoutGroup(
          .vertical([.item(LayoutItem(size: LayoutSize()))]),
          size: LayoutSize(width: .fractionalWidth(1), height: height)
        ),
        contentInsets: DirectionalInsets(leading: 4, trailing: 40),
        interGroupSpacing: spacing
      )
    }
    let exact = rules(SectionAppearance(.rows, layout: layout(.absolute(48), spacing: 8)))
    #expect(
      exact == [
        ".section-live-a-b > ul { --leading: var(--edge); --trailing: max(var(--edge), 2.5rem); "
          + "padding-block: 0rem 0rem; row-gap: 0.5rem; --row: 3rem; }",
        ".section-live-a-b > ul > li { min-height: 3rem; }",
      ]
    )
    let estimated = rules(SectionAppearance(.rows, layout: layout(.estimated(44))))
    #expect(estimated.count == 1 && estimated[0].contains("--row: 2.75rem"))
  }

  @Test func `the first variant that fits is the last rule`() {
    var layout = scrolling(.groupPaging, width: .absolute(280))
    layout.variants = [
      SectionVariant(
        when: SizeCondition(maxWidth: 400),
        section: scrolling(.paging, width: .fractionalWidth(0.9))
      ),
      SectionVariant(
        when: SizeCondition(minWidth: 200, maxWidth: 600),
        section: scrolling(.paging, width: .fractionalWidth(0.5))
      ),
    ]
    let rules = rules(SectionAppearance(.cards, layout: layout))
    #expect(
      rules.filter { $0.hasPrefix("@") } == [
        "@container feed (min-width: 12.5rem) and (max-width: 37.5rem) {",
        "@container feed (max-width: 25rem) {",
      ]
    )
    #expect(rules.last?.contains("flex: 0 0 min(90%, 40rem)") == true)
  }

  @Test func `a variant for low screens holds where what a reader sees is low`() {
    var layout = scrolling(.groupPaging, width: .absolute(280))
    let low = scrolling(.paging, width: .fractionalWidth(0.5))
    layout.variants = [
      SectionVariant(when: SizeCondition(maxHeight: 480), section: low),
      SectionVariant(when: SizeCondition(minWidth: 640, minHeight: 320), section: low),
    ]
    let sheet = HTMLRenderer.styleSheet(
      FeedAppearance(sections: ["live": SectionAppearance(.cards, layout: layout)])
    )
    let rules = sheet.split(separator: "\n").filter { $0.hasPrefix("@media (m") }
    #expect(
      rules.suffix(2) == [
        "@media (min-height: 20rem) { @container feed (min-width: 40rem) {",
        "@media (max-height: 30rem) { @container feed (min-width: 0) {",
      ]
    )
  }

  @Test func `a grid has its columns, and squares stay squares`() {
    let layout = LayoutSection(
      group: LayoutGroup(
        .horizontal([.item(LayoutItem(size: LayoutSize()))]),
        size: LayoutSize(width: .fractionalWidth(1), height: .fractionalWidth(1.0 / 3)),
        filling: .equally(3),
        interItemSpacing: .fixed(4)
      ),
      interGroupSpacing: 8
    )
    let rules = rules(SectionAppearance(.columns(3), layout: layout))
    #expect(rules.first?.contains("repeat(3, minmax(0, 1fr)); gap: 0.5rem 0.25rem") == true)
    #expect(rules.last == ".section-live-a-b > ul > li { aspect-ratio: 1; }")
  }

  @Test func `cells of different rows share the columns of their section`() {
    let look = SectionAppearance()
    #expect(rules(look, cells: ["a": 2, "b": 3]) == [".section-live-a-b > ul { --columns: 6; }"])
    #expect(rules(look).isEmpty)
  }
}
