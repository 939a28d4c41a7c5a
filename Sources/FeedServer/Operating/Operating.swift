import FeedEngine
import FeedModel
import FeedWire
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// What operators ask a server.
final class Operating: Sendable {
  private let hub: Hub
  let connections: ConnectionCount
  private let start = ContinuousClock.now
  /// Whether the server is on its way out.
  private let isDraining = Mutex(false)

  init(_ hub: Hub, _ connections: ConnectionCount) {
    self.hub = hub
    self.connections = connections
  }

  /// Called when no new clients are to come.
  func beginDraining() { isDraining.withLock { $0 = true } }

  /// Whether the process is alive, and which version it shows.
  func health() -> Response { answer(.ok, "ok") }

  /// Whether clients are to come here.
  func readiness() -> Response {
    isDraining.withLock { $0 } ? answer(.serviceUnavailable, "draining") : answer(.ok, "ready")
  }

  private func answer(_ status: HTTPResponse.Status, _ state: String) -> Response {
    var json = JSONWriter()
    json.object { json in
      json.key("state")
      json.text(state)
      json.key("epoch")
      json.text(hub.epoch.description)
      json.key("version")
      json.integer(hub.newest.version)
    }
    json.endLine()
    return .bytes(ByteBuffer(bytes: json.bytes), type: "application/json", status: status)
  }

  /// The counts, as Prometheus reads them.
  func metrics() -> Response {
    let snapshot = hub.newest
    var gauges = [
      ("feed_version", snapshot.version),
      ("feed_connections", connections.count),
      ("feed_clients", hub.counters[.streams] - hub.counters[.streamsEnded]),
      ("feed_versions_kept", hub.keptVersions),
      ("feed_uptime_seconds", Int(start.duration(to: .now) / .seconds(1))),
    ]
    // As many as the feed file declares, whatever clients do.
    for status in snapshot.status {
      let name = status.source.description.filter { $0 != "\"" && $0 != "\\" && $0 != "\n" }
      gauges.append(("feed_source_ok{source=\"\(name)\"}", status.problem == nil ? 1 : 0))
    }
    return .text(
      hub.counters.text(gauges: gauges.map { (series: $0.0, value: $0.1) }),
      type: "text/plain; version=0.0.4"
    )
  }
}
