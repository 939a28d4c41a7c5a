import FeedEngine
import FeedModel

extension Replica {
  /// Returns the digest that distinguishes feeds with different presentations of the same rows.
  ///
  /// - Parameter texts: All texts that determine the versions, such as the feed file.
  package static func digest(ofFeed texts: [String]) -> String {
    SHA256.digest(of: Array(texts.joined(separator: "\0").utf8)).description
  }

  /// Checks that this feed is the one for the next entries.
  ///
  /// The first replica of a log records its feed as the first feed of the log.
  ///
  /// - Parameter applied: The number of the last entry that the store has applied.
  /// - Throws: ``LogError`` if the log has changed to another feed, or changes to this one at a later entry.
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

  /// Stops the replica if the last of the applied entries is an upgrade.
  ///
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
      "the log changes to feed \(upgrade.feed.prefix(8)) at entry \(upgrade.sequence), which is applied",
      hint: "restart the replica with that feed file, as the systemd unit does"
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
      "the log has feed \(current.feed.prefix(8)) \(place), but this replica has feed \(own.prefix(8))",
      hint:
        "install the feed file, schema and release of the other replicas, or change all replicas to this feed:"
        + " feed log upgrade \(address) FEED"
    )
  }

  fileprivate static func upgradeAhead(_ upgrade: LogUpgrade, _ applied: UInt64) -> LogError {
    LogError(
      .upgradeAhead,
      "the log changes to this feed at entry \(upgrade.sequence), but the store has applied entry \(applied):"
        + " the entries between them need the previous feed",
      hint:
        "start with a copy of another replica's store, or with the previous feed file, which stops there"
    )
  }
}
