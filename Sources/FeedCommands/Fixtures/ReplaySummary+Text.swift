import FeedModel
import FeedRendering
import FeedReplay
import FeedSnapshots

extension ReplaySummary {
  /// The summary as text.
  var text: String {
    var rows = [
      ("messages", "\(messages.grouped)" + (skipped > 0 ? ", \(skipped.grouped) skipped" : "")),
      ("commits", messages.grouped),
      ("versions", "\(versions.grouped), the last one is \(lastVersion.grouped)"),
    ]
    if unseen > 0 {
      let share = (Double(unseen) / Double(messages) * 1_000).rounded() / 10
      rows.append(
        ("unseen", "\(unseen.grouped), \(share) % of the messages changed nothing visible")
      )
    }
    if earlier > 0 {
      let are = earlier == 1 ? "message is" : "messages are"
      rows.append(
        (
          "earlier",
          "\(earlier.grouped) \(are) earlier than one before, and played at its time; see 'sort: true' of 'time:'"
        )
      )
    }
    for (kind, count) in operations where count > 0 {
      rows.append((kind.rawValue, count.grouped))
    }
    if let times {
      rows.append((":now", "from \(times.first.asTime) to \(times.last.asTime)"))
    }
    rows.append(
      ("time", "\(elapsed.readable), \(Int(messagesPerSecond).grouped) messages a second")
    )
    let latencies = [50.0, 95, 99].compactMap { percentile in
      latency(atPercentile: percentile).map { "p\(Int(percentile)) \($0.readable)" }
    }
    if !latencies.isEmpty { rows.append(("line to batch", latencies.joined(separator: " · "))) }
    if isVerified {
      let batches = isStopped ? "only the batches before the stop were" : "every batch was"
      rows.append(("verified", "\(batches) performed by the strict model"))
    }
    if let selfChecks {
      rows.append(("self-checks", "\(selfChecks.grouped), \(mismatches.grouped) mismatches"))
    }
    let width = rows.reduce(0) { max($0, $1.0.count) }
    return rows.map { name, value in
      name + String(repeating: " ", count: width - name.count + 2) + value + "\n"
    }.joined()
  }
}

extension Value {
  /// A time as text.
  var asTime: String { string ?? "\(int64 ?? 0)" }
}

extension JSONWriter {
  /// Writes a summary; times are in microseconds.
  mutating func summary(_ summary: ReplaySummary) {
    object { json in
      json.field("messages", value: .integer(Int64(summary.messages)))
      json.field("skipped", value: .integer(Int64(summary.skipped)))
      json.field("commits", value: .integer(Int64(summary.messages)))
      json.field("versions", value: .integer(Int64(summary.versions)))
      json.field("earlier", value: .integer(Int64(summary.earlier)))
      json.field("unseen", value: .integer(Int64(summary.unseen)))
      json.field("version", value: .integer(Int64(summary.lastVersion)))
      json.key("operations")
      json.object { json in
        for (kind, count) in summary.operations {
          json.field(kind.rawValue, value: .integer(Int64(count)))
        }
      }
      if let times = summary.times {
        json.key("now")
        json.object { json in
          json.field("first", value: times.first)
          json.field("last", value: times.last)
        }
      }
      json.field("seconds", value: .real(summary.elapsed / .seconds(1)))
      json.field("messagesPerSecond", value: .real(summary.messagesPerSecond.rounded()))
      json.key("lineToBatchMicroseconds")
      json.object { json in
        for percentile in [50.0, 95, 99] {
          guard let latency = summary.latency(atPercentile: percentile) else { continue }
          json.field("p\(Int(percentile))", value: .real(latency / .microseconds(1)))
        }
      }
      json.key("verified")
      json.bool(summary.isVerified && !summary.isStopped)
      json.key("stopped")
      json.bool(summary.isStopped)
      guard let checks = summary.selfChecks else { return }
      json.field("selfChecks", value: .integer(Int64(checks)))
      json.field("mismatches", value: .integer(Int64(summary.mismatches)))
    }
  }
}
