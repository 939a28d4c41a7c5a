import FeedModel
import FeedRendering
import FeedStress

extension StressReport {
  /// The share of commits without a visible change, in percent to a tenth.
  fileprivate var unseen: Double {
    commits == 0 ? 0 : (Double(commits - visible) / Double(commits) * 1_000).rounded() / 10
  }

  /// The share of refereed batches, in percent to a tenth.
  fileprivate var refereedShare: Double {
    batches == 0 ? 100 : (Double(refereed) / Double(batches) * 1_000).rounded() / 10
  }

  /// The report as text.
  func text(_ memory: MemoryWatch, seed: UInt64) -> String {
    let percentiles = [50.0, 95, 99, 100]
    func times(_ latency: (Double) -> Duration?) -> String {
      percentiles.compactMap { percentile in
        latency(percentile).map { "p\(Int(percentile)) \($0.readable)" }
      }.joined(separator: " · ")
    }
    // A reader that referees each batch before it asks for the next delays itself.
    let own = refereed >= batches ? ", refereeing included" : ""
    var rows = [
      ("seed", "\(seed)"),
      (
        "commits",
        "\(commits.grouped) in \(elapsed.readable), \(Int(commitsPerSecond).grouped) a second; "
          + "\(refused.grouped) refused"
      ),
      ("versions", "\(versions.grouped); \(unseen) % of the commits changed nothing visible"),
      ("of others", "\(outside.grouped) commits of another process"),
      ("actions", "\(actions.grouped), and \(toggles.grouped) flags toggled"),
      ("documents", "\(documents.grouped) changes"),
      (
        "compared",
        "\(comparisons.grouped) times with a newly composed feed, \(pauses.readable) in which "
          + "nothing was due"
      ),
      ("refereed", "\(refereed.grouped) of \(batches.grouped) batches, \(refereedShare) %"),
      ("line to version", times(writeLatency)),
      ("commit to batch", times(deliveryLatency) + own),
      ("due to batch", times(lineToBatchLatency) + own),
    ]
    for reader in readers {
      let ratio =
        reader.batches == 0 ? 0 : Double(reader.batches + reader.missed) / Double(reader.batches)
      rows.append(
        (
          "reader",
          "\(reader.pace): \(reader.batches.grouped) batches, "
            + "\((ratio * 10).rounded() / 10) versions each"
        )
      )
    }
    if let start = memory.atStart, let end = MemoryWatch.resident {
      let warm = memory.whenWarm.map { "\($0 >> 20) MiB when warm, " } ?? ""
      let growth = memory.whenWarm.map { warm -> String in
        let share = (Double(end - warm) / Double(max(warm, 1)) * 1_000).rounded() / 10
        return ", \(abs(share)) % \(share < 0 ? "less" : "more") than when warm"
      }
      rows.append(
        (
          "memory",
          "\(start >> 20) MiB at the start, \(warm)\(end >> 20) MiB at the end\(growth ?? "")"
        )
      )
    }
    if let selfChecks { rows.append(("self-checks", selfChecks.grouped)) }
    rows.append(("faults", "\(faults.count)"))
    let width = rows.reduce(0) { max($0, $1.0.count) }
    return rows.map { name, value in
      name + String(repeating: " ", count: width - name.count + 2) + value + "\n"
    }.joined()
  }
}

extension JSONWriter {
  /// Writes a report; times are in microseconds, memory in bytes.
  mutating func report(_ report: StressReport, _ memory: MemoryWatch, seed: UInt64) {
    func times(_ json: inout JSONWriter, _ latency: (Double) -> Duration?) {
      json.object { json in
        for percentile in [50.0, 95, 99, 100] {
          guard let time = latency(percentile) else { continue }
          json.field("p\(Int(percentile))", value: .real(time / .microseconds(1)))
        }
      }
    }
    object { json in
      json.field("seed", value: .text(Text(String(seed))))
      json.field("seconds", value: .real(report.elapsed / .seconds(1)))
      json.field("commits", value: .integer(Int64(report.commits)))
      json.field("commitsPerSecond", value: .real(report.commitsPerSecond.rounded()))
      json.field("refused", value: .integer(Int64(report.refused)))
      json.field("versions", value: .integer(Int64(report.versions)))
      json.field("visible", value: .integer(Int64(report.visible)))
      json.field("actions", value: .integer(Int64(report.actions)))
      json.field("toggles", value: .integer(Int64(report.toggles)))
      json.field("batches", value: .integer(Int64(report.batches)))
      json.field("refereed", value: .integer(Int64(report.refereed)))
      json.field("outside", value: .integer(Int64(report.outside)))
      json.field("documents", value: .integer(Int64(report.documents)))
      json.field("comparisons", value: .integer(Int64(report.comparisons)))
      json.field("secondsOfComparisons", value: .real(report.pauses / .seconds(1)))
      json.key("lineToVersionMicroseconds")
      times(&json, report.writeLatency)
      json.key("commitToBatchMicroseconds")
      times(&json, report.deliveryLatency)
      json.key("dueToBatchMicroseconds")
      times(&json, report.lineToBatchLatency)
      json.key("readers")
      json.array { json in
        for reader in report.readers {
          json.object { json in
            json.field("pace", value: .text(Text(reader.pace)))
            json.field("batches", value: .integer(Int64(reader.batches)))
            json.field("missed", value: .integer(Int64(reader.missed)))
          }
        }
      }
      json.key("memory")
      json.object { json in
        json.field("start", value: memory.atStart.map { .integer(Int64($0)) } ?? .null)
        json.field("warm", value: memory.whenWarm.map { .integer(Int64($0)) } ?? .null)
        json.field("end", value: MemoryWatch.resident.map { .integer(Int64($0)) } ?? .null)
      }
      if let checks = report.selfChecks { json.field("selfChecks", value: .integer(Int64(checks))) }
      json.key("faults")
      json.array { json in
        for fault in report.faults {
          json.object { json in
            json.field("what", value: .text(Text(fault.what)))
            json.field("line", value: .integer(Int64(fault.line)))
          }
        }
      }
    }
  }
}
