import PictureDecoding
import Testing

@Suite("DecodedPicture")
struct DecodedPictureTests {
  private static let files = [
    ("JPEG", SamplePictures.jpeg), ("WebP", SamplePictures.webp), ("PNG", SamplePictures.png),
  ]

  @Test func `files are decoded to points, and the ground is seen through them`() throws {
    let jpeg = try #require(DecodedPicture(file: SamplePictures.jpeg))
    #expect((jpeg.width, jpeg.height) == (16, 8) && Array(jpeg.bytes.prefix(3)) == [201, 40, 30])
    for file in [SamplePictures.webp, SamplePictures.png] {
      let black = try #require(DecodedPicture(file: file))
      let white = try #require(DecodedPicture(file: file, over: (255, 255, 255)))
      #expect((black.width, black.height) == (16, 8))
      // libpng mixes light, libwebp's points are mixed by their figures.
      #expect((100...146).contains(black.bytes[0]) && black.bytes[2] < 22)
      #expect(white.bytes[0] > 225 && (140...190).contains(white.bytes[2]))
    }
  }

  @Test func `a file that is cut off or changed costs nothing but the picture`() {
    for (name, file) in Self.files {
      for count in 0..<file.count {
        let part = DecodedPicture(file: Array(file.prefix(count)))
        // What is left out may have said nothing more.
        if count < file.count / 2 { #expect(part == nil, "\(name), \(count) bytes") }
      }
      for place in file.indices {
        for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
          var damaged = file
          damaged[place] = value
          let picture = DecodedPicture(file: damaged, atLeast: 4, by: 4)
          if let picture { #expect(picture.bytes.count == picture.width * picture.height * 3) }
        }
      }
    }
  }

  @Test func `a picture that says it is huge is not decoded`() {
    var png = SamplePictures.png
    // 30,000 × 30,000 points, with the checksum of that head.
    png.replaceSubrange(16..<24, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
    png.replaceSubrange(29..<33, with: Self.checksum(of: png[12..<29]))
    #expect(DecodedPicture(file: png) == nil)
    var jpeg = SamplePictures.jpeg
    let size = jpeg.indices.dropLast(8).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 }
    if let size { jpeg.replaceSubrange((size + 5)..<(size + 9), with: [0xFF, 0xFF, 0xFF, 0xFF]) }
    #expect(size != nil && DecodedPicture(file: jpeg) == nil)
    // The bits behind the signature of a WebP without loss: a picture of 38 bytes that would be a gigabyte.
    var webp = SamplePictures.webp
    webp.replaceSubrange(21..<25, with: [0xFF, 0xFF, 0xFF, 0x1F])
    #expect(DecodedPicture(file: webp) == nil)
    webp.replaceSubrange(21..<25, with: [0xF3, 0xC1, 0x7C, 0x10])
    #expect(DecodedPicture(file: webp).map { [$0.width, $0.height] } == [500, 500])
  }

  @Test(arguments: [[], [0x89], Array("GIF89a".utf8), Array("<svg/>".utf8), Array("RIFF".utf8)])
  func `what is none of the three is no picture`(file: [UInt8]) {
    #expect(DecodedPicture(file: file) == nil)
  }

  @Test func `a picture fills another shape with its middle`() {
    // Four columns: red, green, blue, white.
    let line: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
    let picture = DecodedPicture(width: 4, height: 2, bytes: line + line)
    #expect(
      picture.filling(width: 2, height: 2).bytes == [0, 255, 0, 0, 0, 255, 0, 255, 0, 0, 0, 255]
    )
    #expect(picture.filling(width: 2, height: 1).bytes == [127, 127, 0, 127, 127, 255])
    #expect(picture.filling(width: 8, height: 4).bytes.count == 96)
  }

  /// CRC-32 as PNG has it.
  private static func checksum(of bytes: some Sequence<UInt8>) -> [UInt8] {
    let sum = ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
    return (0..<4).reversed().map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) }
  }
}
