extension StringProtocol {
  /// Whether each byte is a character of one column, so that none has to be put together or measured.
  ///
  /// Most texts are.
  @inlinable
  package var isPrintableASCII: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}
