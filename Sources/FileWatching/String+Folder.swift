extension String {
  /// The folder of the file that a path leads to; empty for a name alone.
  ///
  /// `NSString.deletingLastPathComponent` ends the process for a name of one character.
  package var folderOfPath: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
