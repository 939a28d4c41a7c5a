/// A picture where it stands on a screen.
struct PlacedImage: Hashable, Sendable {
  var image: TerminalImage
  var lines: Range<Int>
  var columns: Range<Int>

  /// The number of this place of the picture; a picture may stand in several.
  var placement: Int { lines.lowerBound * 1_000 + columns.lowerBound + 1 }
}
