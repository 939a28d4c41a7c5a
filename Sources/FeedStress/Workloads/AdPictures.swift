/// The pictures of the sportsbook's ads.
enum AdPictures {
  private static let white: UInt32 = 0xF7F8F5

  /// The files, with their names.
  static var all: [(name: String, bytes: [UInt8])] {
    SportsbookAd.pool.map { ("\($0.id).png", picture(of: $0.id).bytes) }
  }

  /// Draws the picture of an ad; an unknown ad has a plain one.
  static func picture(of id: String) -> PNGPicture {
    switch id {
    case "derby-day": pitch()
    case "riviera": court(0xC96F4A, 0xB65F3C, ball: 0xE4F06A)
    case "acca": tickets()
    case "hockey-night": rink()
    case "early-cash": coins()
    case "osaka": hall()
    case "darts": board()
    case "limits": shield()
    case "t20": wicket()
    default: fair()
    }
  }

  private static func ground(_ top: UInt32, _ bottom: UInt32) -> Sketch {
    Sketch(width: 480, height: 240, from: top, to: bottom)
  }

  private static func pitch() -> PNGPicture {
    var sketch = ground(0x3E8E4E, 0x2F7A3F)
    sketch.paint(0x46995A) { x, _ in x / 220 % 2 == 0 }
    sketch.box(white, x: 992...1_008, y: 0...1_000)
    sketch.disc(white, x: 1_000, y: 500, radius: 260, hole: 244)
    sketch.disc(0x1F2A24, x: 1_000, y: 512, radius: 84)
    sketch.disc(white, x: 1_000, y: 500, radius: 80)
    sketch.disc(0x1F2A24, x: 1_000, y: 500, radius: 28)
    return sketch.picture
  }

  private static func court(_ top: UInt32, _ bottom: UInt32, ball: UInt32) -> PNGPicture {
    var sketch = ground(top, bottom)
    sketch.box(white, x: 200...1_800, y: 180...196)
    sketch.box(white, x: 200...1_800, y: 804...820)
    for x in [200, 992, 1_784] { sketch.box(white, x: x...(x + 16), y: 180...820) }
    sketch.disc(0x8C4528, x: 1_420, y: 480, radius: 92)
    sketch.disc(ball, x: 1_400, y: 440, radius: 96)
    sketch.disc(white, x: 1_500, y: 380, radius: 110, hole: 98)
    return sketch.picture
  }

  private static func tickets() -> PNGPicture {
    var sketch = ground(0x3B3F8F, 0x26275F)
    for (index, color) in ([0xF2C14E, 0xF08A4B, 0xF4E3C1] as [UInt32]).enumerated() {
      let left = 420 + index * 340
      let top = 240 + index * 70
      sketch.box(color, x: left...(left + 480), y: top...(top + 380))
      sketch.disc(0x2F3178, x: left, y: top + 190, radius: 50)
      sketch.box(0x5A4A2A, x: (left + 110)...(left + 400), y: (top + 110)...(top + 140))
      sketch.box(0x5A4A2A, x: (left + 110)...(left + 300), y: (top + 220)...(top + 250))
    }
    return sketch.picture
  }

  private static func rink() -> PNGPicture {
    var sketch = ground(0xDCEBF4, 0xBFD8E8)
    sketch.box(0xC2343F, x: 980...1_020, y: 0...1_000)
    for x in [420, 1_540] { sketch.box(0x2B5FA8, x: x...(x + 34), y: 0...1_000) }
    sketch.disc(0x2B5FA8, x: 1_000, y: 500, radius: 230, hole: 214)
    sketch.disc(0x1B2430, x: 1_250, y: 650, radius: 70)
    sketch.box(0x1B2430, x: 1_180...1_320, y: 640...690)
    return sketch.picture
  }

  private static func coins() -> PNGPicture {
    var sketch = ground(0x0F5E63, 0x0A3F48)
    for (column, count) in [3, 5, 7, 4].enumerated() {
      for level in 0..<count {
        let (x, y) = (560 + column * 300, 860 - level * 90)
        sketch.disc(0x9C6F16, x: x, y: y, radius: 118)
        sketch.disc(0xF2C14E, x: x, y: y - 26, radius: 118)
        sketch.disc(0xFFE08A, x: x, y: y - 26, radius: 78)
      }
    }
    return sketch.picture
  }

  private static func hall() -> PNGPicture {
    var sketch = ground(0xF08A4B, 0xB8452F)
    sketch.box(0x3A2230, x: 960...1_040, y: 130...1_000)
    sketch.paint(white) { x, y in (300...620).contains(y) && (x % 90 < 10 || y % 80 < 10) }
    sketch.disc(0xF4E3C1, x: 1_430, y: 320, radius: 150)
    sketch.disc(0x2B5FA8, x: 1_430, y: 320, radius: 104, hole: 84)
    sketch.box(0x2B5FA8, x: 1_420...1_440, y: 170...470)
    return sketch.picture
  }

  private static func board() -> PNGPicture {
    var sketch = ground(0x22262E, 0x15181E)
    for (radius, color) in [
      (440, 0x0C0E12), (400, 0xE9DFC7), (340, 0x1F7A4A), (310, 0xE9DFC7),
      (200, 0xB5313A), (170, 0xE9DFC7), (70, 0x1F7A4A), (34, 0xB5313A),
    ] as [(Int, UInt32)] {
      sketch.disc(color, x: 1_000, y: 500, radius: radius)
    }
    sketch.paint(0xF2C14E) { x, y in
      abs((x - 1_000) - 3 * (y - 500) / -4) < 14 && (1_004...1_500).contains(x)
    }
    return sketch.picture
  }

  private static func shield() -> PNGPicture {
    var sketch = ground(0x5B7F95, 0x35566B)
    sketch.wedge(white, x: 1_000, y: 150...520, top: 300, bottom: 300)
    sketch.wedge(white, x: 1_000, y: 520...900, top: 300, bottom: 0)
    sketch.wedge(0x2E8B6A, x: 1_000, y: 200...510, top: 250, bottom: 250)
    sketch.wedge(0x2E8B6A, x: 1_000, y: 510...840, top: 250, bottom: 0)
    sketch.paint(white) { x, y in
      let dx = x - 960
      return (-150...0).contains(dx) && abs(y - 560 - dx) < 40
        || (0...260).contains(dx) && abs(y - 560 + dx) < 40
    }
    return sketch.picture
  }

  private static func wicket() -> PNGPicture {
    var sketch = ground(0xF2A65A, 0x7D5BA6)
    sketch.disc(0xFFE9B0, x: 1_480, y: 430, radius: 190)
    sketch.box(0x3F6B3A, x: 0...2_000, y: 780...1_000)
    for x in [880, 980, 1_080] { sketch.box(0xF4E3C1, x: x...(x + 36), y: 330...800) }
    sketch.box(0xF4E3C1, x: 860...1_140, y: 300...326)
    sketch.disc(0xA32638, x: 560, y: 700, radius: 84)
    sketch.paint(white) { x, y in abs(x - 560 - (y - 700) / 3) < 8 && abs(y - 700) < 78 }
    return sketch.picture
  }

  private static func fair() -> PNGPicture {
    var sketch = ground(0x6FB7D9, 0xF6D7A7)
    for (index, color) in ([0xE4572E, 0xF3A712, 0x29335C, 0x669BBC] as [UInt32]).enumerated() {
      let x = 400 + index * 400
      sketch.disc(color, x: x, y: 340 + index % 2 * 90, radius: 130)
      sketch.wedge(
        color,
        x: x,
        y: (440 + index % 2 * 90)...(500 + index % 2 * 90),
        top: 60,
        bottom: 14
      )
      sketch.box(0x5A4A2A, x: (x - 3)...(x + 3), y: (500 + index % 2 * 90)...900)
    }
    return sketch.picture
  }
}
