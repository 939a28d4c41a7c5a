/// The pictures of layouts/photos.yaml, made from a seed: landscapes of a few flat colours.
///
/// ```swift
/// PhotosWorkload(seed: 1).files.first?.name   // pictures/harbour-at-dawn.png
/// ```
public struct PhotosWorkload: Sendable {
  /// The pictures, each with its name below `fixtures/photos`.
  public let files: [(name: String, bytes: [UInt8])]

  /// The names of the pictures without a folder.
  static let names = lights.map { "\($0.name).png" }

  private static let side = 240
  private static let bands = 8

  /// The colours of a landscape: the sky above and below, the sun, the hills far and near.
  private struct Light {
    let name: String
    let sky: (UInt32, UInt32)
    let sun: UInt32
    let hills: (UInt32, UInt32)
  }

  private static let lights = [
    Light(
      name: "harbour-at-dawn",
      sky: (0x3B4A7A, 0xF6B38E),
      sun: 0xFFE9C9,
      hills: (0xA9849C, 0x2B2F4D)
    ),
    Light(
      name: "two-chairs",
      sky: (0x7FB8D6, 0xE9F2EA),
      sun: 0xFFF6D8,
      hills: (0xA4BFA0, 0x3C5A45)
    ),
    Light(
      name: "the-orchard-wall",
      sky: (0xA9C7B4, 0xF4EBCB),
      sun: 0xFFFFF0,
      hills: (0xC4B27A, 0x5E4A2A)
    ),
    Light(name: "night-bus", sky: (0x0B1026, 0x2C3A63), sun: 0xE8ECF5, hills: (0x25305A, 0x0A0D1C)),
    Light(
      name: "ete-indien",
      sky: (0xC8553D, 0xF6C667),
      sun: 0xFFF1C1,
      hills: (0xB5533C, 0x4A1F1F)
    ),
    Light(
      name: "study-in-salt",
      sky: (0xC9D6DF, 0xF5F7F8),
      sun: 0xFFFFFF,
      hills: (0xB8C2CC, 0x6C7A89)
    ),
    Light(name: "untitled", sky: (0x6A4C93, 0xE7A6C4), sun: 0xFFF0F3, hills: (0x9C6BA8, 0x2E1A47)),
  ]

  /// Makes the pictures.
  public init(seed: UInt64) { self.init(seed: seed, scale: 1) }

  /// Makes the pictures with the given number of pixels for each of the 240 points of a side.
  init(seed: UInt64, scale: Int) {
    var random = SplitMix64(seed: seed)
    files = zip(Self.lights, Self.names).map { light, name in
      ("pictures/\(name)", Self.landscape(light, scale, &random).bytes)
    }
  }

  private static func landscape(
    _ light: Light,
    _ scale: Int,
    _ random: inout SplitMix64
  ) -> PNGPicture {
    let side = side * scale
    let sky = (0..<bands).map { light.sky.0.mixed(with: light.sky.1, $0, of: bands - 1) }
    let hills = (0..<4).map { light.hills.0.mixed(with: light.hills.1, $0, of: 3) }
    var picture = PNGPicture(width: side, height: side, colors: sky + [light.sun] + hills)
    let horizon = random.within(125...150)
    let sun = (
      x: random.within(50...190), y: random.within(45...100), radius: random.within(14...26)
    )
    for y in 0..<side {
      for x in 0..<side {
        let (dx, dy) = (x - sun.x * scale, y - sun.y * scale)
        let isSun = dx * dx + dy * dy <= sun.radius * sun.radius * scale * scale
        picture.pixels[y * side + x] = UInt8(
          isSun ? bands : min(y * bands / ((horizon + 30) * scale), bands - 1)
        )
      }
    }
    for layer in 0..<4 {
      let crest = crest(around: horizon + layer * 26, height: 34 - layer * 5, scale, &random)
      for x in 0..<side {
        for y in min(max(crest[x], 0), side)..<side {
          picture.pixels[y * side + x] = UInt8(bands + 1 + layer)
        }
      }
    }
    return picture
  }

  /// Returns the height of the ground in each column: random heights, with smooth slopes between
  /// them.
  private static func crest(
    around middle: Int,
    height: Int,
    _ scale: Int,
    _ random: inout SplitMix64
  ) -> [Int] {
    let step = random.within(34...62)
    let knots = (0...(side / step + 1)).map { _ in middle + random.within(-height...height) }
    let width = step * scale
    return (0..<(side * scale)).map { x in
      // 3t² - 2t³, in thousandths.
      let t = x % width * 1_000 / width
      let slope = (3 * t * t - 2 * t * t * t / 1_000) / 1_000
      let (left, right) = (knots[x / width], knots[x / width + 1])
      return left * scale + (right - left) * scale * slope / 1_000
    }
  }
}
