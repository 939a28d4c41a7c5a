/// What is shown in the place of a picture.
package enum PagePicture: Hashable, Sendable {
  /// Points of colour, two above each other in each cell.
  case points(CellPicture)
  /// The picture itself, which the terminal draws.
  case image(TerminalImage)
  /// Nothing but the picture's name: it is not there, or cannot be shown.
  case name
}
