import FeedWire

/// The addresses of a feed, and the results of the attempts at each of them.
///
/// Addresses without a recent failure are tried first, then those with the oldest failure. Times are relative
/// to the start of the client.
struct AddressBook: Sendable {
  private struct Entry: Sendable {
    let address: FeedAddress
    /// Limits the wait that a server may request to five minutes.
    var backoff = Backoff(mostAskedFor: .seconds(300))
    /// The time of the last failed attempt; `nil` after a matching checksum.
    var failedAt: Duration?
    /// The time of the next allowed attempt.
    var notBefore = Duration.zero
    /// Whether a retry at the address cannot succeed.
    var isHopeless = false
  }

  /// The addresses; never empty.
  private var entries: [Entry]
  private var place = 0

  /// The time for which a failure counts against an address.
  private static let memory = Duration.seconds(60)

  /// - Precondition: The list is not empty.
  init(_ addresses: [FeedAddress]) {
    precondition(!addresses.isEmpty, "a client without an address")
    entries = addresses.map { Entry(address: $0) }
  }

  /// The current address.
  var current: FeedAddress { entries[place].address }

  /// Whether there are other addresses.
  var hasOthers: Bool { entries.count > 1 }

  /// Whether all addresses have failed permanently.
  var isHopeless: Bool { entries.allSatisfy(\.isHopeless) }

  /// Records that the held content matches that of the current address.
  mutating func didAgree() {
    entries[place].backoff.reset()
    (entries[place].failedAt, entries[place].isHopeless) = (nil, false)
  }

  /// Records the end of a connection to the current address, and selects the next address.
  ///
  /// - Parameters:
  ///   - goodbye: The wait in the `bye` of the server, chosen for this client.
  ///   - asked: The wait that the server requests from all clients.
  ///   - isHopeless: Whether a retry at the address cannot succeed.
  ///   - stays: Whether to stay at this address, because others cannot replace its content reliably.
  mutating func didFail(
    at now: Duration,
    goodbye: Duration?,
    asked: Duration,
    isHopeless: Bool = false,
    stays: Bool = false,
    using random: inout some RandomNumberGenerator
  ) -> Duration {
    let pause =
      goodbye.map { entries[place].backoff.granted($0) }
      ?? entries[place].backoff.next(asked: asked, using: &random)
    entries[place].failedAt = now
    entries[place].notBefore = now + pause
    entries[place].isHopeless = isHopeless
    guard hasOthers, !stays else { return pause }
    place = next(at: now)
    // Spread the clients of a lost server over time.
    var first = Backoff(mostAskedFor: .zero)
    return max(entries[place].notBefore - now, first.next(using: &random))
  }

  private func next(at now: Duration) -> Int {
    let others = (1...entries.count).map { (place + $0) % entries.count }
    let fresh = others.first { other in
      entries[other].failedAt.map { now - $0 > Self.memory } ?? true
    }
    return fresh ?? others.min { entries[$0].failedAt ?? .zero < entries[$1].failedAt ?? .zero }
      ?? place
  }
}
