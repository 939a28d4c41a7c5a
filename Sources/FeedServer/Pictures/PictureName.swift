import FeedModel
import Foundation

/// The name of a picture in the folder of the feed file: `derby.jpg`, or `2026/derby.jpg`.
///
/// No component begins with a dot, so a name refers neither to parents of the folder nor to hidden files. The
/// page requests only such names (`pictureAddress` of list.js).
struct PictureName: Hashable, Sendable {
  let text: Text

  private static let longest = 512

  init?(_ text: String) {
    let bytes = text.utf8
    guard !bytes.isEmpty, bytes.count <= Self.longest,
      bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }),
      bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .allSatisfy({ !$0.isEmpty && $0.first != UInt8(ascii: ".") })
    else { return nil }
    self.text = Text(text)
  }

  /// Parses the name from the path of a request.
  init?(path: Substring) {
    guard path.hasPrefix(Self.prefix),
      let name = String(path.dropFirst(Self.prefix.count)).removingPercentEncoding
    else { return nil }
    self.init(name)
  }

  /// The beginning of the path of a picture.
  static let prefix = "/pictures/"
}
