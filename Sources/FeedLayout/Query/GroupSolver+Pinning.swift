extension GroupSolver {
  /// Applies a boundary item's insets to its frame.
  static func inset(_ frame: Frame, by item: BoundaryItem) -> Frame {
    item.contentInsets == .zero ? frame : inset(frame, by: item.contentInsets)
  }
}
