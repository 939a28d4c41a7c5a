/// A picture of at most sixteen colours as a PNG, the same bytes on every machine.
///
/// It has its own compression: what a library makes of the pixels differs from one version of it to the next.
struct PNGPicture {
  let width: Int
  let height: Int
  /// Red, green and blue, a byte each.
  let colors: [UInt32]
  /// The number of a pixel's color, line by line.
  var pixels: [UInt8]

  init(width: Int, height: Int, colors: [UInt32]) {
    precondition(colors.count <= 16, "\(colors.count) colours do not fit into four bits")
    self.width = width
    self.height = height
    self.colors = colors
    pixels = [UInt8](repeating: 0, count: width * height)
  }

  /// The file.
  var bytes: [UInt8] {
    let head = Self.word(width) + Self.word(height) + [4, 3, 0, 0, 0]
    let palette = colors.flatMap {
      [UInt8($0 >> 16 & 0xFF), UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)]
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", head)
      + Self.chunk("PLTE", palette)
      + Self.chunk("IDAT", Self.compressed(lines, width: (width + 1) / 2 + 1))
      + Self.chunk("IEND", [])
  }

  /// Two pixels per byte; each line begins with filter type 0 (None).
  private var lines: [UInt8] {
    var bytes: [UInt8] = []
    for line in 0..<height {
      bytes.append(0)
      for column in stride(from: line * width, to: (line + 1) * width, by: 2) {
        let next = column + 1 < (line + 1) * width ? pixels[column + 1] : 0
        bytes.append(pixels[column] << 4 | next)
      }
    }
    return bytes
  }

  /// Returns bytes in the format of zlib.
  private static func compressed(_ bytes: [UInt8], width: Int) -> [UInt8] {
    var stream = DeflateStream()
    stream.write(bytes, width: width)
    let compressed: [UInt8] = [0x78, 0x01] + stream.bytes
    var (a, b) = (1, 0)
    for byte in bytes {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return compressed + word(b << 16 | a)
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    var sum: UInt32 = .max
    for byte in body {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return word(data.count) + body + word(Int(~sum))
  }

  private static func word(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
  }
}
