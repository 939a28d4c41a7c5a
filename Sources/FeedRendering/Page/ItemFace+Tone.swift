import FeedFormatting

extension ItemFace {
  /// Returns the style of the tone for a part of the item, or the given style without a tone.
  func style(_ other: CellStyle) -> CellStyle {
    tone.map { CellStyle($0, isBold: other.isBold) } ?? other
  }
}
