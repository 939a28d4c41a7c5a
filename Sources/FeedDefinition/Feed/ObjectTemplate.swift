public import FeedFormatting
public import FeedModel

/// The items that one object yields.
public struct ObjectTemplate: Hashable, Sendable {
  /// The items, in order.
  public var items: [ItemTemplate]
  /// Conditions; the first one that holds replaces all items with a single item.
  public var when: [Condition]

  /// Declares the items of an object.
  ///
  /// - Parameter when: Conditions; the first one that holds replaces all items with a single item.
  public init(items: [ItemTemplate], when: [Condition] = []) {
    self.items = items
    self.when = when
  }
}

/// An entry of a list of items: an item of the object itself, or the items of its children.
public indirect enum ItemTemplate: Hashable, Sendable {
  /// An item of the object itself.
  case item(kind: Name)
  /// The items of the children.
  case each(ChildrenTemplate)
}

/// The items that the children of an object yield.
public struct ChildrenTemplate: Hashable, Sendable {
  /// The name of the inclusion whose children they are.
  public var include: String
  /// The template of each child.
  public var template: ObjectTemplate
  /// The number of slots per row, or `nil` if children are not arranged in rows.
  public var slots: Int?
  /// The kind of the fillers in the last row.
  public var fill: Name?
  /// The widths of the cells on a page of text, or `nil` to fill the width of the page.
  public var widths: CellWidths?
  /// The notice that is shown if there are no children.
  public var empty: Notice?
  /// The column heads, which the item before the rows shows.
  public var heads: [ColumnHead]

  /// Declares the items of children.
  ///
  /// - Parameters:
  ///   - slots: The number of slots per row.
  ///   - fill: The kind of the fillers in the last row.
  ///   - widths: The widths of the cells on a page of text.
  ///   - empty: The notice that is shown if there are no children.
  public init(
    include: String,
    template: ObjectTemplate,
    slots: Int? = nil,
    fill: Name? = nil,
    widths: CellWidths? = nil,
    empty: Notice? = nil,
    heads: [ColumnHead] = []
  ) {
    self.include = include
    self.template = template
    self.slots = slots
    self.fill = fill
    self.widths = widths
    self.empty = empty
    self.heads = heads
  }
}
