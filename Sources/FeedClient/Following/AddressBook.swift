import FeedWire

/// The addresses at which a feed is served, and how the attempts at each of them fared.
///
/// One that has not failed lately is tried before one that has, and of those the one whose failure is
/// longest ago. Times are counted from the client's beginning.
struct AddressBook: Sendable {
  private struct Entry: Sendable {
    let address: FeedAddress
    /// A server that asks for more than five minutes is not obeyed.
    var backoff = Backoff(mostAskedFor: .seconds(300))
    /// When the latest attempt failed; `nil` if a checksum has agreed since.
    var failedAt: Duration?
    /// When the address may be tried again.
    var notBefore = Duration.zero
    /// Whether asking there again leads nowhere.
    var isHopeless = false
  }

  /// Never empty.
  private var entries: [Entry]
  private var place = 0

  /// How long a failure counts against an address.
  private static let memory = Duration.seconds(60)

  /// - Precondition: There is an address.
  init(_ addresses: [FeedAddress]) {
    precondition(!addresses.isEmpty, "a client without an address")
    entries = addresses.map { Entry(address: $0) }
  }

  /// The address that is tried now.
  var current: FeedAddress { entries[place].address }

  /// Whether there is another address to go on at.
  var hasOthers: Bool { entries.count > 1 }

  /// Whether all addresses have failed in such a way that asking again leads nowhere.
  var isHopeless: Bool { entries.allSatisfy(\.isHopeless) }

  /// Notes that what is held agrees with what the current address serves.
  mutating func didAgree() {
    entries[place].backoff.reset()
    (entries[place].failedAt, entries[place].isHopeless) = (nil, false)
  }

  /// Notes that a connection to the current address has ended, and goes over to the next address.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - goodbye: The time after which the server has asked the client to come back, chosen for it alone.
  ///   - asked: How long the server has asked all clients to stay away.
  ///   - isHopeless: Whether asking there again leads nowhere.
  ///   - stays: Whether the same address is tried again, since it alone can say what is right.
  ///   - random: Where chance comes from.
  /// - Returns: How long to wait before the next attempt.
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
    // Those who have lost a server together do not come to the next one together.
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
