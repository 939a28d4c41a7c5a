/// The width of a row of cells on a page of text, in points.
///
/// ```yaml
/// - market-header
/// - {each: selections, item: selection, slots: 3, maxWidth: 176, label: 120}
/// ```
public struct CellWidths: Hashable, Sendable {
  /// The maximum width of a cell.
  public var most: Double
  /// The width of the item above if it is shown next to the first row, or `nil` if it stays above.
  public var label: Double?

  /// Declares the width of a row of cells.
  ///
  /// - Parameter label: The width of the item above if it is shown next to the first row.
  public init(most: Double, label: Double? = nil) {
    self.most = most
    self.label = label
  }
}
