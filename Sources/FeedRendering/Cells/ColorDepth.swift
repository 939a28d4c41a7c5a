/// The number of colours of a terminal.
public enum ColorDepth: String, Hashable, Sendable, CaseIterable {
  /// None: heavier and underlined text alone.
  case none
  /// The sixteen that every terminal has.
  case ansi16 = "16"
  /// The palette of 256.
  case ansi256 = "256"
  /// Red, green and blue of a byte each.
  case trueColor = "true"
}

/// The colours of meanings.
public struct Theme: Hashable, Sendable {
  /// A colour in the three forms in which terminals take it.
  package struct Paint: Hashable, Sendable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    /// The place in the palette of 256.
    var palette: UInt8
    /// The code of one of the sixteen colours: 30 to 37, 90 to 97.
    var basic: UInt8

    /// The colour as CSS writes it.
    var hexadecimal: String {
      "#"
        + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  var ground: Paint
  var text: Paint
  var faint: Paint
  var accent: Paint
  var alert: Paint
  var up: Paint
  var down: Paint
  var focus: Paint

  /// The colour of a meaning.
  func paint(_ color: CellStyle.Color) -> Paint {
    switch color {
    case .plain: text
    case .faint: faint
    case .accent: accent
    case .alert: alert
    case .up: up
    case .down: down
    case .focus: focus
    }
  }

  /// For light text on a dark ground.
  public static let dark = Theme(
    ground: Paint(red: 0x14, green: 0x18, blue: 0x1F, palette: 234, basic: 30),
    text: Paint(red: 0xE4, green: 0xE8, blue: 0xEF, palette: 254, basic: 37),
    faint: Paint(red: 0x8A, green: 0x94, blue: 0xA6, palette: 246, basic: 90),
    accent: Paint(red: 0xC9, green: 0xA8, blue: 0xF7, palette: 183, basic: 35),
    alert: Paint(red: 0xF2, green: 0xB8, blue: 0x4B, palette: 215, basic: 33),
    up: Paint(red: 0x5F, green: 0xD3, blue: 0x8D, palette: 78, basic: 32),
    down: Paint(red: 0xF4, green: 0x81, blue: 0x81, palette: 210, basic: 31),
    focus: Paint(red: 0x6C, green: 0xC4, blue: 0xF5, palette: 117, basic: 36)
  )

  /// For dark text on a light ground.
  public static let light = Theme(
    ground: Paint(red: 0xFF, green: 0xFF, blue: 0xFF, palette: 231, basic: 97),
    text: Paint(red: 0x1B, green: 0x21, blue: 0x2B, palette: 234, basic: 30),
    faint: Paint(red: 0x5C, green: 0x67, blue: 0x7A, palette: 241, basic: 90),
    accent: Paint(red: 0x74, green: 0x39, blue: 0xB0, palette: 91, basic: 35),
    alert: Paint(red: 0x8A, green: 0x55, blue: 0x00, palette: 94, basic: 33),
    up: Paint(red: 0x0B, green: 0x70, blue: 0x3C, palette: 22, basic: 32),
    down: Paint(red: 0xB4, green: 0x23, blue: 0x2A, palette: 124, basic: 31),
    focus: Paint(red: 0x00, green: 0x62, blue: 0xA3, palette: 25, basic: 34)
  )
}
