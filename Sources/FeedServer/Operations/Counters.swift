import Synchronization

/// A counter of a server, for `/metrics` and for tests.
enum Counter: Int, CaseIterable, Sendable {
  case versions, frames, bytes, images, patches, heartbeats, streams, streamsEnded, requests, writes
  case imagesEncoded, patchesEncoded, copies
  case slowClients, slowHeaders, slowBodies, largeHeaders, largeBodies, malformedRequests
  case tooManyConnections, foreignHosts, foreignOrigins, refusedTokens, refusedWrites,
    refusedCatchUps, refusedViews, resetStreams, controlFrames, pipelinedRequests, aheadClients

  /// The name and the labels of the counter in Prometheus.
  var series: String {
    switch self {
    case .versions: "feed_versions_total"
    case .frames: "feed_frames_total"
    case .bytes: "feed_bytes_total"
    case .images: "feed_events_total{event=\"image\"}"
    case .patches: "feed_events_total{event=\"patch\"}"
    case .heartbeats: "feed_events_total{event=\"heartbeat\"}"
    case .streams: "feed_streams_total"
    case .streamsEnded: "feed_streams_ended_total"
    case .requests: "feed_requests_total"
    case .writes: "feed_writes_total"
    case .copies: "feed_store_copies_total"
    case .imagesEncoded: "feed_encoded_total{event=\"image\"}"
    case .patchesEncoded: "feed_encoded_total{event=\"patch\"}"
    case .slowClients: "feed_refused_total{reason=\"slow-client\"}"
    case .slowHeaders: "feed_refused_total{reason=\"slow-headers\"}"
    case .slowBodies: "feed_refused_total{reason=\"slow-body\"}"
    case .largeHeaders: "feed_refused_total{reason=\"large-headers\"}"
    case .largeBodies: "feed_refused_total{reason=\"large-body\"}"
    case .malformedRequests: "feed_refused_total{reason=\"malformed\"}"
    case .tooManyConnections: "feed_refused_total{reason=\"too-many-connections\"}"
    case .foreignHosts: "feed_refused_total{reason=\"host\"}"
    case .foreignOrigins: "feed_refused_total{reason=\"origin\"}"
    case .refusedTokens: "feed_refused_total{reason=\"token\"}"
    case .refusedWrites: "feed_refused_total{reason=\"write\"}"
    case .refusedCatchUps: "feed_refused_total{reason=\"catch-up\"}"
    case .refusedViews: "feed_refused_total{reason=\"view\"}"
    case .aheadClients: "feed_refused_total{reason=\"ahead\"}"
    case .resetStreams: "feed_refused_total{reason=\"reset-streams\"}"
    case .controlFrames: "feed_refused_total{reason=\"control-frames\"}"
    case .pipelinedRequests: "feed_refused_total{reason=\"pipelined\"}"
    }
  }
}

/// The counters of one server.
final class Counters: Sendable {
  /// Guarded by the mutex; each loop adds its counts once per version.
  private let counts = Mutex([Int](repeating: 0, count: Counter.allCases.count))

  func add(_ counter: Counter, _ count: Int = 1) {
    counts.withLock { $0[counter.rawValue] += count }
  }

  /// Adds several counts at once.
  func add(_ more: [(Counter, Int)]) {
    counts.withLock { counts in for (counter, count) in more { counts[counter.rawValue] += count } }
  }

  subscript(_ counter: Counter) -> Int { counts.withLock { $0[counter.rawValue] } }

  /// All counts at one point in time.
  var all: [(counter: Counter, count: Int)] {
    Array(zip(Counter.allCases, counts.withLock { $0 }))
  }
}
