extension String {
  /// The folder of the path's file; empty if the path is only a name.
  ///
  /// `NSString.deletingLastPathComponent` crashes for a name of one character.
  package var folderOfPath: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
