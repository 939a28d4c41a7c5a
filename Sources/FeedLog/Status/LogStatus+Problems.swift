extension LogStatus {
  /// The problems that need an operator, worst first.
  package var problems: [LogError] {
    var problems: [LogError] = []
    for member in members {
      if case .differs(let text) = member.agreement {
        problems.append(.differs(member.record.id, text))
      }
      if member.reports, let problem = member.record.problem {
        problems.append(.stuck(member.record.id, problem))
      }
    }
    let reporting = members.filter(\.reports)
    if !reporting.contains(where: \.record.isReady) { problems.append(.noReadyReplica) }
    let feeds = Dictionary(grouping: reporting, by: \.record.feed)
    if feeds.count > 1 {
      problems.append(.severalFeeds(feeds.mapValues { $0.map(\.record.id) }))
    }
    for server in servers where !server.isCurrent {
      problems.append(.serverBehind(server.name, server.lag))
    }
    for member in members where !member.reports {
      problems.append(.silent(member.record.id, member.age, address))
    }
    return problems
  }
}

extension LogError {
  fileprivate static func differs(_ replica: String, _ text: String) -> LogError {
    LogError(
      .replicaDiffers,
      "replica '\(replica)': \(text)",
      hint:
        "keep both stores to find the reason, and start again with a copy of a good store"
    )
  }

  fileprivate static func stuck(_ replica: String, _ problem: String) -> LogError {
    LogError(
      .stuckReplica,
      "replica '\(replica)' cannot follow the log: \(problem)",
      hint:
        "stop it, remove its store, and start it again: it copies the store of a replica that follows the log"
    )
  }

  fileprivate static let noReadyReplica = LogError(
    .noReadyReplica,
    "no running replica has applied the log to its end",
    hint: "start a replica, or wait until one has caught up: its /v1/ready shows its progress"
  )

  fileprivate static func severalFeeds(_ feeds: [String: [String]]) -> LogError {
    let groups = feeds.sorted { $0.key < $1.key }.map { feed, replicas in
      "\(feed.prefix(8)) at \(replicas.map { "'\($0)'" }.joined(separator: ", "))"
    }
    return LogError(
      .severalFeeds,
      "the replicas have different feed files: \(groups.joined(separator: "; "))",
      hint: "install the same feed file and release everywhere, and restart the other replicas"
    )
  }

  fileprivate static func serverBehind(_ name: String, _ lag: UInt64) -> LogError {
    let count = lag == 1 ? "1 entry" : "\(lag) entries"
    return LogError(
      .serverBehind,
      "server '\(name)' of the log is offline or behind" + (lag > 0 ? ", by \(count)" : ""),
      hint: "check that nats-server runs there and that its disk is not full"
    )
  }

  fileprivate static func silent(
    _ replica: String,
    _ age: Double,
    _ address: LogAddress
  ) -> LogError {
    LogError(
      .silentReplica,
      "replica '\(replica)' has not reported for \(age.inWords)",
      hint: "restart it, or remove it permanently: feed log trim \(address) --forget \(replica)"
    )
  }
}

extension Double {
  /// The duration in the largest unit that fits at least twice: `3 s`, `90 min`, `5 h`, `12 d`.
  package var inWords: String {
    let units = [(86_400.0, "d"), (3600, "h"), (60, "min")]
    let unit = units.first { self >= 2 * $0.0 } ?? (1, "s")
    return "\(Int(Swift.max(self, 0) / unit.0)) \(unit.1)"
  }
}
