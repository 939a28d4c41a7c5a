import ArgumentParser
import FeedDefinition

/// The store of a command that is about what the store keeps.
struct StoreOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The store; without it the feed's 'file:'.", valueName: "file"),
    completion: .file()
  )
  var store: String?

  /// Refuses a store that would be gone when the command ends.
  func check(_ feed: Feed) throws {
    guard store != nil || feed.database != nil else {
      throw ValidationError(
        "Missing --store: name the file that holds the rows, for example --store feed.sqlite."
      )
    }
  }
}
