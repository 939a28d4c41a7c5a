public import FeedLayout
public import FeedModel

/// The appearance of a feed: its title, the arrangement of its sections and the texts of its items.
public struct FeedAppearance: Sendable {
  /// The title of the feed.
  public var title: String?
  /// The appearance of each kind of item; a kind without one shows all its fields.
  public var items: [Name: ItemAppearance]
  /// The arrangement of the sections, by the id of their declaration.
  public var sections: [Name: SectionAppearance]
  /// The settings of the layout as a whole; its sections are those of ``sections``.
  public var layout: LayoutDescription

  /// Declares the appearance of a feed.
  ///
  /// - Parameter sections: The arrangement of the sections, by the id of their declaration.
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

/// The arrangement of the items of a section.
public struct SectionAppearance: Hashable, Sendable {
  /// The arrangement of items on the page.
  public enum Arrangement: Hashable, Sendable {
    /// One item below the other.
    case rows
    /// The given number of items next to each other.
    case columns(Int)
    /// Small items in a line that wraps.
    case chips
    /// Boxes next to each other.
    case cards
    /// One box for all items, with one item per line.
    case banners
  }

  /// The arrangement.
  public var arrangement: Arrangement
  /// The number of items of a kind in one row, if an object yields rows of cells.
  public var cells: [Name: Int]
  /// The width of such a row, by the kind of its items.
  public var widths: [Name: CellWidths]
  /// The kinds of items that may be shown next to the first row below them.
  public var labels: Set<Name>
  /// The indentation level of each kind of item; the children of an object have a higher level.
  public var depths: [Name: Int]
  /// The columns of rows that have heads, by the kind of the items in them.
  public var columns: [Name: [ColumnHead]]
  /// The heads that an item shows above the rows below it, by its kind.
  public var heads: [Name: [ColumnHead]]
  /// The kind of the item that stands for a folded group, or `nil`; renderers mark it.
  public var folded: Name?
  /// The declared layout, or `nil` for the layout that suits the arrangement.
  public var layout: LayoutSection?
  /// The name of the layout in the feed file, for clients with their own layouts.
  public var layoutName: String?
  /// Whether the header stays visible while its section scrolls.
  public var pinsHeader: Bool

  /// Declares an arrangement.
  ///
  /// - Parameters:
  ///   - cells: The number of items of a kind in one row.
  ///   - labels: The kinds of items that may be shown next to the first row below them.
  ///   - depths: The indentation level of each kind of item.
  ///   - heads: The heads that an item shows above the rows below it, by its kind.
  ///   - folded: The kind of the item that stands for a folded group, or `nil`.
  ///   - pinsHeader: Whether the header stays visible while its section scrolls.
  public init(
    _ arrangement: Arrangement = .rows,
    cells: [Name: Int] = [:],
    widths: [Name: CellWidths] = [:],
    labels: Set<Name> = [],
    depths: [Name: Int] = [:],
    columns: [Name: [ColumnHead]] = [:],
    heads: [Name: [ColumnHead]] = [:],
    folded: Name? = nil,
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
    self.folded = folded
    self.layout = layout
    self.layoutName = layoutName
    self.pinsHeader = pinsHeader
  }
}
