import FeedModel
import Foundation

/// What an item calls a picture in the folder of the feed file: `derby.jpg`, or `2026/derby.jpg`.
///
/// No part of it begins with a dot, so that it leads neither out of the folder nor to hidden files. The page
/// asks for no others (`pictureAddress` of list.js).
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

  /// Reads the name that a request asks for.
  init?(path: Substring) {
    guard path.hasPrefix(Self.prefix),
      let name = String(path.dropFirst(Self.prefix.count)).removingPercentEncoding
    else { return nil }
    self.init(name)
  }

  /// Where pictures are asked for.
  static let prefix = "/pictures/"
}
