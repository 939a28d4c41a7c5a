/// A layout solved for a view and a number of items per section: asks where things are.
///
/// Solving takes one group per declaration; all else is arithmetic. No frame is kept, so a section of
/// a million items of fixed size takes as much memory as one of ten. Where cells are measured, their
/// answers and the lengths of their groups are kept in trees.
///
/// ```swift
/// let layout = try SolvedLayout(
///   description, environment: LayoutEnvironment(containerSize: Extent(width: 320, height: 480)),
///   itemCounts: [3, 2])
/// layout.contentSize                            // 320 × 120
/// layout.frame(of: .cell(section: 1, item: 0))  // (0, 80) 160 × 40
/// ```
///
/// The value is a snapshot: a copy is independent and shares what is the same.
public struct SolvedLayout: Sendable {
  /// The layout as it is declared.
  public let description: LayoutDescription
  /// What it is solved for.
  public let environment: LayoutEnvironment

  let templates: [SectionTemplate]
  var sections: CountedTree<SectionState>
  /// The box of all sections with the boundary items of the layout.
  var boundary: BoundarySolver.Solution
  var boundarySizes: [Extent]

  /// Solves a layout for sections that each name their declaration.
  ///
  /// - Parameters:
  ///   - description: The layout as it is declared.
  ///   - environment: What it is solved for.
  ///   - sections: The sections, from the first one.
  ///   - measuring: Answers how large elements of estimated size are; without it, estimates hold.
  /// - Throws: ``LayoutError`` if a section has no declaration or a negative number of items.
  /// - Complexity: O(*s* + *d*) where *s* is the number of sections and *d* the size of the
  ///   declarations, and O(*n*) more where *n* cells are measured.
  public init(
    _ description: LayoutDescription,
    environment: LayoutEnvironment,
    sections: [LayoutSectionContent],
    measuring: Measuring? = nil
  ) throws(LayoutError) {
    self.description = description
    self.environment = environment
    // Without a declaration, sections without items still have their place.
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

  /// Solves a layout whose sections follow the declarations one by one.
  ///
  /// - Parameters:
  ///   - description: The layout as it is declared.
  ///   - environment: What it is solved for.
  ///   - itemCounts: The number of items of each section; sections beyond the last declaration are
  ///     laid out by it.
  ///   - measuring: Answers how large elements of estimated size are; without it, estimates hold.
  /// - Throws: ``LayoutError`` if a section has no declaration or a negative number of items.
  /// - Complexity: As for sections that name their declaration.
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

  /// The number of items of a section.
  ///
  /// - Precondition: The section is one of the layout's.
  /// - Parameter section: The section's position.
  /// - Returns: The number of its items, whether or not they have a place.
  /// - Complexity: O(log *s*) where *s* is the number of sections.
  public func itemCount(ofSection section: Int) -> Int {
    sections.element(at: section).element.items
  }

  /// The size of all that is laid out.
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

  /// The room behind each section, in units.
  var sectionSpacing: Int { grid[scrollAxis].units(description.interSectionSpacing) }
}

/// What a section of a layout shows: which declaration lays it out, and how many items it has.
public struct LayoutSectionContent: Hashable, Sendable {
  /// The position of the declaration among those of the layout.
  public var declaration: Int
  /// The number of items.
  public var itemCount: Int

  /// Says what a section shows.
  ///
  /// - Parameters:
  ///   - declaration: The position of the declaration among those of the layout.
  ///   - itemCount: The number of items.
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
