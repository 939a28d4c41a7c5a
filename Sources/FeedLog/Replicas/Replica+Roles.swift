import Foundation

extension Replica {
  /// Runs a body whenever this replica holds the lease of a role and has applied the log.
  ///
  /// The replica releases the lease while it cannot follow the log.
  ///
  /// - Parameters:
  ///   - role: The name of the role: `clock`, or that of an input.
  ///   - body: The body; it is cancelled when another replica takes over.
  package func whileHolding(_ role: String, _ body: @escaping @Sendable () async -> Void) async {
    let lease = Lease(
      keys: log.keys,
      key: Lease.keyPrefix + Self.keyName(of: role),
      holder: "\(id) \(UUID().uuidString)",
      time: time
    )
    note(role, isHeld: false)
    while await waits(untilFollowing: true) {
      // A replica with entries that the log lacks would continue after messages that other replicas never applied.
      let isOver = await withTaskGroup(of: Bool.self) { group in
        group.addTask {
          await self.whileHolding(lease, role, body)
          return true
        }
        group.addTask { await !self.waits(untilFollowing: false) }
        defer { group.cancelAll() }
        return await group.next() ?? true
      }
      if isOver { return }
    }
  }

  private func whileHolding(
    _ lease: Lease,
    _ role: String,
    _ body: @escaping @Sendable () async -> Void
  ) async {
    await lease.whileHeld {
      self.note(role, isHeld: true)
      defer { self.note(role, isHeld: false) }
      while !Task.isCancelled {
        do {
          try await self.applyAll()
          return await body()
        } catch {
          try? await self.time.sleep(.seconds(1))
        }
      }
    }
  }

  /// Waits until the log can be followed, or until it cannot.
  ///
  /// - Returns: `true` when the state is reached; `false` if the task is cancelled.
  private func waits(untilFollowing isWanted: Bool) async -> Bool {
    while !Task.isCancelled {
      if isFollowing == isWanted { return true }
      try? await time.sleep(.milliseconds(200))
    }
    return false
  }

  /// Returns a name as part of a key.
  ///
  /// Bytes other than letters, digits, hyphens and underscores are written `=XX`.
  static func keyName(of name: String) -> String {
    name.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F:
        String(UnicodeScalar(byte))
      default: "=" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }

  /// Returns the name that a part of a key encodes.
  static func name(ofKey key: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(key.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "="), let escaped = UInt8(digits, radix: 16) {
        bytes.append(escaped)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
