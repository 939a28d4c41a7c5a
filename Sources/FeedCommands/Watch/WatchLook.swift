import FeedRendering

/// The settings for writing a page to the terminal.
package struct WatchLook {
  var depth: ColorDepth
  /// Whether the terminal shows only ASCII.
  var isASCII: Bool
  var theme: Theme
  /// Whether nothing flashes.
  var isStill: Bool
  /// Whether the terminal shows a frame as a whole.
  var isSynchronized: Bool
}
