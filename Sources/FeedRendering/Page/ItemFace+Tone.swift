import FeedFormatting

extension CellStyle {
  /// The look of a tone.
  init(_ tone: Tone, isBold: Bool = false) {
    let color: Color =
      switch tone {
      case .good: .up
      case .bad: .down
      case .warning: .alert
      case .muted: .faint
      case .accent: .accent
      }
    self.init(color, isBold: isBold)
  }
}

extension ItemFace {
  /// Returns the style of the tone for a part of the item, or the given style without a tone.
  func style(_ other: CellStyle) -> CellStyle {
    tone.map { CellStyle($0, isBold: other.isBold) } ?? other
  }
}
