import FeedModel

extension Value {
  /// The number that the value is, or that its whole text denotes.
  ///
  /// Served feeds contain figures as texts, such as `2.80`.
  package var figure: Double? {
    guard case .text(let text) = self else { return double }
    let bytes = text.string.utf8
    guard bytes.count <= 24, bytes.contains(where: { (0x30...0x39).contains($0) }),
      bytes.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D })
    else { return nil }
    return Double(text.string)
  }
}
