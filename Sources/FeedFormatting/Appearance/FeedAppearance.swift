public import FeedLayout
public import FeedModel

/// What a feed looks like: its title, how its sections are arranged and what its items show.
public struct FeedAppearance: Sendable {
  /// What the feed is called.
  public var title: String?
  /// What each kind of item shows; a kind that is not listed shows all its fields.
  public var items: [Name: ItemAppearance]
  /// How the sections are arranged, by the id of their declaration.
  public var sections: [Name: SectionAppearance]
  /// What holds for the layout as a whole; its sections are those of ``sections``.
  public var layout: LayoutDescription

  /// Declares what a feed looks like.
  ///
  /// - Parameter sections: How the sections are arranged, by the id of their declaration.
  public init(
    title: String? = nil,
    items: [Name: ItemAppearance] = [:],
    sections: [Name: SectionAppearance] = [:],
    layout: LayoutDescription = LayoutDescription()
  ) {
    self.title = title
    self.items = items
    self.sections = sections
    self.layout = layout
  }
}

/// How the items of a section stand to each other.
public struct SectionAppearance: Hashable, Sendable {
  /// The arrangement of items on the page.
  public enum Arrangement: Hashable, Sendable {
    /// One item below the other.
    case rows
    /// So many items beside each other.
    case columns(Int)
    /// Small items in a line that wraps.
    case chips
    /// Boxes beside each other.
    case cards
    /// One box for all, an item a line.
    case banners
  }

  /// The arrangement.
  public var arrangement: Arrangement
  /// How many items of a kind stand in one row, where an object yields rows of cells.
  public var cells: [Name: Int]
  /// How wide such a row is, by the kind of item that stands in it.
  public var widths: [Name: CellWidths]
  /// The kinds of items that may stand beside the first row below them.
  public var labels: Set<Name>
  /// How deep a kind of item is indented: the children of an object more than the object.
  public var depths: [Name: Int]
  /// The columns of rows that have heads, by the kind of item that stands in them.
  public var columns: [Name: [ColumnHead]]
  /// The heads that an item shows above the rows below it, by its kind.
  public var heads: [Name: [ColumnHead]]
  /// The layout as it is declared, or `nil` for the one that suits the arrangement.
  public var layout: LayoutSection?
  /// What the feed file calls the layout, for clients with layouts of their own.
  public var layoutName: String?
  /// Whether the header stays in sight while the section scrolls by.
  public var pinsHeader: Bool

  /// Declares an arrangement.
  ///
  /// - Parameters:
  ///   - cells: How many items of a kind stand in one row.
  ///   - labels: The kinds of items that may stand beside the first row below them.
  ///   - depths: How deep a kind of item is indented.
  ///   - heads: The heads that an item shows above the rows below it, by its kind.
  ///   - pinsHeader: Whether the header stays in sight while the section scrolls by.
  public init(
    _ arrangement: Arrangement = .rows,
    cells: [Name: Int] = [:],
    widths: [Name: CellWidths] = [:],
    labels: Set<Name> = [],
    depths: [Name: Int] = [:],
    columns: [Name: [ColumnHead]] = [:],
    heads: [Name: [ColumnHead]] = [:],
    layout: LayoutSection? = nil,
    layoutName: String? = nil,
    pinsHeader: Bool = false
  ) {
    self.arrangement = arrangement
    self.cells = cells
    self.widths = widths
    self.labels = labels
    self.depths = depths
    self.columns = columns
    self.heads = heads
    self.layout = layout
    self.layoutName = layoutName
    self.pinsHeader = pinsHeader
  }
}
