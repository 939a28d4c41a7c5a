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
  /// How a part of the item is written that tells its tone; another style where it has none.
  func style(_ other: CellStyle) -> CellStyle {
    tone.map { CellStyle($0, isBold: other.isBold) } ?? other
  }
}
