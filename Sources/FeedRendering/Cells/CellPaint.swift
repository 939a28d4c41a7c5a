/// The two colours of a cell that is a piece of a picture.
public struct CellPaint: Hashable, Sendable {
  /// A colour.
  public struct RGB: Hashable, Sendable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
  }

  /// The upper half.
  public let top: RGB
  /// The lower half.
  public let bottom: RGB

  /// The character whose upper half is ink and whose lower half is ground.
  static let character: Character = "▀"

  /// The parameters of the escape sequence that sets both colours; empty where there are too few.
  func parameters(_ depth: ColorDepth) -> String {
    switch depth {
    case .none, .ansi16: ""
    case .ansi256: "38;5;\(top.palette);48;5;\(bottom.palette)"
    case .trueColor:
      "38;2;\(top.red);\(top.green);\(top.blue);48;2;\(bottom.red);\(bottom.green);\(bottom.blue)"
    }
  }
}

extension CellPaint.RGB {
  /// The nearest colour in the cube of the palette of 256, whose edges have six colours.
  fileprivate var palette: Int {
    func step(_ value: UInt8) -> Int { value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40 }
    return 16 + 36 * step(red) + 6 * step(green) + step(blue)
  }
}
