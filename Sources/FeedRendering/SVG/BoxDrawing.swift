/// The lines of boxes as strokes.
enum BoxDrawing {
  /// Returns the path of a line character at the corner of a cell, or `nil` for other characters.
  static func path(
    _ character: Character,
    cell: (width: Int, height: Int)
  ) -> ((_ x: Int, _ y: Int) -> String)? {
    let (width, height) = cell
    let (middle, centre) = (width / 2, height / 2)
    switch character {
    case "─": return { x, y in "M\(x) \(y + centre)h\(width)" }
    case "│": return { x, y in "M\(x + middle) \(y)v\(height)" }
    case "━": return { x, y in "M\(x) \(y + centre)h\(width)m0 1h-\(width)" }
    case "═": return { x, y in "M\(x) \(y + centre - 1)h\(width)m0 3h-\(width)" }
    case "║": return { x, y in "M\(x + middle - 1) \(y)v\(height)m3 0v-\(height)" }
    case "╭": return corner(right: true, down: true)
    case "╮": return corner(right: false, down: true)
    case "╰": return corner(right: true, down: false)
    case "╯": return corner(right: false, down: false)
    case "╔": return double(right: true, down: true)
    case "╗": return double(right: false, down: true)
    case "╚": return double(right: true, down: false)
    case "╝": return double(right: false, down: false)
    default: return nil
    }
    func corner(right: Bool, down: Bool) -> (Int, Int) -> String {
      { x, y in
        let (end, side) = (down ? y + height : y, right ? x + width : x)
        let (cx, cy) = (x + middle, y + centre)
        let bend = cy + (down ? 4 : -4)
        return "M\(cx) \(end)V\(bend)Q\(cx) \(cy) \(cx + (right ? 4 : -4)) \(cy)H\(side)"
      }
    }
    func double(right: Bool, down: Bool) -> (Int, Int) -> String {
      { x, y in
        let (end, side) = (down ? y + height : y, right ? x + width : x)
        // The outer line lies away from the box, the inner one within it.
        let (left, low) = (x + middle - 1, y + centre - 1)
        let (outerX, innerX) = right ? (left, left + 3) : (left + 3, left)
        let (outerY, innerY) = down ? (low, low + 3) : (low + 3, low)
        return "M\(outerX) \(end)V\(outerY)H\(side)M\(innerX) \(end)V\(innerY)H\(side)"
      }
    }
  }
}
