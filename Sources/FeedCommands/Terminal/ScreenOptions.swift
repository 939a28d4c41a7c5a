import ArgumentParser
import FeedRendering

/// The appearance of a page in a terminal.
package struct ScreenOptions: ParsableArguments {
  /// The background for which the colours are chosen.
  enum Ground: String, CaseIterable, ExpressibleByArgument {
    case dark, light
  }

  @Flag(help: "Shows no colours; NO_COLOR does the same.")
  var noColor = false

  @Flag(help: "Shows only ASCII; LC_ALL=C and TERM=vt100 do the same.")
  var ascii = false

  @Flag(help: "Disables flashing; FEED_REDUCED_MOTION does the same.")
  var reducedMotion = false

  @Option(help: "The background of the terminal: dark or light; by default that of COLORFGBG.")
  var theme: Ground?

  /// The appearance given by the options and the environment.
  package var look: WatchLook {
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
