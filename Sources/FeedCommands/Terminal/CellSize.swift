public import ArgumentParser
import FeedLayout
public import FeedRendering

/// The points of one cell of a terminal: `8x16`.
struct CellSize: ExpressibleByArgument {
  var points: Extent

  init(width: Double, height: Double) { points = Extent(width: width, height: height) }

  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (1...200).contains(width), (1...200).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  var defaultValueDescription: String { "8x16" }
}

extension ColorDepth: ExpressibleByArgument {}
