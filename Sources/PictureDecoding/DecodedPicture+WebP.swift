import CWebP

extension DecodedPicture {
  static func decodeWebP(
    _ file: [UInt8],
    _ ground: (red: UInt8, green: UInt8, blue: UInt8)
  ) -> DecodedPicture? {
    let decoded: (width: Int, height: Int, bytes: [UInt8])? = unsafe file.withUnsafeBufferPointer {
      input in
      var (width, height): (Int32, Int32) = (0, 0)
      guard unsafe WebPGetInfo(input.baseAddress, input.count, &width, &height) != 0,
        allows(width: Int(width), height: Int(height))
      else { return nil }
      var bytes = [UInt8](repeating: 0, count: Int(width) * Int(height) * 4)
      let isRead = unsafe bytes.withUnsafeMutableBufferPointer { output in
        unsafe WebPDecodeRGBAInto(
          input.baseAddress,
          input.count,
          output.baseAddress,
          output.count,
          width * 4
        ) != nil
      }
      return isRead ? (Int(width), Int(height), bytes) : nil
    }
    guard let decoded else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(decoded.width * decoded.height * 3)
    for place in stride(from: 0, to: decoded.bytes.count, by: 4) {
      let alpha = Int(decoded.bytes[place + 3])
      for (offset, below) in [ground.red, ground.green, ground.blue].enumerated() {
        let above = Int(decoded.bytes[place + offset])
        bytes.append(UInt8((above * alpha + Int(below) * (255 - alpha)) / 255))
      }
    }
    return DecodedPicture(width: decoded.width, height: decoded.height, bytes: bytes)
  }
}
