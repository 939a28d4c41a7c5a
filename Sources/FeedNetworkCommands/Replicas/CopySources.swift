import FeedCommands
import FeedLog

/// The addresses at which a copy of a store is requested, in this order.
struct CopySources {
  /// Addresses of copies, such as `http://10.0.0.1:9100/v1/store`.
  let urls: [String]

  /// Finds the ready replicas that operators can reach.
  ///
  /// The replica that made the newest copy is first, because it may share that copy; then those
  /// that have applied most. The list may contain replicas that have ended.
  ///
  /// - Parameter feed: The digest of the feed file that they must have; `nil` for any.
  init(
    _ records: [ReplicaRecord],
    newest snapshot: LogSnapshot?,
    of feed: String? = nil,
    except id: String? = nil
  ) {
    let places = records.filter { record in
      record.isReady && record.id != id && (feed == nil || record.feed == feed)
    }.sorted { one, other in
      (one.sequence, one.time) > (other.sequence, other.time)
    }.compactMap(\.admin).filter { place in
      // A wildcard address means another machine there.
      !place.hasPrefix("0.0.0.0:") && !place.hasPrefix("[::]:")
    }.map(Self.url)
    let first = places.filter { $0 == snapshot?.place }
    urls = first + places.filter { $0 != snapshot?.place }
  }

  /// Returns the address of the copies of an admin listener.
  static func url(_ address: String) -> String { "http://\(address)/v1/store" }
}
