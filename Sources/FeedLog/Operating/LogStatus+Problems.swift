extension LogStatus {
  /// What an operator has to look after, the worst first; empty if all is well.
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
        "keep both stores for whoever looks for the reason, and begin again with a copy of a good one"
    )
  }

  fileprivate static func stuck(_ replica: String, _ problem: String) -> LogError {
    LogError(
      .stuckReplica,
      "replica '\(replica)' cannot follow the log: \(problem)",
      hint:
        "stop it, remove its store, and start it again: it copies that of a replica that follows the log"
    )
  }

  fileprivate static let noReadyReplica = LogError(
    .noReadyReplica,
    "no replica that reports has applied the log to its end",
    hint: "start one, or wait until one has caught up: its /v1/ready says how far it is"
  )

  fileprivate static func severalFeeds(_ feeds: [String: [String]]) -> LogError {
    let groups = feeds.sorted { $0.key < $1.key }.map { feed, replicas in
      "\(feed.prefix(8)) at \(replicas.map { "'\($0)'" }.joined(separator: ", "))"
    }
    return LogError(
      .severalFeeds,
      "the replicas have different feed files: \(groups.joined(separator: "; "))",
      hint: "give all the same feed file and release, and start those again that have another one"
    )
  }

  fileprivate static func serverBehind(_ name: String, _ lag: UInt64) -> LogError {
    let count = lag == 1 ? "1 entry" : "\(lag) entries"
    return LogError(
      .serverBehind,
      "server '\(name)' of the log is away or behind" + (lag > 0 ? ", by \(count)" : ""),
      hint: "look whether nats-server runs there, and whether its disk is full"
    )
  }

  fileprivate static func silent(
    _ replica: String,
    _ age: Double,
    _ address: LogAddress
  ) -> LogError {
    LogError(
      .silentReplica,
      "replica '\(replica)' has said nothing for \(age.inWords)",
      hint: "start it again; if it is gone for good: feed log trim \(address) --forget \(replica)"
    )
  }
}

extension Double {
  /// Seconds in the largest unit of which there are two or more: `3 s`, `90 min`, `5 h`, `12 d`.
  package var inWords: String {
    let units = [(86_400.0, "d"), (3600, "h"), (60, "min")]
    let unit = units.first { self >= 2 * $0.0 } ?? (1, "s")
    return "\(Int(Swift.max(self, 0) / unit.0)) \(unit.1)"
  }
}
