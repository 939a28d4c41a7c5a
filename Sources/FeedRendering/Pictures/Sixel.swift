/// Pictures as sixels: bands of six lines of points, written colour after colour.
///
/// The colours are the cube of 216 that palettes of 256 have, mixed in a pattern of 4 × 4 points, so
/// that no palette has to be found for a picture.
package enum Sixel {
  /// The steps of red, green and blue each.
  private static let steps = 6
  /// Which of 16 points take the brighter of two colours first.
  private static let pattern = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  /// Writes a picture.
  ///
  /// - Parameters:
  ///   - width: Its width in points.
  ///   - height: Its height in points.
  ///   - points: Line by line from the top, three bytes each: red, green and blue.
  /// - Returns: The sequence that shows it from the cursor on.
  package static func sequence(width: Int, height: Int, points: [UInt8]) -> [UInt8] {
    precondition(
      points.count == width * height * 3,
      "\(points.count) bytes for \(width) × \(height)"
    )
    // What is not drawn stays as it is; points are as wide as high.
    var bytes = Array("\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
    var isDeclared = [Bool](repeating: false, count: steps * steps * steps)
    // For each colour the points of a band in it: a byte for each column, a bit for each line.
    var band = [UInt8](repeating: 0, count: isDeclared.count * width)
    for top in stride(from: 0, to: height, by: 6) {
      var isUsed = [Bool](repeating: false, count: isDeclared.count)
      for line in top..<min(top + 6, height) {
        for column in 0..<width {
          let color = color(points, line, column, width)
          isUsed[color] = true
          band[color * width + column] |= 1 << UInt8(line - top)
        }
      }
      var isFirst = true
      for color in isUsed.indices where isUsed[color] {
        // Back to the left edge, over what the band shows already.
        if !isFirst { bytes.append(UInt8(ascii: "$")) }
        isFirst = false
        bytes += Array(isDeclared[color] ? "#\(color)".utf8 : declaration(color).utf8)
        isDeclared[color] = true
        append(band[(color * width)..<((color + 1) * width)], to: &bytes)
        for column in 0..<width { band[color * width + column] = 0 }
      }
      bytes.append(UInt8(ascii: "-"))
    }
    return bytes + Array("\u{1B}\\".utf8)
  }

  private static func color(_ points: [UInt8], _ line: Int, _ column: Int, _ width: Int) -> Int {
    let place = (line * width + column) * 3
    let share = pattern[line % 4 * 4 + column % 4] * 255 + 127
    return (0..<3).reduce(0) { color, part in
      let step = (Int(points[place + part]) * 16 * (steps - 1) + share) / (16 * 255)
      return color * steps + min(step, steps - 1)
    }
  }

  /// Sets a colour, in hundredths of red, green and blue.
  private static func declaration(_ color: Int) -> String {
    let parts = [color / (steps * steps), color / steps % steps, color % steps]
    return "#\(color);2;" + parts.map { "\($0 * 100 / (steps - 1))" }.joined(separator: ";")
  }

  /// Writes columns of six points, each as a character, and the same ones with their number.
  private static func append(_ columns: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    var start = columns.startIndex
    while start < columns.endIndex {
      let end = columns[start...].firstIndex { $0 != columns[start] } ?? columns.endIndex
      // Nothing stands behind the last points of a colour.
      if end == columns.endIndex, columns[start] == 0 { return }
      let character = columns[start] + UInt8(ascii: "?")
      if end - start > 3 {
        bytes += Array("!\(end - start)".utf8)
        bytes.append(character)
      } else {
        bytes.append(contentsOf: repeatElement(character, count: end - start))
      }
      start = end
    }
  }
}
