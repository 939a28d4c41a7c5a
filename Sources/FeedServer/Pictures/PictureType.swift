/// The picture types that are served, detected by the first bytes and not by the name.
enum PictureType: String, CaseIterable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case gif = "image/gif"
  case webp = "image/webp"
  case avif = "image/avif"

  /// Detects the type of a file; SVG is not served, because it can contain scripts.
  init?(_ bytes: [UInt8]) {
    func holds(_ text: String, at offset: Int) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if holds("GIF87a", at: 0) || holds("GIF89a", at: 0) {
      self = .gif
    } else if holds("RIFF", at: 0), holds("WEBP", at: 8) {
      self = .webp
    } else if holds("ftypavif", at: 4) || holds("ftypavis", at: 4) {
      self = .avif
    } else {
      return nil
    }
  }
}
