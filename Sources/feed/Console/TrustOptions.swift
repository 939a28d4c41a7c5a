import ArgumentParser
import FeedDocuments
import FeedStore
import Foundation

/// What a feed file may read, and what its SQL may take.
struct TrustOptions: ParsableArguments {
  @Option(
    name: .customLong("allow-path"),
    help: ArgumentHelp(
      "Lets the feed file name files below this folder too; may be given more than once.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var allowedPaths: [String] = []

  @Option(
    help: ArgumentHelp(
      "How many seconds a statement of SQL may run; 0 for as long as it takes.",
      valueName: "seconds"
    )
  )
  var statementTimeout: Double = 10

  func validate() throws {
    guard statementTimeout >= 0, statementTimeout <= 1e8 else {
      throw ValidationError("--statement-timeout is a number of seconds, 0 or more.")
    }
  }

  /// What statements of the store may take.
  var limits: StoreLimits {
    StoreLimits(statementTimeout: statementTimeout == 0 ? nil : .seconds(statementTimeout))
  }

  /// The options again, for another process.
  var arguments: [String] {
    ["--statement-timeout", "\(statementTimeout)"] + allowedPaths.flatMap { ["--allow-path", $0] }
  }

  /// The folders below which a feed file may name files, beside its own and its project's.
  ///
  /// The working directory counts where the feed file lies below it, as in a project without git; but
  /// not the root and nothing that holds the user's home, where all kinds of files are.
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
  /// Whether a path is that of a folder, or leads into it; everything is below the root.
  fileprivate func isBelow(_ folder: String) -> Bool {
    self == folder || folder == "/" || hasPrefix(folder + "/")
  }
}
