import ArgumentParser
import FeedDefinition
import FeedEngine
package import FeedModel
import FeedRendering
import FeedSnapshots
import Foundation

/// Lists the inputs of a feed with their states.
package struct Inputs: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Lists the inputs of a feed: their state, age, messages, rate, latency and last error.",
    discussion: """
      Prints the store's records of each input. The age is that of its last message, in seconds. An input is \
      'new' before its first message, 'late' if its last message is older than its 'stale:', \
      'failed' while its source cannot be reached or read, and 'stopped' if no process runs the inputs. 'kept' \
      are the rejected messages that 'feed rejected' lists. The \
      positions at which stopped inputs resume are below. The latency is the time from the arrival of a \
      message to its commit: the median and the 99th percentile.

      Examples:
        feed inputs book.yaml --store book.sqlite
        feed inputs book.yaml --store book.sqlite --format json
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @OptionGroup var place: StoreOption

  @Option(help: "The format of the list.")
  var format: DataFormat = .text

  @OptionGroup var trust: TrustOptions

  func run() async throws {
    let file = try FeedFile.open(feed, trust)
    try place.checkExists(file.feed)
    let engine = try file.engine(showing: place.store, trust)
    let now = Date.now.timeIntervalSince1970
    let records = try await engine.inputRecords()
    var states: [InputStatus] = []
    var running: Set<Bool> = []
    for record in records {
      let isRunning = try await engine.isRunning(input: record.input.name)
      states.append(InputStatus(record, now: now, isRunning: isRunning))
      if let isRunning { running.insert(isRunning) }
    }
    var output = OutputBuffer()
    switch format {
    case .text:
      for line in InputStatus.table(states, now: now) { try output.write(line.onOneLine + "\n") }
      try output.write(running == [false] ? Self.positions(of: records) : "")
      if states.isEmpty { Console.error("\(feed): the feed declares no inputs") }
    case .json:
      var json = JSONWriter()
      json.inputs(states, now: now)
      json.endLine()
      try output.write(json)
    }
    try output.flush()
    try await engine.close()
  }
}

extension Inputs {
  /// The lines about inputs that no process runs: the positions at which they resume.
  private static func positions(of records: [ListedInputRecord]) -> String {
    let lines = records.compactMap { listed in
      listed.record?.position.map { position in
        let text = position.split(separator: "\n").joined(separator: " ").onOneLine
        return "  \(listed.input.name): \(text.prefix(60))\(text.count > 60 ? "…" : "")".onOneLine
          + "\n"
      }
    }
    return "no process runs the inputs now"
      + (lines.isEmpty ? "\n" : "; they resume after these positions:\n" + lines.joined())
  }
}

extension InputStatus {
  private var latencies: String {
    guard let median, let p99 else { return "-" }
    return "\(median.ofThreeDigits) ms, p99 \(p99.ofThreeDigits) ms"
  }

  /// The lines of a table.
  package static func table(_ states: [InputStatus], now: Double) -> [String] {
    TextTable.lines(
      states.map { state in
        [
          state.name, state.kind, state.state.rawValue,
          state.age(at: now).map { "\(Int($0)) s" } ?? "-",
          "\(state.messages) \(state.messages == 1 ? "message" : "messages")",
          "\(state.rejected) rejected"
            + (state.kept.map { $0 < state.rejected } ?? false ? ", \(state.kept ?? 0) kept" : ""),
          state.rate.map { "\($0.ofThreeDigits) messages/s" } ?? "-", state.latencies,
          state.reason(at: now) ?? "",
        ]
      }
    )
  }
}
