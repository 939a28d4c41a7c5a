import FeedRendering

/// How a page is written to the terminal.
struct WatchLook {
  var depth: ColorDepth
  /// Whether the terminal shows ASCII alone.
  var isASCII: Bool
  var theme: Theme
  /// Whether nothing flashes.
  var isStill: Bool
  /// Whether the terminal shows a frame as a whole.
  var isSynchronized: Bool
}
