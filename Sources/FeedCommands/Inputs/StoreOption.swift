package import ArgumentParser
package import FeedDefinition
import Foundation

/// The store of a command that reads or changes the store's own tables.
package struct StoreOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The store; without it the feed's 'file:'.", valueName: "file"),
    completion: .file()
  )
  package var store: String?

  package init() {}

  /// Rejects a store in memory, which would be lost at the end of the command.
  package func check(_ feed: Feed) throws {
    guard store != nil || feed.database != nil else {
      throw ValidationError(
        "Missing --store: name the file that holds the rows, for example --store feed.sqlite."
      )
    }
  }

  /// Rejects a store that does not exist, before a command that only reads it would create it.
  func checkExists(_ feed: Feed) throws {
    try check(feed)
    guard let path = store ?? feed.database, !FileManager.default.fileExists(atPath: path) else {
      return
    }
    throw Failure(
      .inputOutput,
      "cannot-open",
      "there is no such store",
      hint: "check the path: it is the --store of the program that runs the inputs",
      at: path
    )
  }
}
