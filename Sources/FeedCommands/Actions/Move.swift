import ArgumentParser
import FeedEngine
import FeedModel

/// Moves an item next to another item.
package struct Move: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Moves an item next to another item.",
    discussion: """
      Items are named as the feed names them, photo:photo/7, or by their objects, photo/7. The key \
      'reorder' of a section names the column that orders its objects; a move writes one row, and \
      sometimes a few more to make room.

      Examples:
        feed move photos.yaml photo/7 --before photo/3 --store photos.sqlite
        feed move photos.yaml photo/1 --after photo/7 --store photos.sqlite \\
            --trace text
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @Argument(help: "The item to move.", completion: .feedObjects)
  var item: String

  @Option(
    help: ArgumentHelp("The item to move it before.", valueName: "item"),
    completion: .feedObjects
  )
  var before: String?

  @Option(
    help: ArgumentHelp("The item to move it after.", valueName: "item"),
    completion: .feedObjects
  )
  var after: String?

  @OptionGroup var options: ActingOptions

  func validate() throws {
    guard (before == nil) != (after == nil) else {
      throw ValidationError(
        before == nil
          ? "Missing a neighbour: name it with --before or --after."
          : "--before and --after exclude each other; name one neighbour."
      )
    }
  }

  func run() async throws {
    try await options.run(feed, cause: "move \(item)") { engine in
      let item = try await engine.item(named: self.item)
      let neighbour = try await engine.item(named: before ?? after ?? "")
      return ActingResult(
        update: try await engine.move(
          item,
          to: before == nil ? .after(neighbour) : .before(neighbour)
        )
      )
    }
  }
}
