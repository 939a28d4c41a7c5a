import Foundation

extension JetStreamLog {
  /// Asks how the log and its replicas fare.
  ///
  /// - Returns: What they say at this moment.
  /// - Throws: ``LogError`` if no server answers, or the log is gone.
  package func status() async throws -> LogStatus {
    let stream = try await info()
    let now = try await serverTime(behind: stream)
    func age(_ time: Double?) -> Double { max(now - (time ?? now), 0) }
    var status = LogStatus(
      address: address,
      bounds: bounds(stream),
      bytes: stream.state.bytes,
      newestAge: stream.state.lastTime.flatMap(JetStreamTime.seconds).map { age($0) },
      copies: stream.config.replicas,
      servers: stream.servers
    )
    if let value = try await keys[LogSnapshot.key] {
      status.snapshot = value.decoded(LogSnapshot.self)
      status.snapshotAge = age(value.time)
    }
    status.upgrade = try await upgrades().last
    var records: [(ReplicaRecord, Double)] = []
    for name in try await keys.names(under: ReplicaRecord.keyPrefix) {
      guard let value = try await keys[name], let record = value.decoded(ReplicaRecord.self) else {
        continue
      }
      records.append((record, age(value.time)))
    }
    status.members = LogStatus.members(records)
    for name in try await keys.names(under: Lease.keyPrefix) {
      guard let value = try await keys[name] else { continue }
      status.holdings.append(
        LogStatus.Holding(
          role: Replica.name(ofKey: String(name.dropFirst(Lease.keyPrefix.count))),
          holder: value.holder,
          age: age(value.time)
        )
      )
    }
    return status
  }

  /// What time it is by the clock that has dated entries and values: a reader that is made says when.
  ///
  /// - Parameter stream: What the log is like.
  /// - Returns: The seconds since 1970.
  /// - Throws: ``LogError``.
  private func serverTime(behind stream: JetStreamAnswers.Stream) async throws -> Double {
    var configuration = JetStreamQuestions.Consumer.Configuration(start: stream.state.last + 1)
    configuration.inactivity = 1_000_000_000
    let reader = try await jetStream.ask(
      "CONSUMER.CREATE.\(address.stream)",
      JetStreamQuestions.Consumer(stream: address.stream, config: configuration),
      for: JetStreamAnswers.Consumer.self
    ).mapError(\.error).get()
    return reader.created.flatMap(JetStreamTime.seconds) ?? Date.now.timeIntervalSince1970
  }
}

extension JetStreamAnswers.Stream {
  /// The servers that keep it, the leader first.
  fileprivate var servers: [LogStatus.Server] {
    let leader = cluster?.leader.map {
      LogStatus.Server(name: $0, isLeader: true, isCurrent: true, lag: 0)
    }
    let others = (cluster?.replicas ?? []).map { peer in
      LogStatus.Server(
        name: peer.name,
        isLeader: false,
        isCurrent: peer.isCurrent && peer.isOffline != true,
        lag: peer.lag ?? 0
      )
    }
    return (leader.map { [$0] } ?? []) + others.sorted { $0.name < $1.name }
  }
}

extension LogKeys.Value {
  /// The replica that holds a lease; the value of one that was given up is empty.
  fileprivate var holder: String? {
    String(decoding: bytes, as: UTF8.self).split(separator: " ").first.map { String($0) }
  }
}
