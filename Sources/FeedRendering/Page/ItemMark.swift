/// The marks of an item on a live page, apart from its content.
package struct ItemMark: Hashable, Sendable {
  /// The way that a figure has gone.
  package enum Movement: Hashable, Sendable {
    case up
    case down

    /// The sign of the direction, for terminals without colours.
    package var arrow: String { self == .up ? "▲" : "▼" }
    package var style: CellStyle { self == .up ? .up : .down }
  }

  /// The recent direction of the item's figure.
  package var movement: Movement?
  /// Whether that was a moment ago.
  package var isFlashing: Bool
  /// Whether the item is selected.
  package var isSelected: Bool
  /// Whether the item's figure may be old, since its source is late or has failed.
  package var isSuspended = false
  /// The recent history of the item's figure as bars; empty if there is none.
  package var spark = ""

  package init(_ movement: Movement? = nil, isFlashing: Bool = false, isSelected: Bool = false) {
    self.movement = movement
    self.isFlashing = isFlashing
    self.isSelected = isSelected
  }

  package static let none = ItemMark()

  /// The sign before the figure.
  var sign: String { isSuspended ? "~" : movement?.arrow ?? " " }

  /// The bars with a space before the figure, if there is room for them.
  func sparkLine(_ room: Int) -> TextLine {
    let line = TextLine(spark.isEmpty ? "" : spark + " ", .faint)
    return line.width <= room ? line : TextLine()
  }

  /// Returns the style of the figure.
  ///
  /// - Parameter other: The style without a mark.
  func figureStyle(_ other: CellStyle) -> CellStyle {
    if isSuspended { return .faint }
    let style = movement?.style ?? other
    return isFlashing ? style.reversed : style
  }
}
