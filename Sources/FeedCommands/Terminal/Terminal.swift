import FeedRendering
import Foundation

/// The properties of the environment; only the programs read them.
package enum Terminal {
  /// Whether standard output goes to a terminal.
  static var showsOutput: Bool { isatty(1) == 1 }

  /// Whether the user can answer questions: standard input and standard error are a terminal.
  static var canAsk: Bool { isatty(0) == 1 && isatty(2) == 1 }

  /// Whether standard error goes to a terminal that can overwrite a line.
  static var showsProgress: Bool { isatty(2) == 1 && !isDumb }

  /// Whether to show colours: the user has not declined them, and the terminal has some.
  static var hasColors: Bool {
    let declined = !(environment["NO_COLOR"] ?? "").isEmpty
    return showsOutput && !declined && !isDumb && !isOld
  }

  /// Whether the terminal belongs to a family without colours and with ASCII only.
  private static var isOld: Bool { (environment["TERM"] ?? "").hasPrefix("vt") }

  /// Whether the terminal or the locale is limited to ASCII; by default it is not.
  static var isASCII: Bool {
    if isOld || isDumb { return true }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    guard let locale = locale?.lowercased() else { return false }
    return !locale.contains("utf-8") && !locale.contains("utf8")
  }

  /// The number of colours that the terminal reports.
  static var colorDepth: ColorDepth {
    guard hasColors else { return .none }
    if let depth = environment["COLORTERM"], depth == "truecolor" || depth == "24bit" {
      return .trueColor
    }
    return (environment["TERM"] ?? "").contains("256color") ? .ansi256 : .ansi16
  }

  /// The columns that `COLUMNS` requests, or those of the terminal; `nil` if there is none.
  static var columns: Int? {
    let asked = environment["COLUMNS"].flatMap(Int.init)
    return (asked ?? (showsOutput ? TerminalDevice.size.columns : nil))
      .flatMap { (20...1_000).contains($0) ? $0 : nil }
  }

  /// Whether the user has disabled flashing.
  static var reducesMotion: Bool { !(environment["FEED_REDUCED_MOTION"] ?? "").isEmpty }

  /// Whether the terminal reports a light background, as `COLORFGBG=0;15` does.
  static var hasLightGround: Bool {
    guard
      let ground = (environment["COLORFGBG"] ?? "").split(separator: ";").last.flatMap({ Int($0) })
    else { return false }
    return ground == 7 || ground > 8
  }

  /// Whether the terminal is known to show a marked frame as a whole (mode 2026).
  ///
  /// Known by name: the answer to a query would arrive among the keys, and late over a slow line. A
  /// terminal that does not know the marks ignores them, but some old ones print them.
  static var showsWholeFrames: Bool {
    let names = ["kitty", "ghostty", "foot", "alacritty", "wezterm", "contour", "tmux", "iterm"]
    let said = [environment["TERM"], environment["TERM_PROGRAM"]].compactMap { $0?.lowercased() }
    return said.contains { text in names.contains { text.contains($0) } }
      || environment["WT_SESSION"] != nil
  }

  package static var isDumb: Bool { environment["TERM"] == "dumb" }
  private static var environment: [String: String] { ProcessInfo.processInfo.environment }
}
