import Foundation

extension JetStreamLog {
  /// Returns the status of the log and its replicas.
  ///
  /// - Throws: ``LogError`` if no server answers, or the log is missing.
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

  /// Returns the current time by the server's clock, which dates entries and values.
  ///
  /// The server reports the creation time of a consumer that this function creates.
  ///
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
  /// The servers that store the stream, the leader first.
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
  /// The replica that holds a lease; `nil` for a released lease, whose value is empty.
  fileprivate var holder: String? {
    String(decoding: bytes, as: UTF8.self).split(separator: " ").first.map { String($0) }
  }
}
