import CPNG

extension DecodedPicture {
  static func decodePNG(
    _ file: [UInt8],
    _ ground: (red: UInt8, green: UInt8, blue: UInt8)
  ) -> DecodedPicture? {
    var image = unsafe png_image()
    unsafe image.version = UInt32(PNG_IMAGE_VERSION)
    // What libpng holds until the end.
    defer { unsafe png_image_free(&image) }
    return unsafe file.withUnsafeBytes { input in
      guard unsafe png_image_begin_read_from_memory(&image, input.baseAddress, input.count) != 0
      else { return nil }
      let (width, height) = unsafe (Int(image.width), Int(image.height))
      guard allows(width: width, height: height) else { return nil }
      unsafe image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
      var color = png_color(red: ground.red, green: ground.green, blue: ground.blue)
      var bytes = [UInt8](repeating: 0, count: width * height * 3)
      let isRead = unsafe bytes.withUnsafeMutableBytes { output in
        unsafe png_image_finish_read(&image, &color, output.baseAddress, Int32(width * 3), nil) != 0
      }
      return isRead ? DecodedPicture(width: width, height: height, bytes: bytes) : nil
    }
  }
}
