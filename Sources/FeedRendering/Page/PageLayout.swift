package import FeedLayout
package import FeedSnapshots

/// A version laid out for a page of so many columns: where each of its items stands.
///
/// Frames are those of the feed file's layout, on a grid of terminal cells. A page with a height is
/// a screen: it scrolls, headers are pinned, and rows that scroll sideways do so. One without is
/// paper: nothing scrolls, and what would scroll sideways is continued on the next line.
package struct PageLayout: Sendable {
  /// The points of one cell of a terminal.
  package static let cell = Extent(width: 8, height: 16)

  package let appearance: FeedAppearance
  package let columns: Int
  /// The lines of the screen, or nothing for paper.
  package let lines: Int?
  package let cell: Extent
  package private(set) var sections: [PageSection]
  package let solved: SolvedLayout

  /// Lays a version out.
  ///
  /// - Throws: `LayoutError` if the layout cannot be solved.
  package init(
    _ snapshot: FeedSnapshot,
    _ appearance: FeedAppearance,
    columns: Int,
    lines: Int?,
    cell: Extent = PageLayout.cell,
    isShown: (FeedSnapshot.Composition.Section) -> Bool = { _ in true },
    isCollapsed: (SectionID) -> Bool = { _ in false }
  ) throws(LayoutError) {
    self.appearance = appearance
    self.columns = columns
    self.lines = lines
    self.cell = cell
    let width = Double(columns) * cell.width
    var description = appearance.layout
    description.sections = []
    description.scrollDirection = .vertical
    var declarations: [Name: Int] = [:]
    var sections: [PageSection] = []
    var contents: [FeedLayout.SectionContent] = []
    for section in snapshot.composition.sections where isShown(section) {
      let adapter = SectionAdapter(cell: cell, width: width, isUnrolled: lines == nil)
      let look = appearance.sections[section.id.declaration] ?? SectionAppearance()
      let declared = adapter.layout(of: look, hasTitle: section.content.title != nil)
      let inner = adapter.columns(of: declared)
      let shown = PageSection(
        section,
        appearance,
        columns: inner,
        isUnrolled: lines == nil,
        isCollapsed: isCollapsed(section.id)
      )
      let declaration: Int
      if let known = declarations[section.id.declaration] {
        declaration = known
      } else {
        declaration = description.sections.count
        declarations[section.id.declaration] = declaration
        description.sections.append(declared)
      }
      sections.append(shown)
      contents.append(.init(declaration: declaration, itemCount: shown.count))
    }
    self.sections = sections
    let measurer = PlaceMeasurer(sections: sections, appearance: appearance, cell: cell)
    solved = try SolvedLayout(
      description,
      environment: LayoutEnvironment(
        containerSize: Extent(width: width, height: Double(lines ?? 1) * cell.height),
        pixelGrid: PixelGrid(cell: cell)
      ),
      sections: contents,
      measuring: measurer.size
    )
  }

  /// The same places with the contents of a version of the same structure.
  ///
  /// - Returns: Nothing if a section is not there any more.
  package func showing(_ snapshot: FeedSnapshot) -> PageLayout? {
    var layout = self
    for index in sections.indices {
      guard let section = snapshot.composition.section(sections[index].id),
        section.items.count == sections[index].hiddenCount ?? sections[index].items.count
      else { return nil }
      layout.sections[index] = sections[index].showing(section)
    }
    return layout
  }

  /// The lines that all of it takes.
  package var contentLines: Int { Int((solved.contentSize.height / cell.height).rounded(.up)) }
}
