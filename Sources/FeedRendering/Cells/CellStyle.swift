/// How a cell stands out: by what it means, so that a theme may choose the colours.
public struct CellStyle: Hashable, Sendable {
  /// A colour, by what it stands for.
  public enum Color: UInt8, Hashable, Sendable, CaseIterable {
    /// The colour that text has anyway.
    case plain
    /// Lines, and what matters less.
    case faint
    /// Figures and marks, and what stands out.
    case accent
    /// What is wrong, or needs care.
    case alert
    /// A price that has gone up, and what is good.
    case up
    /// A price that has come down, and what is bad.
    case down
    /// Where the user stands: the one thing that is blue.
    case focus
  }

  /// The colour.
  public var color: Color
  /// Whether the text is heavier.
  public var isBold: Bool
  /// Whether text and ground are exchanged.
  public var isReversed: Bool
  /// Whether a line stands under the text.
  public var isUnderlined: Bool

  /// Makes a style.
  ///
  /// - Parameters:
  ///   - isBold: Whether the text is heavier.
  ///   - isReversed: Whether text and ground are exchanged.
  ///   - isUnderlined: Whether a line stands under the text.
  public init(
    _ color: Color = .plain,
    isBold: Bool = false,
    isReversed: Bool = false,
    isUnderlined: Bool = false
  ) {
    self.color = color
    self.isBold = isBold
    self.isReversed = isReversed
    self.isUnderlined = isUnderlined
  }

  /// Text that does not stand out.
  public static let plain = CellStyle()
  /// Titles.
  public static let strong = CellStyle(isBold: true)
  /// Lines, and what matters less.
  public static let faint = CellStyle(.faint)
  /// Figures and marks.
  public static let accent = CellStyle(.accent)
  /// What is wrong.
  public static let alert = CellStyle(.alert)
  /// A figure that has gone up.
  public static let up = CellStyle(.up, isBold: true)
  /// A figure that has gone down.
  public static let down = CellStyle(.down, isBold: true)

  /// The same with text and ground exchanged.
  public var reversed: CellStyle {
    var style = self
    style.isReversed = true
    return style
  }

  /// The same with a line under it.
  public var underlined: CellStyle {
    var style = self
    style.isUnderlined = true
    return style
  }
}
