import FeedCommands
import FeedEngine
import FeedLog

extension LogStatus {
  /// The lines of the text output: the log, its servers, the replicas, and their roles.
  var lines: [String] {
    var lines = ["\(address.stream)  \(entries), \(copies == 1 ? "1 copy" : "\(copies) copies")"]
    lines += TextTable.lines(
      servers.map { server in
        let state = server.isLeader ? "leader" : server.isCurrent ? "current" : "offline or behind"
        return ["server \(server.name)", state, server.lag > 0 ? "\(server.lag) behind" : ""]
      }
    )
    lines += TextTable.lines(members.map { cells(of: $0) })
    lines += TextTable.lines(
      holdings.map { holding in
        let holder = holding.holder.map { "replica \($0)" } ?? "nobody"
        // A holder renews its lease every second.
        let isLate = holding.holder != nil && holding.age > 5
        return [holding.title, holder + (isLate ? ", \(holding.age.inWords) ago" : "")]
      }
    )
    if let upgrade {
      let place = upgrade.sequence == 0 ? "from the beginning" : "since entry \(upgrade.sequence)"
      lines.append("feed \(upgrade.feed.prefix(8))  \(place)")
    }
    if let snapshot {
      lines.append(
        "copy of a store  entry \(snapshot.sequence), \(snapshot.size.bytesInWords), \(snapshot.place)"
      )
    }
    return lines
  }

  private var entries: String {
    guard bounds.last >= bounds.first else {
      return bounds.last == 0 ? "no entries yet" : "no entries left of \(bounds.last)"
    }
    return "entries \(bounds.first) to \(bounds.last)"
      + (bytes.map { ", \($0.bytesInWords)" } ?? "")
      + (newestAge.map { ", the newest \($0.inWords) old" } ?? "")
  }

  private func cells(of member: Member) -> [String] {
    let record = member.record
    let agreement =
      switch member.agreement {
      case .unknown: "not compared yet"
      case .agrees(let entry): "agrees up to \(entry)"
      case .differs: "differs"
      }
    return [
      "replica \(record.id)", member.state, "entry \(record.sequence)", "\(lag(of: member)) behind",
      "version \(record.version)", "feed \(record.feed.prefix(8))", "\(member.age.inWords) ago",
      agreement, record.admin ?? "",
    ]
  }
}

extension LogStatus.Member {
  /// The state of the replica in a word or two.
  var state: String { !reports ? "silent" : record.isReady ? "ready" : "catching up" }
}

extension LogStatus.Holding {
  /// The role in words.
  fileprivate var title: String {
    role.hasPrefix("input.") ? "input \(role.dropFirst("input.".count))" : role
  }
}
