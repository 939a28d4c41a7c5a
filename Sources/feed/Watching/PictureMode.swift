import ArgumentParser

/// How a terminal shows pictures.
enum PictureMode: String, CaseIterable, ExpressibleByArgument {
  /// Not at all: their names stand in their places.
  case names
  /// By two points of colour in each cell.
  case blocks
  /// By kitty's graphics protocol.
  case kitty
  /// By that of iTerm2.
  case inline = "iterm2"
  /// By sixels.
  case sixel
}
