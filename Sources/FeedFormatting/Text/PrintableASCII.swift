extension StringProtocol {
  /// Whether each byte is a printable character of one column, as in most texts.
  ///
  /// Such a text needs neither segmentation nor measuring.
  @inlinable
  package var isPrintableASCII: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}
