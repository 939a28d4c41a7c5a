import ArgumentParser
import FeedRendering

/// How a page in a terminal looks.
struct ScreenOptions: ParsableArguments {
  /// The ground that the colours are for.
  enum Ground: String, CaseIterable, ExpressibleByArgument {
    case dark, light
  }

  @Flag(help: "Shows no colours; NO_COLOR does the same.")
  var noColor = false

  @Flag(help: "Shows ASCII alone; LC_ALL=C and TERM=vt100 do the same.")
  var ascii = false

  @Flag(help: "Lets nothing flash; FEED_REDUCED_MOTION does the same.")
  var reducedMotion = false

  @Option(help: "The ground of the terminal: dark or light; COLORFGBG tells it otherwise.")
  var theme: Ground?

  /// What the options and the surroundings come to.
  var look: WatchLook {
    let isLight = theme.map { $0 == .light } ?? Terminal.hasLightGround
    return WatchLook(
      depth: noColor ? .none : Terminal.colorDepth,
      isASCII: ascii || Terminal.isASCII,
      theme: isLight ? .light : .dark,
      isStill: reducedMotion || Terminal.reducesMotion,
      isSynchronized: Terminal.showsWholeFrames
    )
  }
}
