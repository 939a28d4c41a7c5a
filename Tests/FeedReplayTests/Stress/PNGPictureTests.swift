import Foundation
import TestSupport
import Testing

@testable import FeedStress

@Suite("PNGPicture")
struct PNGPictureTests {
  /// Prints the bytes of the pixels of a picture, and fails at a wrong checksum.
  private static let reader = """
    import struct, sys, zlib
    data, place, pixels = open(sys.argv[1], "rb").read(), 8, b""
    while place < len(data):
        size, name = struct.unpack(">I4s", data[place : place + 8])
        body = data[place + 8 : place + 8 + size]
        (check,) = struct.unpack(">I", data[place + 8 + size : place + 12 + size])
        assert check == zlib.crc32(name + body), name
        pixels += body if name == b"IDAT" else b""
        place += 12 + size
    sys.stdout.buffer.write(zlib.decompress(pixels))
    """

  @Test(arguments: [1, 2, 3, 200] as [Int])
  func `zlib reads the pixels of plain areas and of noise`(colors: Int) throws {
    var random = SplitMix64(seed: UInt64(colors))
    var picture = PNGPicture(width: 301, height: 90, colors: (0..<16).map { UInt32($0) })
    for index in picture.pixels.indices {
      // Lines that are equal, and lines that are not.
      let isNoise = index / 301 % 3 == 0 && colors == 200
      picture.pixels[index] = UInt8(isNoise ? random.below(16) : index % 301 / 40 % colors % 16)
    }
    let directory = try TemporaryDirectory()
    let path = directory.path("picture.png")
    try Data(picture.bytes).write(to: URL(filePath: path))
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = ["python3", "-c", Self.reader, path]
    let output = Pipe()
    python.standardOutput = output
    try python.run()
    let bytes = try #require(try output.fileHandleForReading.readToEnd())
    python.waitUntilExit()
    #expect(python.terminationStatus == 0)
    var lines: [UInt8] = []
    for line in 0..<90 {
      lines.append(0)
      for column in stride(from: line * 301, to: (line + 1) * 301, by: 2) {
        let isLast = column + 1 == (line + 1) * 301
        lines.append(picture.pixels[column] << 4 | (isLast ? 0 : picture.pixels[column + 1]))
      }
    }
    #expect(Array(bytes) == lines)
  }
}
