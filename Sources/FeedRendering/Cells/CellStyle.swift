import FeedFormatting

/// The style of a cell by its meaning, so that a theme can choose the colours.
public struct CellStyle: Hashable, Sendable {
  /// A colour, by what it stands for.
  public enum Color: UInt8, Hashable, Sendable, CaseIterable {
    /// The colour that text has anyway.
    case plain
    /// Lines, and what matters less.
    case faint
    /// Figures and marks, and what stands out.
    case accent
    /// An error or a warning.
    case alert
    /// A price that has gone up, and what is good.
    case up
    /// A price that has fallen, and bad tones.
    case down
    /// The focus of the user: the only blue style.
    case focus
  }

  /// The colour.
  public var color: Color
  /// Whether the text is heavier.
  public var isBold: Bool
  /// Whether text and ground are exchanged.
  public var isReversed: Bool
  /// Whether the text is underlined.
  public var isUnderlined: Bool

  /// Makes a style.
  ///
  /// - Parameters:
  ///   - isBold: Whether the text is heavier.
  ///   - isReversed: Whether text and ground are exchanged.
  ///   - isUnderlined: Whether the text is underlined.
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
  /// The style of errors.
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

extension CellStyle {
  /// The parameters of the escape sequence that sets this style after a reset; empty for plain text.
  func parameters(_ depth: ColorDepth, _ theme: Theme) -> String {
    var codes: [String] = []
    if isBold { codes.append("1") }
    if isUnderlined { codes.append("4") }
    if isReversed { codes.append("7") }
    if color != .plain {
      let paint = theme.paint(color)
      switch depth {
      case .none: if color == .faint { codes.insert("2", at: 0) }
      case .ansi16: codes.append(String(paint.basic))
      case .ansi256: codes.append("38;5;\(paint.palette)")
      case .trueColor: codes.append("38;2;\(paint.red);\(paint.green);\(paint.blue)")
      }
    }
    return codes.joined(separator: ";")
  }
}

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

extension CellStyle.Color {
  /// The colour's class in a picture or a page.
  var name: String {
    switch self {
    case .plain: "plain"
    case .faint: "faint"
    case .accent: "accent"
    case .alert: "alert"
    case .up: "up"
    case .down: "down"
    case .focus: "focus"
    }
  }
}
