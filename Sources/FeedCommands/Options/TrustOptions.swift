import ArgumentParser
package import FeedStore
import Foundation

/// The rights of a feed file, and the limits of its SQL.
package struct TrustOptions: ParsableArguments {
  @Option(
    name: .customLong("allow-path"),
    help: ArgumentHelp(
      "Allows the feed file to name files below this folder; may be given more than once.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var allowedPaths: [String] = []

  @Flag(help: "Allows the feed file to run the programs of its inputs and alerts ('exec:').")
  var allowExec = false

  @Option(
    help: ArgumentHelp(
      "The maximum seconds of a statement of SQL; 0 for no limit.",
      valueName: "seconds"
    )
  )
  var statementTimeout: Double = 10

  func validate() throws {
    guard statementTimeout >= 0, statementTimeout <= 1e8 else {
      throw ValidationError("--statement-timeout must be a number of seconds, 0 or more.")
    }
  }

  /// The limits of statements.
  package var limits: StoreLimits {
    StoreLimits(statementTimeout: statementTimeout == 0 ? nil : .seconds(statementTimeout))
  }

  /// The options as arguments for another process.
  var arguments: [String] {
    ["--statement-timeout", "\(statementTimeout)"] + allowedPaths.flatMap { ["--allow-path", $0] }
  }

  /// Returns the additional folders in which a feed file may name files.
  ///
  /// The working directory counts if the feed file is below it, as in a project without git; but
  /// neither the root nor a folder that contains the user's home counts.
  func folders(for feed: String) -> [String] {
    let working = Self.real(FileManager.default.currentDirectoryPath)
    let isProject =
      Self.real(RegularFile.folder(of: feed)).isBelow(working)
      && !Self.real(FileManager.default.homeDirectoryForCurrentUser.path).isBelow(working)
    return allowedPaths + (isProject ? [working] : [])
  }

  private static func real(_ path: String) -> String {
    URL(filePath: path.isEmpty ? "." : path).resolvingSymlinksInPath().standardizedFileURL.path
  }
}

extension String {
  /// Returns whether a path is a folder or inside it; everything is below the root.
  fileprivate func isBelow(_ folder: String) -> Bool {
    self == folder || folder == "/" || hasPrefix(folder + "/")
  }
}
