import Foundation

/// Small files of one colour, 16 × 8 points, as the libraries' own programs make them.
enum SamplePictures {
  /// Red, as `cjpeg` writes it.
  static let jpeg = bytes(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDg\
    sLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU\
    FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/xA\
    AUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABwj/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oA\
    DAMBAAIRAxEAPwCJACpbD//Z
    """
  )

  /// Red through which half of the ground is seen, as `cwebp` writes it without loss.
  static let webp = bytes(
    """
    UklGRh4AAABXRUJQVlA4TBEAAAAvD8ABEAdQlCLXo4CBiOh/AAA=
    """
  )

  /// The same as PNG.
  static let png = bytes(
    """
    iVBORw0KGgoAAAANSUhEUgAAABAAAAAICAYAAADwdn+XAAAAFUlEQVR42mM4oSHXQAlmGDVgOBgAAGJexwFNNPihAA\
    AAAElFTkSuQmCC
    """
  )

  private static func bytes(_ base64: String) -> [UInt8] {
    [UInt8](Data(base64Encoded: base64) ?? Data())
  }
}
