import ArgumentParser
import FeedCommands
import FeedDefinition
import FeedEngine
import FeedLog
import FeedModel

/// Switches all replicas of a log to another feed file or release.
struct LogUpgradeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upgrade",
    abstract: "Switches all replicas of a log to another feed file or release.",
    discussion: """
      Appends an entry with the digest of the feed file, its schema, its time zone and this release's composer version. \
      Each replica that reaches the entry applies it and exits; restarted with that feed file, it \
      continues after the entry with the next version, which has the same number everywhere, and its clients get an image. \
      A replica with another feed file does not start to serve.

      First install the new feed file (and release) where the replicas run, which keep the file that they have read; then run this \
      with the same file. If the schema has changed, run 'feed migrate' on each store before the replica \
      is restarted.

      Nothing is appended if the log already belongs to this feed.

      Examples:
        feed log upgrade nats://127.0.0.1:4222/BOOK book.yaml --dry-run
        feed log upgrade nats://127.0.0.1:4222/BOOK book.yaml
      """
  )

  @OptionGroup var place: LogArgument

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @Flag(help: "Prints what would be done, and changes nothing.")
  var dryRun = false

  @Option(help: "The format of the result.")
  var format: DataFormat = .text

  @OptionGroup var zone: TimeZoneOption

  @OptionGroup var trust: TrustOptions

  func run() async throws {
    let file = try FeedFile.open(feed, trust, in: zone)
    // Report a feed that no replica could open.
    try await file.engine(store: nil, trust, isPlaying: true).close()
    let digest = Replica.digest(ofFeed: file.replicatedRevision)
    let (status, upgrade) = try await place.withLog { log in
      let status = try await log.status()
      let isNeeded = !dryRun && !status.shows(digest)
      return (status, try await isNeeded ? log.upgrade(to: digest) : nil)
    }
    var output = OutputBuffer()
    switch format {
    case .text:
      let words =
        if let upgrade {
          "goes over to feed \(digest.prefix(8)) at entry \(upgrade.sequence)"
        } else if status.shows(digest) { "shows feed \(digest.prefix(8)) already" } else {
          "would go over to feed \(digest.prefix(8)) after entry \(status.bounds.last)"
        }
      try output.write("\(status.address.stream) \(words)\n")
    case .json:
      var json = JSONWriter()
      json.object { json in
        json.key("log")
        json.text("\(status.address)")
        json.key("feed")
        json.text(digest)
        json.key("upgrade")
        json.write(upgrade)
      }
      json.endLine()
      try output.write(json)
    }
    try output.flush()
  }
}

extension LogStatus {
  /// Returns whether the log already belongs to a feed.
  fileprivate func shows(_ digest: String) -> Bool { upgrade?.feed == digest }
}
