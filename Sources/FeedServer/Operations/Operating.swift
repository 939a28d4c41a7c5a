import FeedEngine
import FeedModel
import FeedWire
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The answers of a server to operators.
final class Operating: Sendable {
  private let hub: Hub
  let connections: ConnectionCount
  private let feed: CurrentFeed
  private let log: (any EntryLog)?
  private let start = ContinuousClock.now
  /// Whether the server is shutting down.
  private let isDraining = Mutex(false)

  init(
    _ hub: Hub,
    _ connections: ConnectionCount,
    _ feed: CurrentFeed,
    log: (any EntryLog)?
  ) {
    self.hub = hub
    self.connections = connections
    self.feed = feed
    self.log = log
  }

  /// Marks the server as not ready, so that no new clients connect.
  func beginDraining() { isDraining.withLock { $0 = true } }

  /// Returns the answer of the liveness check, with the version that is shown.
  func health() -> Response { answer(.ok, "ok") }

  /// Returns the answer of the readiness check.
  func readiness() -> Response {
    if isDraining.withLock({ $0 }) {
      return answer(.serviceUnavailable, "draining", because: "the server is shutting down")
    }
    // A replica that was ready once continues to serve while the log is unreachable.
    if let condition = log?.condition, !condition.isReady || condition.isForked {
      return answer(.serviceUnavailable, "catching up", because: condition.reason)
    }
    return answer(.ok, "ready")
  }

  private func answer(
    _ status: HTTPResponse.Status,
    _ state: String,
    because reason: String? = nil
  ) -> Response {
    var json = JSONWriter()
    json.object { json in
      json.key("state")
      json.text(state)
      if let reason {
        json.key("reason")
        json.text(reason)
      }
      json.key("epoch")
      json.text(hub.epoch.description)
      json.key("version")
      json.integer(hub.newest.version)
      if let condition = log?.condition {
        json.key("log")
        json.object { $0.members(of: condition) }
      }
    }
    json.endLine()
    return .bytes(ByteBuffer(bytes: json.bytes), type: "application/json", status: status)
  }

  private func write(_ condition: EntryLogCondition, to text: inout MetricsText) {
    let lag = condition.newest - min(condition.applied, condition.newest)
    text.add("feed_log_applied_entries", condition.applied, .gauge)
    text.add("feed_log_newest_entry", condition.newest, .gauge)
    text.add("feed_log_lag_entries", lag, .gauge)
    text.add("feed_log_ready", condition.isReady ? 1 : 0, .gauge)
    text.add("feed_log_stuck", condition.problem == nil ? 0 : 1, .gauge)
    text.add("feed_log_disputed", condition.isDisputed ? 1 : 0, .gauge)
    let silence = condition.silentSince.map { max(Date.now.timeIntervalSince1970 - $0, 0) }
    text.add("feed_log_silent_seconds", Int(silence ?? 0), .gauge)
    let answerAge = (condition.answerAge * 1000).rounded() / 1000
    text.add("feed_log_answer_age_seconds", answerAge, .gauge)
    for (role, isHeld) in condition.roles.sorted(by: { $0.key < $1.key }) {
      text.add("feed_log_role\(MetricsText.labels(("role", role)))", isHeld ? 1 : 0, .gauge)
    }
  }

  private func write(_ inputs: [ListedInputRecord], to text: inout MetricsText) {
    let samples: [(name: String, kind: MetricsText.Kind, value: (ListedInputRecord) -> Double)] = [
      ("feed_input_messages_total", .counter, { Double($0.record?.messages ?? 0) }),
      ("feed_input_rejected_total", .counter, { Double($0.record?.rejected ?? 0) }),
      ("feed_input_last_message_seconds", .gauge, { $0.record?.lastMessage ?? 0 }),
      ("feed_input_failed", .gauge, { $0.failure == nil ? 0 : 1 }),
    ]
    for (name, kind, value) in samples {
      for input in inputs {
        text.add("\(name)\(MetricsText.labels(("input", input.input.name)))", value(input), kind)
      }
    }
    let now = Date.now.timeIntervalSince1970
    for input in inputs {
      let rate = InputStatus(input, now: now).rate ?? 0
      text.add("feed_input_rate\(MetricsText.labels(("input", input.input.name)))", rate, .gauge)
    }
    for input in inputs {
      for (quantile, seconds) in [("0.5", input.figures?.median), ("0.99", input.figures?.p99)] {
        let labels = MetricsText.labels(("input", input.input.name), ("quantile", quantile))
        text.add("feed_input_latency_seconds\(labels)", seconds ?? 0, .gauge)
      }
    }
  }

  /// Returns the states of the feed's inputs, as `feed inputs` lists them.
  func inputs() async -> Response {
    let now = Date.now.timeIntervalSince1970
    // List no inputs if the store cannot be read.
    let records = (try? await feed.perform { try await $0.inputRecords() }) ?? []
    var json = JSONWriter()
    let edit = feed.refusedEdit.map { [$0] } ?? []
    json.inputs(edit + records.map { InputStatus($0, now: now) }, now: now)
    json.endLine()
    return .bytes(ByteBuffer(bytes: json.bytes), type: "application/json")
  }

  /// Returns the metrics in the text format of Prometheus.
  func metrics() async -> Response {
    var text = MetricsText()
    for (counter, count) in hub.counters.all { text.add(counter.series, count, .counter) }
    text.add("feed_version", hub.newest.version, .gauge)
    text.add("feed_connections", connections.count, .gauge)
    let clients = hub.counters[.streams] - hub.counters[.streamsEnded]
    text.add("feed_clients", clients, .gauge)
    text.add("feed_versions_kept", hub.keptVersions, .gauge)
    text.add("feed_uptime_seconds", Int(start.duration(to: .now) / .seconds(1)), .gauge)
    hub.lag.write(to: &text)
    // The number of series depends only on the feed file, never on clients.
    let sources = hub.sources
    for source in sources {
      for state in WireSource.State.allCases {
        let labels = MetricsText.labels(("source", source.id), ("state", state.rawValue))
        text.add("feed_source_state\(labels)", source.state == state ? 1 : 0, .gauge)
      }
    }
    for source in sources {
      let labels = MetricsText.labels(("source", source.id))
      text.add("feed_source_age_seconds\(labels)", source.age ?? 0, .gauge)
    }
    if let log { write(log.condition, to: &text) }
    text.add("feed_file_refused", feed.refusedEdit == nil ? 0 : 1, .gauge)
    // List no inputs and no alerts if the store cannot be read.
    write((try? await feed.perform { try await $0.inputRecords() }) ?? [], to: &text)
    for (alert, items) in (try? await feed.perform { try await $0.firingAlerts() }) ?? [] {
      text.add("feed_alert_firing\(MetricsText.labels(("alert", alert)))", items, .gauge)
    }
    return .text(text.text, type: "text/plain; version=0.0.4")
  }
}

extension JSONWriter {
  /// Writes the members of an object that describes the progress of a replica in the log.
  fileprivate mutating func members(of condition: EntryLogCondition) {
    key("applied")
    integer(Int(clamping: condition.applied))
    key("newest")
    integer(Int(clamping: condition.newest))
    if let problem = condition.problem {
      key("problem")
      object { json in
        json.key("code")
        json.text(problem.code)
        json.key("message")
        json.text(problem.message)
      }
    }
    if condition.isDisputed {
      key("disputed")
      bool(true)
    }
    guard let since = condition.silentSince else { return }
    key("silentSince")
    text(Date(timeIntervalSince1970: since).formatted(.iso8601))
  }
}

extension EntryLogCondition {
  /// Whether the log continues from another history than the one that this replica shows.
  fileprivate var isForked: Bool { problem?.code == "forked" }

  /// The reason why the replica is not ready.
  fileprivate var reason: String {
    if let problem { return problem.message }
    let silence = silentSince == nil ? "" : ", and no server of the log answers"
    return "entry \(applied) of \(newest) is applied\(silence)"
  }
}
