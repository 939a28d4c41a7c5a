/// A picture of flat shapes in at most sixteen colours.
///
/// Lengths are thousandths of the picture's height, from its top left corner.
struct Sketch {
  private let width: Int
  private let height: Int
  private var colors: [UInt32]
  private var pixels: [UInt8]

  /// Begins with a ground that changes from one colour at the top to another at the bottom, in bands.
  init(width: Int, height: Int, from top: UInt32, to bottom: UInt32, bands: Int = 6) {
    self.width = width
    self.height = height
    colors = (0..<bands).map { top.mixed(with: bottom, $0, of: max(bands - 1, 1)) }
    pixels = []
    for y in 0..<height {
      pixels += [UInt8](repeating: UInt8(y * bands / height), count: width)
    }
  }

  /// The width in thousandths of the height.
  var span: Int { width * 1_000 / height }

  /// The picture.
  var picture: PNGPicture {
    var picture = PNGPicture(width: width, height: height, colors: colors)
    picture.pixels = pixels
    return picture
  }

  /// Paints all points that meet a condition.
  ///
  /// - Parameters:
  ///   - x: The columns in which such points may be.
  ///   - y: The lines in which such points may be.
  mutating func paint(
    _ color: UInt32,
    x columns: ClosedRange<Int> = 0...100_000,
    y lines: ClosedRange<Int> = 0...1_000,
    where isInside: (_ x: Int, _ y: Int) -> Bool = { _, _ in true }
  ) {
    let index = colors.firstIndex(of: color) ?? colors.count
    if index == colors.count { colors.append(color) }
    func pixels(_ range: ClosedRange<Int>, of count: Int) -> Range<Int> {
      let first = max((range.lowerBound * height + 999) / 1_000, 0)
      return first..<min(max((range.upperBound + 1) * height / 1_000 + 1, first), count)
    }
    let columns = pixels(columns, of: width)
    for y in pixels(lines, of: height) {
      for x in columns where isInside(x * 1_000 / height, y * 1_000 / height) {
        self.pixels[y * width + x] = UInt8(index)
      }
    }
  }

  mutating func disc(_ color: UInt32, x: Int, y: Int, radius: Int, hole: Int = 0) {
    paint(color, x: (x - radius)...(x + radius), y: (y - radius)...(y + radius)) { px, py in
      let square = (px - x) * (px - x) + (py - y) * (py - y)
      return square <= radius * radius && square >= hole * hole
    }
  }

  mutating func box(_ color: UInt32, x: ClosedRange<Int>, y: ClosedRange<Int>) {
    paint(color, x: x, y: y) { x.contains($0) && y.contains($1) }
  }

  /// Paints a figure whose sides lean: its width changes evenly from the top to the bottom.
  mutating func wedge(_ color: UInt32, x: Int, y: ClosedRange<Int>, top: Int, bottom: Int) {
    let most = max(top, bottom)
    paint(color, x: (x - most)...(x + most), y: y) { px, py in
      guard y.contains(py) else { return false }
      let half = top + (bottom - top) * (py - y.lowerBound) / max(y.count - 1, 1)
      return abs(px - x) <= half
    }
  }
}

extension UInt32 {
  /// Returns a colour between two others, by a fraction.
  func mixed(with other: UInt32, _ part: Int, of whole: Int) -> UInt32 {
    [16, 8, 0].reduce(0) { color, shift in
      let (a, b) = (Int(self >> shift & 0xFF), Int(other >> shift & 0xFF))
      return color | UInt32(a + (b - a) * part / whole) << shift
    }
  }
}
