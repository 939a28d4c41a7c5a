public import FeedSnapshots

/// What a feed looks like: its title, how its sections are arranged and what its items show.
public struct FeedAppearance: Sendable {
  /// What the feed is called.
  public var title: String?
  /// What each kind of item shows; a kind that is not listed shows all its fields.
  public var items: [Name: ItemAppearance]
  /// How the sections are arranged, by the id of their declaration.
  public var sections: [Name: SectionAppearance]

  /// Declares what a feed looks like.
  ///
  /// - Parameters:
  ///   - title: What the feed is called.
  ///   - items: What each kind of item shows.
  ///   - sections: How the sections are arranged, by the id of their declaration.
  public init(
    title: String? = nil,
    items: [Name: ItemAppearance] = [:],
    sections: [Name: SectionAppearance] = [:]
  ) {
    self.title = title
    self.items = items
    self.sections = sections
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
  /// How deep a kind of item is indented: the children of an object more than the object.
  public var depths: [Name: Int]

  /// Declares an arrangement.
  ///
  /// - Parameters:
  ///   - arrangement: The arrangement.
  ///   - cells: How many items of a kind stand in one row.
  ///   - depths: How deep a kind of item is indented.
  public init(
    _ arrangement: Arrangement = .rows,
    cells: [Name: Int] = [:],
    depths: [Name: Int] = [:]
  ) {
    self.arrangement = arrangement
    self.cells = cells
    self.depths = depths
  }
}
