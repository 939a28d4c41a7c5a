import Testing

@testable import FeedRendering

@Suite("Sixel")
struct SixelTests {
  /// What a terminal makes of a sequence: the colour of each point in hundredths, none where nothing is drawn.
  private func read(_ sequence: [UInt8]) throws -> (width: Int, points: [[Int]]) {
    let text = String(decoding: sequence, as: UTF8.self)
    let head = try #require(text.firstMatch(of: #/^\u{1B}P0;1;0q"1;1;([0-9]+);([0-9]+)/#))
    let (width, height) = (try #require(Int(head.1)), try #require(Int(head.2)))
    #expect(text.hasSuffix("\u{1B}\\"))
    var points = [[Int]](repeating: [], count: width * height)
    var colors: [Int: [Int]] = [:]
    var (color, top, column) = (0, 0, 0)
    let part = #/#([0-9]+)(?:;2;([0-9]+);([0-9]+);([0-9]+))?|!([0-9]+)([?-~])|([?-~])|([$-])/#
    for match in text[head.range.upperBound...].dropLast(2).matches(of: part) {
      if let number = match.1.flatMap({ Int($0) }) {
        color = number
        let parts = [match.2, match.3, match.4].compactMap { $0.flatMap { Int($0) } }
        if parts.count == 3 { colors[color] = parts }
      } else if let move = match.8 {
        (top, column) = (move == "-" ? top + 6 : top, 0)
      } else {
        let bits = try #require((match.6 ?? match.7)?.utf8.first) - 63
        for _ in 0..<(match.5.flatMap { Int($0) } ?? 1) {
          for line in 0..<6 where bits >> UInt8(line) & 1 == 1 {
            let place = (top + line) * width + column
            #expect(points[place].isEmpty, "drawn twice")
            points[place] = colors[color] ?? []
          }
          column += 1
        }
      }
    }
    return (width, points)
  }

  @Test func `a terminal gets each point in a colour that is next to its own`() throws {
    let (width, height) = (37, 20)
    var bytes: [UInt8] = []
    for place in 0..<(width * height) {
      for factor in [7, 3, 1] { bytes.append(UInt8(place * factor % 256)) }
    }
    let picture = try read(Sixel.sequence(width: width, height: height, points: bytes))
    #expect(picture.width == width && picture.points.count == width * height)
    for (place, point) in picture.points.enumerated() {
      try #require(point.count == 3)
      for part in 0..<3 {
        let (shown, wanted) = (point[part] * 255 / 100, Int(bytes[place * 3 + part]))
        #expect(abs(shown - wanted) < 52)
      }
    }
  }

  @Test func `a surface of one tone keeps it on the whole`() throws {
    let gray = [UInt8](repeating: 100, count: 16 * 16 * 3)
    let points = try read(Sixel.sequence(width: 16, height: 16, points: gray)).points
    let sum = points.reduce(0) { $0 + ($1.first ?? 0) }
    #expect(abs(sum * 255 / 100 / points.count - 100) < 4)
  }

  @Test func `the same points are written once with their number`() {
    let white = [UInt8](repeating: 255, count: 100 * 12 * 3)
    let sequence = Sixel.sequence(width: 100, height: 12, points: white)
    #expect(
      String(decoding: sequence, as: UTF8.self)
        == "\u{1B}P0;1;0q\"1;1;100;12#215;2;100;100;100!100~-#215!100~-\u{1B}\\"
    )
  }
}
