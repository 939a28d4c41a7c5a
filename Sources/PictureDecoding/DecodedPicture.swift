/// A picture as bytes of red, green and blue, line by line from the top.
package struct DecodedPicture: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// Three bytes for each of the points.
  package let bytes: [UInt8]

  /// Points that are more than any screen has; a picture that says it is larger is not decoded.
  static let mostPoints = 16_000_000

  package init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 3, "\(bytes.count) bytes for \(width) × \(height)")
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// Decodes a file: PNG by libpng, JPEG by libjpeg-turbo, WebP by libwebp.
  ///
  /// There is no picture if the file is none of these, is broken, or is too large.
  ///
  /// - Parameters:
  ///   - file: The bytes of the file.
  ///   - ground: What is seen through transparent points: red, green and blue.
  ///   - width: The width in which it is needed; it may be decoded smaller than it is, but not below this.
  ///   - height: The height in which it is needed.
  package init?(
    file: [UInt8],
    over ground: (red: UInt8, green: UInt8, blue: UInt8) = (0, 0, 0),
    atLeast width: Int = .max,
    by height: Int = .max
  ) {
    let decoded: DecodedPicture? =
      if file.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
        Self.decodePNG(file, ground)
      } else if file.starts(with: [0xFF, 0xD8, 0xFF]) {
        Self.decodeJPEG(file, width, height)
      } else if file.starts(with: Array("RIFF".utf8)) {
        Self.decodeWebP(file, ground)
      } else {
        nil
      }
    guard let decoded else { return nil }
    self = decoded
  }

  /// Whether a picture of this size is decoded.
  static func allows(width: Int, height: Int) -> Bool {
    guard width > 0, height > 0 else { return false }
    let (points, isHuge) = width.multipliedReportingOverflow(by: height)
    return !isHuge && points <= mostPoints
  }

  /// The picture in another size: its middle, as much of it as has that shape.
  ///
  /// Each point is the mean of those that it stands for.
  package func filling(width: Int, height: Int) -> DecodedPicture {
    let scale = min(Double(self.width) / Double(width), Double(self.height) / Double(height))
    let left = (Double(self.width) - scale * Double(width)) / 2
    let top = (Double(self.height) - scale * Double(height)) / 2
    func range(_ index: Int, from start: Double, below end: Int) -> Range<Int> {
      let first = min(Int(start + Double(index) * scale), end - 1)
      return first..<max(min(Int((start + Double(index + 1) * scale).rounded(.up)), end), first + 1)
    }
    let columns = (0..<width).map { range($0, from: left, below: self.width) }
    var result: [UInt8] = []
    result.reserveCapacity(width * height * 3)
    for line in 0..<height {
      let lines = range(line, from: top, below: self.height)
      for columns in columns {
        var sums = (0, 0, 0)
        for y in lines {
          for x in columns {
            let place = (y * self.width + x) * 3
            sums.0 += Int(bytes[place])
            sums.1 += Int(bytes[place + 1])
            sums.2 += Int(bytes[place + 2])
          }
        }
        let count = lines.count * columns.count
        result.append(UInt8(sums.0 / count))
        result.append(UInt8(sums.1 / count))
        result.append(UInt8(sums.2 / count))
      }
    }
    return DecodedPicture(width: width, height: height, bytes: result)
  }
}
