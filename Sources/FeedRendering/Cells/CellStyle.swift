/// How a cell stands out: by what it means, so that a theme may choose the colours.
package struct CellStyle: Hashable, Sendable {
  /// What a colour means.
  package enum Tone: UInt8, Hashable, Sendable, CaseIterable {
    /// The colour that text has anyway.
    case plain
    /// Lines, and what matters less.
    case faint
    /// Figures and marks.
    case accent
    /// What is wrong.
    case alert
    /// A price that has gone up.
    case up
    /// A price that has come down.
    case down
  }

  /// The colour.
  package var tone: Tone
  /// Whether the text is heavier.
  package var isBold: Bool
  /// Whether text and ground are exchanged.
  package var isReversed: Bool
  /// Whether a line stands under the text.
  package var isUnderlined: Bool

  package init(
    _ tone: Tone = .plain,
    isBold: Bool = false,
    isReversed: Bool = false,
    isUnderlined: Bool = false
  ) {
    self.tone = tone
    self.isBold = isBold
    self.isReversed = isReversed
    self.isUnderlined = isUnderlined
  }

  package static let plain = CellStyle()
  package static let strong = CellStyle(isBold: true)
  package static let faint = CellStyle(.faint)
  package static let accent = CellStyle(.accent)
  package static let alert = CellStyle(.alert)
  package static let up = CellStyle(.up, isBold: true)
  package static let down = CellStyle(.down, isBold: true)

  /// The same with text and ground exchanged.
  package var reversed: CellStyle {
    var style = self
    style.isReversed = true
    return style
  }

  /// The same with a line under it.
  package var underlined: CellStyle {
    var style = self
    style.isUnderlined = true
    return style
  }
}
