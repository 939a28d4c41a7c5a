import FeedFormatting
import FeedLayout
import Testing

@Suite("SectionAppearance")
struct SectionAppearanceTests {
  typealias Arrangement = SectionAppearance.Arrangement

  @Test func `a section that scrolls by pages is shown as banners`() {
    #expect(Arrangement(scrolling(.fractionalWidth(0.9), .absolute(160))) == .banners)
  }

  @Test func `a scrolling section of low items is shown as chips, of high items as cards`() {
    #expect(Arrangement(scrolling(.estimated(96), .absolute(32))) == .chips)
    #expect(Arrangement(scrolling(.absolute(280), .absolute(96))) == .cards)
  }

  @Test func `a grid is shown in its columns`() {
    let third = LayoutItem(size: LayoutSize(width: .fractionalWidth(0.3333)))
    #expect(
      Arrangement(LayoutSection(group: LayoutGroup(.horizontal([.item(third)])))) == .columns(3)
    )
    let counted = LayoutGroup(.horizontal([.item(LayoutItem())]), filling: .equally(4))
    #expect(Arrangement(LayoutSection(group: counted)) == .columns(4))
  }

  @Test func `a list is shown in rows`() {
    #expect(Arrangement(.list()) == .rows)
    let row = LayoutGroup(.vertical([.item(LayoutItem())]))
    #expect(Arrangement(LayoutSection(group: row)) == .rows)
  }

  private func scrolling(_ width: LayoutDimension, _ height: LayoutDimension) -> LayoutSection {
    let size = LayoutSize(width: width, height: height)
    return LayoutSection(
      group: LayoutGroup(.horizontal([.item(LayoutItem())]), size: size),
      orthogonalScrolling: .groupPaging
    )
  }
}
