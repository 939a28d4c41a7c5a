import FeedRendering
import Foundation

/// What the surroundings allow: the programs ask here, and nobody below them does.
enum Terminal {
  /// Whether standard output goes to a terminal.
  static var showsOutput: Bool { isatty(1) == 1 }

  /// Whether standard error goes to a terminal that can overwrite a line.
  static var showsProgress: Bool { isatty(2) == 1 && !isDumb }

  /// Colours only for people who have not declined them.
  static var colors: TextColors {
    let declined = !(environment["NO_COLOR"] ?? "").isEmpty
    return showsOutput && !declined && !isDumb ? .ansi : .none
  }

  /// The columns that the shell tells of, if it does.
  static var columns: Int? {
    environment["COLUMNS"].flatMap(Int.init).flatMap { (20...1_000).contains($0) ? $0 : nil }
  }

  private static var isDumb: Bool { environment["TERM"] == "dumb" }
  private static var environment: [String: String] { ProcessInfo.processInfo.environment }
}
