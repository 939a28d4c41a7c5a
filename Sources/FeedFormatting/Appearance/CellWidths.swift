/// How wide a row of cells is on a page of text, in points.
///
/// ```yaml
/// - market-header
/// - {each: selections, item: selection, slots: 3, maxWidth: 176, label: 120}
/// ```
public struct CellWidths: Hashable, Sendable {
  /// The greatest width of a cell.
  public var most: Double
  /// The width of the item above, where it stands beside the first row, or `nil` if it stands above.
  public var label: Double?

  /// Declares how wide a row of cells is.
  ///
  /// - Parameter label: The width of the item above, where it stands beside the first row.
  public init(most: Double, label: Double? = nil) {
    self.most = most
    self.label = label
  }
}
