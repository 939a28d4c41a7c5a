package import FeedFormatting
package import FeedLayout
package import FeedModel
import FeedSnapshots

/// A version laid out for a page with a number of columns: the place of each item.
///
/// Frames are those of the feed file's layout, on a grid of terminal cells. A page with a height is
/// a screen: it scrolls, headers are pinned, and rows that scroll sideways do so. One without is
/// paper: nothing scrolls, and what would scroll sideways is continued on the next line.
package struct PageLayout: Sendable {
  /// The points of one cell of a terminal.
  package static let cell = FeedPage.cell

  package let appearance: FeedAppearance
  package let columns: Int
  /// The lines of the screen, or `nil` for paper.
  package let lines: Int?
  package let cell: Extent
  /// The shown part of the version.
  package let choice: PageChoice
  package internal(set) var sections: [PageSection]
  package internal(set) var solved: SolvedLayout
  /// The number of measured places: the cost of the layout so far.
  package internal(set) var measuredPlaces = 0
  private let declarations: PageDeclarations
  private let adapter: SectionAdapter

  /// Lays a version out.
  ///
  /// - Parameters:
  ///   - lines: The lines of the screen, or `nil` for paper.
  ///   - shown: The lines that will ever be shown, from the first one: what lies below them is not
  ///     measured. All are if it is `nil`.
  ///   - cell: The points of a cell.
  /// - Throws: `LayoutError` if the layout cannot be solved.
  /// - Complexity: O(*n*) for *n* items; a version that follows is taken by `show` instead.
  package init(
    _ snapshot: FeedSnapshot,
    _ appearance: FeedAppearance,
    columns: Int,
    lines: Int?,
    shown: Int? = nil,
    cell: Extent = PageLayout.cell,
    choice: PageChoice = PageChoice()
  ) throws(LayoutError) {
    self.appearance = appearance
    self.columns = columns
    self.lines = lines
    self.cell = cell
    self.choice = choice
    let width = Double(columns) * cell.width
    adapter = SectionAdapter(
      cell: cell,
      size: Extent(width: width, height: lines.map { Double($0) * cell.height } ?? .infinity)
    )
    declarations = PageDeclarations(appearance, adapter)
    var description = appearance.layout
    description.sections = declarations.layouts
    description.scrollDirection = .vertical
    sections = []
    solved = try SolvedLayout(
      description,
      environment: LayoutEnvironment(
        containerSize: Extent(width: width, height: Double(lines ?? 1) * cell.height),
        pixelGrid: PixelGrid(cell: cell)
      ),
      sections: []
    )
    var contents: [LayoutSectionContent] = []
    for section in snapshot.composition.sections where choice.shows(section.id) {
      let pageSection = pageSection(section, shown: shown)
      sections.append(pageSection)
      contents.append(
        .init(declaration: declaration(of: section), itemCount: pageSection.count)
      )
    }
    if let shown {
      solved = try SolvedLayout(description, environment: solved.environment, sections: contents)
      measure(lines: shown)
      return
    }
    let measurer = measurer
    var measured = 0
    solved = try SolvedLayout(
      description,
      environment: solved.environment,
      sections: contents,
      measuring: { request in
        measured += 1
        return measurer.size(request)
      }
    )
    measuredPlaces = measured
  }

  /// Measures the items of the first lines, until no other items enter them.
  private mutating func measure(lines: Int) {
    let view = Frame(
      x: 0,
      y: 0,
      width: solved.environment.containerSize.width,
      height: Double(lines) * cell.height
    )
    let measurer = measurer
    var asked: Set<LayoutElementID> = []
    var isSettled = false
    while !isSettled {
      isSettled = true
      for element in solved.elements(in: view) {
        guard case .cell(let section, let place) = element.id,
          let request = solved.measuringRequest(ofItem: place, inSection: section),
          asked.insert(element.id).inserted
        else { continue }
        measuredPlaces += 1
        guard let size = measurer.size(request) else { continue }
        solved.setMeasuredSize(size, ofItem: place, inSection: section)
        isSettled = false
      }
    }
  }

  /// The lines that all of it takes.
  package var contentLines: Int { Int((solved.contentSize.height / cell.height).rounded(.up)) }

  /// The line of the page on which a section begins, or `nil` if it shows nothing.
  package func firstLine(ofSection section: Int) -> Int? {
    let frame =
      solved.frame(of: .supplementary(kind: SectionAdapter.header, section: section, index: 0))
      ?? solved.frame(of: .cell(section: section, item: 0))
    return frame.map { Int(($0.y / cell.height).rounded()) }
  }

  /// Returns the frame of an item's row.
  ///
  /// - Returns: The frame, or `nil` if the layout has no such place.
  package func frame(
    ofItem item: Int,
    at place: Int,
    inSection section: Int,
    scrolledTo scroll: ScrollPosition
  ) -> Frame? {
    var frame = solved.frame(of: .cell(section: section, item: place), scrolledTo: scroll)
    let shown = sections[section]
    guard shown.isInBlocks,
      let line = shown.rows(at: place).firstIndex(where: { $0.contains(item) })
    else { return frame }
    frame?.y += Double(shown.spacing(above: place) + line) * cell.height
    frame?.height = cell.height
    return frame
  }

  var measurer: PlaceMeasurer {
    PlaceMeasurer(sections: sections, appearance: appearance, cell: cell)
  }

  /// A section as this page shows it.
  func pageSection(
    _ section: FeedSnapshot.Composition.Section,
    shown: Int? = nil
  ) -> PageSection {
    let declared = solved.description.sections[declaration(of: section)]
    return PageSection(
      section,
      appearance,
      declared,
      adapter,
      shown: shown,
      isCollapsed: choice.collapsed.contains(section.id)
    )
  }

  /// Returns the index of a section's layout among the declared ones.
  func declaration(of section: FeedSnapshot.Composition.Section) -> Int {
    declarations.index(of: section, isCollapsed: choice.collapsed.contains(section.id))
  }
}
