import FeedCommands
import FeedLog
import FeedModel

extension JSONWriter {
  /// Writes the status of a log and its replicas.
  mutating func write(_ status: LogStatus) {
    object { json in
      json.key("log")
      json.text("\(status.address)")
      json.key("first")
      json.integer(status.bounds.first)
      json.key("last")
      json.integer(status.bounds.last)
      json.key("bytes")
      if let bytes = status.bytes { json.integer(bytes) } else { json.text(nil) }
      json.field("newestAge", status.newestAge)
      json.key("copies")
      json.integer(status.copies)
      json.list("servers", of: status.servers) { $0.members(of: $1) }
      json.list("replicas", of: status.members) { $0.members(of: $1, lag: status.lag(of: $1)) }
      json.list("roles", of: status.holdings) { json, holding in
        json.key("role")
        json.text(holding.role)
        json.key("replica")
        json.text(holding.holder)
        json.field("age", holding.age)
      }
      json.key("upgrade")
      json.write(status.upgrade)
      json.key("copy")
      json.write(status.snapshot)
      json.list("problems", of: status.problems) { json, problem in
        json.key("code")
        json.text(problem.code.rawValue)
        json.key("message")
        json.text(problem.message)
        json.key("hint")
        json.text(problem.hint)
      }
    }
  }

  /// Writes the removed and the kept entries of a trim.
  mutating func write(_ trimming: LogTrimming, of status: LogStatus, forgetting ids: [String]) {
    object { json in
      json.key("log")
      json.text("\(status.address)")
      json.key("wanted")
      json.integer(trimming.wanted)
      json.key("first")
      json.integer(trimming.first)
      json.key("last")
      json.integer(status.bounds.last)
      json.key("removed")
      json.integer(trimming.removed)
      json.list("holds", of: trimming.holds) { json, hold in
        json.key("first")
        json.integer(hold.first)
        json.key("reason")
        json.text(hold.reason)
      }
      json.key("gone")
      json.array { json in for id in trimming.gone { json.text(id) } }
      json.key("forgotten")
      json.array { json in for id in ids { json.text(id) } }
    }
  }

  private mutating func members(of server: LogStatus.Server) {
    key("name")
    text(server.name)
    key("leader")
    bool(server.isLeader)
    key("current")
    bool(server.isCurrent)
    key("lag")
    integer(server.lag)
  }

  private mutating func members(of member: LogStatus.Member, lag: UInt64) {
    let record = member.record
    key("id")
    text(record.id)
    key("state")
    text(member.state)
    key("entry")
    integer(record.sequence)
    key("lag")
    integer(lag)
    key("version")
    integer(record.version)
    key("feed")
    text(record.feed)
    field("age", member.age)
    key("admin")
    text(record.admin)
    var (entry, difference): (UInt64?, String?) = (nil, nil)
    switch member.agreement {
    case .unknown: break
    case .agrees(let upTo): entry = upTo
    case .differs(let text): difference = text
    }
    key("agreesUpTo")
    if let entry { integer(entry) } else { text(nil) }
    key("difference")
    text(difference)
  }

  /// Writes an upgrade; `null` without one.
  mutating func write(_ upgrade: LogUpgrade?) {
    guard let upgrade else { return text(nil) }
    object { json in
      json.key("entry")
      json.integer(upgrade.sequence)
      json.key("feed")
      json.text(upgrade.feed)
    }
  }

  private mutating func write(_ snapshot: LogSnapshot?) {
    guard let snapshot else { return text(nil) }
    object { json in
      json.key("entry")
      json.integer(snapshot.sequence)
      json.key("bytes")
      json.integer(snapshot.size)
      json.key("sha256")
      json.text(snapshot.sha256)
      json.key("place")
      json.text(snapshot.place)
    }
  }

  /// Writes a number, rounded to thousandths; `null` without one.
  private mutating func field(_ name: String, _ number: Double?) {
    key(name)
    if let number { real((number * 1000).rounded() / 1000) } else { text(nil) }
  }

  private mutating func list<Element>(
    _ name: String,
    of elements: [Element],
    _ members: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    array { json in
      for element in elements { json.object { members(&$0, element) } }
    }
  }
}
