import CTurboJPEG

extension DecodedPicture {
  /// Decodes a JPEG in the smallest of the library's own scales that has the size that is needed.
  static func decodeJPEG(_ file: [UInt8], _ least: Int, _ leastHeight: Int) -> DecodedPicture? {
    guard let decoder = unsafe tjInitDecompress() else { return nil }
    defer { unsafe tjDestroy(decoder) }
    return unsafe file.withUnsafeBufferPointer { input in
      var (width, height, subsampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
      let size = UInt(input.count)
      let isKnown = unsafe tjDecompressHeader3(
        decoder,
        input.baseAddress,
        size,
        &width,
        &height,
        &subsampling,
        &space
      )
      guard isKnown == 0, allows(width: Int(width), height: Int(height)) else { return nil }
      // Halves, quarters and eighths are what the library can decode without the rest.
      var divisor: Int32 = 1
      while divisor < 8, Int(width / (divisor * 2)) >= least,
        Int(height / (divisor * 2)) >= leastHeight
      {
        divisor *= 2
      }
      let scaled = ((width + divisor - 1) / divisor, (height + divisor - 1) / divisor)
      var bytes = [UInt8](repeating: 0, count: Int(scaled.0) * Int(scaled.1) * 3)
      let outcome = unsafe bytes.withUnsafeMutableBufferPointer { output in
        unsafe tjDecompress2(
          decoder,
          input.baseAddress,
          size,
          output.baseAddress,
          scaled.0,
          scaled.0 * 3,
          scaled.1,
          Int32(TJPF_RGB.rawValue),
          // A file of many thousand scans would take minutes; one that ends early is broken.
          TJFLAG_LIMITSCANS | TJFLAG_STOPONWARNING
        )
      }
      guard outcome == 0 else { return nil }
      return DecodedPicture(width: Int(scaled.0), height: Int(scaled.1), bytes: bytes)
    }
  }
}
