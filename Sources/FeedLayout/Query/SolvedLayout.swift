/// A layout solved for a view and the number of items of each section.
///
/// The solver solves one group for each declaration and computes all frames from it on demand. It
/// does not store frames, so a section of a million fixed-size items takes as much memory as a
/// section of ten. The sizes of measured cells and the lengths of their groups are stored in trees.
///
/// ```swift
/// let layout = try SolvedLayout(
///   description, environment: LayoutEnvironment(containerSize: Extent(width: 320, height: 480)),
///   itemCounts: [3, 2])
/// layout.contentSize                            // 320 × 120
/// layout.frame(of: .cell(section: 1, item: 0))  // (0, 80) 160 × 40
/// ```
///
/// Layouts are values: copies are independent and share storage.
public struct SolvedLayout: Sendable {
  /// The declared layout.
  public let description: LayoutDescription
  /// The environment for which it is solved.
  public let environment: LayoutEnvironment

  let templates: [SectionTemplate]
  var sections: CountedTree<SectionState>
  /// The box around all sections and the boundary items of the layout.
  var boundary: BoundarySolver.Solution
  var boundarySizes: [Extent]

  /// Solves a layout for sections that reference their declarations.
  ///
  /// - Parameter measuring: Measures elements of estimated size; without it, estimates apply.
  /// - Throws: ``LayoutError`` if a section has no declaration or a negative number of items.
  /// - Complexity: O(*s* + *d*) where *s* is the number of sections and *d* the size of the
  ///   declarations, plus O(*n*) if *n* cells are measured.
  public init(
    _ description: LayoutDescription,
    environment: LayoutEnvironment,
    sections: [LayoutSectionContent],
    measuring: Measuring? = nil
  ) throws(LayoutError) {
    self.description = description
    self.environment = environment
    // Without declarations, empty sections still have positions.
    let none = LayoutSection(group: LayoutGroup(.custom([])))
    let declared = description.sections.isEmpty ? [none] : description.sections
    templates = declared.map { SectionTemplate($0, of: description, in: environment) }
    boundary = BoundarySolver.Solution(length: 0, startGrowth: 0, endGrowth: 0, origins: [])
    boundarySizes = []
    var states: [SectionState] = []
    states.reserveCapacity(sections.count)
    self.sections = CountedTree()
    for (index, content) in sections.enumerated() {
      try content.validate(at: index, declarations: description.sections.count)
      states.append(makeState(content, section: index, measuring: measuring))
    }
    self.sections = CountedTree(states)
    measureLayoutBoundary(measuring)
  }

  /// Solves a layout whose sections use the declarations in order.
  ///
  /// - Parameters:
  ///   - itemCounts: The number of items of each section; the last declaration also lays out all
  ///     further sections.
  ///   - measuring: Measures elements of estimated size; without it, estimates apply.
  /// - Throws: ``LayoutError`` if a section has no declaration or a negative number of items.
  /// - Complexity: As for ``init(_:environment:sections:measuring:)``.
  public init(
    _ description: LayoutDescription,
    environment: LayoutEnvironment,
    itemCounts: [Int],
    measuring: Measuring? = nil
  ) throws(LayoutError) {
    let last = max(0, description.sections.count - 1)
    try self.init(
      description,
      environment: environment,
      sections: itemCounts.enumerated().map {
        LayoutSectionContent(declaration: min($0.offset, last), itemCount: $0.element)
      },
      measuring: measuring
    )
  }

  /// The number of sections.
  public var sectionCount: Int { sections.count }

  /// Returns the number of items of a section.
  ///
  /// - Precondition: The section is one of the layout's.
  /// - Returns: The number of its items, including items without a frame.
  /// - Complexity: O(log *s*) where *s* is the number of sections.
  public func itemCount(ofSection section: Int) -> Int {
    sections.element(at: section).element.items
  }

  /// The size of the content.
  public var contentSize: Extent {
    let axis = description.scrollDirection
    return Extent(
      axis,
      along: environment.pixelGrid[axis].points(boundary.length),
      across: environment.containerSize[axis.crossing]
    )
  }

  var grid: PixelGrid { environment.pixelGrid }
  var scrollAxis: Axis { description.scrollDirection }

  /// The spacing after each section, in units.
  var sectionSpacing: Int { grid[scrollAxis].units(description.interSectionSpacing) }
}

/// The content of a section: the index of its declaration, and the number of its items.
public struct LayoutSectionContent: Hashable, Sendable {
  /// The index of the declaration in the layout.
  public var declaration: Int
  /// The number of items.
  public var itemCount: Int

  /// Creates the content of a section.
  public init(declaration: Int, itemCount: Int) {
    self.declaration = declaration
    self.itemCount = itemCount
  }

  func validate(at index: Int, declarations: Int) throws(LayoutError) {
    guard itemCount >= 0 else {
      throw LayoutError(
        .badNumber,
        "section \(index) has \(itemCount) items",
        path: ["itemCounts", "\(index)"]
      )
    }
    guard declaration >= 0, declaration < max(1, declarations), itemCount == 0 || declarations > 0
    else {
      throw LayoutError(
        .missingSection,
        "section \(index) is laid out by declaration \(declaration) of \(declarations)",
        hint: "declare at least one section",
        path: ["layout", "sections"]
      )
    }
  }
}
