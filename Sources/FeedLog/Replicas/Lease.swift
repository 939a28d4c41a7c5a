import FeedModel

/// An exclusive right of one program, held for as long as the program renews it.
///
/// The holder renews it every second. A program that sees the same revision for three seconds, by a monotonic
/// clock, takes it over; if several try, one succeeds. A holder that was cut off may still act as the holder: its
/// messages have the same numbers as those of the new holder, so they are not applied twice.
struct Lease: Sendable {
  /// The prefix of the keys of leases.
  static let keyPrefix = "lease."
  static let renewal = Duration.seconds(1)
  static let patience = Duration.seconds(3)
  private static let pace = Duration.milliseconds(500)

  let keys: any LeaseKeys
  /// The key of the lease.
  let key: String
  /// The unique identity of this run of the program.
  let holder: String
  let time: ReplicaTime

  /// Runs a body whenever this program holds the lease.
  ///
  /// The call returns when the body returns or the task is cancelled.
  func whileHeld(_ body: @escaping @Sendable () async -> Void) async {
    while let revision = await take() {
      let isLost = await withTaskGroup(of: Bool.self) { group in
        group.addTask { await renew(revision) }
        group.addTask {
          await body()
          return false
        }
        defer { group.cancelAll() }
        return await group.next() ?? false
      }
      guard isLost else { return }
    }
  }

  /// Waits until this program holds the lease.
  ///
  /// - Returns: The revision of the lease, or `nil` if the task is cancelled.
  private func take() async -> UInt64? {
    var watch = LeaseWatch()
    while !Task.isCancelled {
      do {
        let known = try await keys.leaseValue(of: key)
        if let expected = watch.expected(known, at: time.uptime()),
          let revision = try await keys.set(key, to: Array(holder.utf8), expecting: expected)
        {
          return revision
        }
      } catch {
        // The holder cannot renew it either, so its silence does not count.
        watch = LeaseWatch()
      }
      try? await time.sleep(Self.pace)
    }
    return nil
  }

  /// Releases the lease immediately, if the log answers within a second.
  ///
  /// It runs in its own task, because the task that held the lease is cancelled.
  private func giveUp(_ revision: UInt64) async {
    let release = Task { _ = try? await keys.set(key, to: [], expecting: revision) }
    let limit = Task {
      try? await time.sleep(.seconds(1))
      release.cancel()
    }
    await release.value
    limit.cancel()
  }

  /// Renews the lease until another program has it; releases it if the task is cancelled.
  ///
  /// - Returns: Whether another program has it.
  private func renew(_ revision: UInt64) async -> Bool {
    var revision = revision
    while true {
      do {
        try await time.sleep(Self.renewal)
        guard let next = try await keys.set(key, to: Array(holder.utf8), expecting: revision) else {
          return !Task.isCancelled
        }
        revision = next
      } catch {
        // While no server answers, no other program can take it.
        guard Task.isCancelled else { continue }
        await giveUp(revision)
        return false
      }
    }
  }
}

/// The storage of leases.
protocol LeaseKeys: Sendable {
  /// Returns the value of a key.
  func leaseValue(of key: String) async throws -> LogKeys.Value?

  /// Replaces the value of a key, if its revision is the expected one.
  func set(_ key: String, to value: [UInt8], expecting revision: UInt64) async throws -> UInt64?
}

/// The observation of a lease that another program holds.
struct LeaseWatch {
  private var seen: (revision: UInt64, since: Duration)?

  /// Returns the revision to replace in order to take the lease, if that is possible now.
  ///
  /// - Returns: The revision to replace, zero if the key does not exist; `nil` if the lease is held.
  mutating func expected(_ value: LogKeys.Value?, at now: Duration) -> UInt64? {
    guard let value else { return 0 }
    // The holder has released it.
    if value.bytes.isEmpty { return value.revision }
    if let seen, seen.revision == value.revision {
      return now - seen.since >= Lease.patience ? value.revision : nil
    }
    seen = (value.revision, now)
    return nil
  }
}
