import FeedModel

/// The right of one program among many to do something, held for as long as it is renewed.
///
/// The holder renews it every second. Who sees the same revision for three seconds, by a clock that never jumps,
/// takes it over; of several one succeeds. A holder that was cut off may still believe that it is one: what it
/// appends then is known by its number and not applied twice.
struct Lease: Sendable {
  /// What the keys of leases begin with.
  static let keyPrefix = "lease."
  static let renewal = Duration.seconds(1)
  static let patience = Duration.seconds(3)
  private static let pace = Duration.milliseconds(500)

  let keys: any LeaseKeys
  /// The key of the lease.
  let key: String
  /// What tells this run of this program from any other one.
  let holder: String
  let time: ReplicaTime

  /// Runs a body whenever this program holds the lease, until the task is cancelled or the body returns.
  ///
  /// - Parameter body: What one alone may do; it is cancelled when the lease is lost.
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
  /// - Returns: The revision that it holds, or `nil` if the task is cancelled.
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
        // Nobody can renew it either.
        watch = LeaseWatch()
      }
      try? await time.sleep(Self.pace)
    }
    return nil
  }

  /// Lets another program have the lease at once, if the log answers within a second.
  ///
  /// It is done in a task of its own, since the one that has held the lease is cancelled.
  private func giveUp(_ revision: UInt64) async {
    let release = Task { _ = try? await keys.set(key, to: [], expecting: revision) }
    let limit = Task {
      try? await time.sleep(.seconds(1))
      release.cancel()
    }
    await release.value
    limit.cancel()
  }

  /// Renews the lease until another one has it, or the task is cancelled; it is then given up.
  ///
  /// - Returns: Whether another one has it.
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
        // While no server answers, nobody else can have it.
        guard Task.isCancelled else { continue }
        await giveUp(revision)
        return false
      }
    }
  }
}

/// The values that leases are kept in.
protocol LeaseKeys: Sendable {
  /// The value of a key.
  func leaseValue(of key: String) async throws -> LogKeys.Value?

  /// Replaces the value of a key, if nobody else has.
  func set(_ key: String, to value: [UInt8], expecting revision: UInt64) async throws -> UInt64?
}

extension LogKeys: LeaseKeys {
  func leaseValue(of key: String) async throws -> Value? { try await self[key] }
}

/// Says when a lease that another one holds may be taken.
struct LeaseWatch {
  private var seen: (revision: UInt64, since: Duration)?

  /// What is to be replaced to take a lease.
  ///
  /// - Parameters:
  ///   - value: The value of the lease.
  ///   - now: What a clock says that never jumps.
  /// - Returns: The revision that is to be replaced, zero if there is none; `nil` if the lease is held.
  mutating func expected(_ value: LogKeys.Value?, at now: Duration) -> UInt64? {
    guard let value else { return 0 }
    // Given up by its holder.
    if value.bytes.isEmpty { return value.revision }
    if let seen, seen.revision == value.revision {
      return now - seen.since >= Lease.patience ? value.revision : nil
    }
    seen = (value.revision, now)
    return nil
  }
}
