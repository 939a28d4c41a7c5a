/// A share as a bar of cells, such as `███░░░░░`.
enum ShareBar {
  static let width = 8

  /// Draws a share from 0 to 1, rounded to whole cells.
  ///
  /// - Parameter style: The style of the filled cells; the others are faint.
  static func line(_ share: Double, _ style: CellStyle) -> TextLine {
    let filled = Int((share * Double(width)).rounded())
    var line = TextLine()
    line.fill("█", filled, style)
    line.fill("░", width - filled, .faint)
    return line
  }
}
