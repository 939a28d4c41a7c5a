import FeedEngine
import FeedModel

extension Replica {
  /// What tells feeds apart that show the same rows in other ways.
  ///
  /// - Parameter texts: All texts that decide what a version looks like.
  /// - Returns: Their digest, in hexadecimal digits.
  package static func digest(ofFeed texts: [String]) -> String {
    SHA256.digest(of: Array(texts.joined(separator: "\0").utf8)).description
  }

  /// Refuses a feed that is not the one by which the next entries are to be applied.
  ///
  /// The first replica of all says with which feed the log begins.
  ///
  /// - Parameter applied: The number of the last entry that the store has applied.
  /// - Throws: ``LogError`` if the log has gone over to another feed, or will go over to this one.
  func checkFeed(_ applied: UInt64) async throws {
    let upgrades = try await log.upgrades(beginningWith: feed)
    let noted = try await engine.upgrade().map { LogUpgrade(sequence: $0.sequence, feed: $0.feed) }
    guard let current = noted ?? upgrades.last(where: { $0.sequence <= applied }),
      current.feed != feed
    else { return }
    if let ahead = upgrades.first(where: { $0.sequence > applied && $0.feed == feed }) {
      throw LogError.upgradeAhead(ahead, applied)
    }
    throw LogError.otherFeed(current, feed, log.address)
  }

  /// Ends the versions of this feed, if the last of some entries says so, which are applied.
  ///
  /// - Parameter entries: The entries.
  /// - Throws: ``LogError`` with code ``LogError/Code/upgraded`` if it is an upgrade.
  func endIfUpgraded(behind entries: [SequencedEntry]) async throws {
    guard let upgrade = entries.last?.upgrade else { return }
    try? await log.note(upgrade)
    throw LogError.upgraded(upgrade)
  }
}

extension LogError {
  fileprivate static func upgraded(_ upgrade: LogUpgrade) -> LogError {
    LogError(
      .upgraded,
      "the log goes over to feed \(upgrade.feed.prefix(8)) at entry \(upgrade.sequence), which is applied",
      hint: "start it again with that feed file, as the unit for systemd does"
    )
  }

  fileprivate static func otherFeed(
    _ current: LogUpgrade,
    _ own: String,
    _ address: LogAddress
  ) -> LogError {
    let place = current.sequence == 0 ? "from its beginning" : "since entry \(current.sequence)"
    return LogError(
      .otherFeed,
      "the log is that of feed \(current.feed.prefix(8)) \(place), and this is feed \(own.prefix(8))",
      hint:
        "install the feed file, schema and release of the other replicas, or have all go over to this one:"
        + " feed log upgrade \(address) FEED"
    )
  }

  fileprivate static func upgradeAhead(_ upgrade: LogUpgrade, _ applied: UInt64) -> LogError {
    LogError(
      .upgradeAhead,
      "the log goes over to this feed at entry \(upgrade.sequence), and the store has applied entry \(applied):"
        + " what lies between needs the feed before",
      hint:
        "begin with a copy of another replica's store, or start it with the feed file before, which stops there"
    )
  }
}
