import FeedRendering
import Foundation

/// What the surroundings allow: the programs ask here, and nobody below them does.
enum Terminal {
  /// Whether standard output goes to a terminal.
  static var showsOutput: Bool { isatty(1) == 1 }

  /// Whether standard error goes to a terminal that can overwrite a line.
  static var showsProgress: Bool { isatty(2) == 1 && !isDumb }

  /// Colours only for people who have not declined them.
  static var hasColors: Bool {
    let declined = !(environment["NO_COLOR"] ?? "").isEmpty
    return showsOutput && !declined && !isDumb
  }

  /// How many colours the terminal says it has.
  static var colorDepth: ColorDepth {
    guard hasColors else { return .none }
    if let depth = environment["COLORTERM"], depth == "truecolor" || depth == "24bit" {
      return .trueColor
    }
    return (environment["TERM"] ?? "").contains("256color") ? .ansi256 : .ansi16
  }

  /// The columns that the shell tells of, if it does.
  static var columns: Int? {
    environment["COLUMNS"].flatMap(Int.init).flatMap { (20...1_000).contains($0) ? $0 : nil }
  }

  /// Whether the user wants nothing to flash.
  static var reducesMotion: Bool { !(environment["FEED_REDUCED_MOTION"] ?? "").isEmpty }

  static var isDumb: Bool { environment["TERM"] == "dumb" }
  private static var environment: [String: String] { ProcessInfo.processInfo.environment }
}
