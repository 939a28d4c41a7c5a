/// What a live page says about an item besides its content.
package struct ItemMark: Hashable, Sendable {
  /// The way that a figure has gone.
  package enum Movement: Hashable, Sendable {
    case up
    case down

    /// The sign that says so without a colour.
    package var arrow: String { self == .up ? "▲" : "▼" }
    package var style: CellStyle { self == .up ? .up : .down }
  }

  /// The way that the item's figure has gone of late.
  package var movement: Movement?
  /// Whether that was a moment ago.
  package var isFlashing: Bool
  /// Whether the user stands on it.
  package var isSelected: Bool
  /// Whether the item's figure may be old, since its source is late or has failed.
  package var isSuspended = false
  /// How the item's figure went of late, as bars; empty if there is nothing to draw.
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

  /// How the figure is written.
  ///
  /// - Parameter other: How it is written if there is nothing to say about it.
  func figureStyle(_ other: CellStyle) -> CellStyle {
    if isSuspended { return .faint }
    let style = movement?.style ?? other
    return isFlashing ? style.reversed : style
  }
}
