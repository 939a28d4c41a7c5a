public import FeedFormatting
public import FeedModel

/// Which items one object yields.
public struct ObjectTemplate: Hashable, Sendable {
  /// The items, in order.
  public var items: [ItemTemplate]
  /// Conditions; the first that holds replaces all items by its one.
  public var when: [Condition]

  /// Declares what an object yields.
  ///
  /// - Parameters:
  ///   - items: The items, in order.
  ///   - when: Conditions; the first that holds replaces all items by its one.
  public init(items: [ItemTemplate], when: [Condition] = []) {
    self.items = items
    self.when = when
  }
}

/// One entry of a list of items: an item of the object itself, or what its children yield.
public indirect enum ItemTemplate: Hashable, Sendable {
  /// An item of the object itself.
  case item(kind: Name)
  /// What each child yields.
  case each(ChildrenTemplate)
}

/// Which items the children of an object yield.
public struct ChildrenTemplate: Hashable, Sendable {
  /// The name of the inclusion whose children they are.
  public var include: String
  /// What each child yields.
  public var template: ObjectTemplate
  /// How many places a row has, or `nil` if children do not stand in rows.
  public var slots: Int?
  /// The kind of item that fills the places of the last row that have no child.
  public var fill: Name?
  /// How wide their rows are on a page of text, or `nil` if they are as wide as the page.
  public var widths: CellWidths?
  /// What is shown when there are no children.
  public var empty: Notice?
  /// What stands above the columns of their rows: in the item before them.
  public var heads: [ColumnHead]

  /// Declares what children yield.
  ///
  /// - Parameters:
  ///   - include: The name of the inclusion whose children they are.
  ///   - template: What each child yields.
  ///   - slots: How many places a row has.
  ///   - fill: The kind of item that fills the places of the last row that have no child.
  ///   - widths: How wide their rows are on a page of text.
  ///   - empty: What is shown when there are no children.
  ///   - heads: What stands above the columns of their rows.
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
