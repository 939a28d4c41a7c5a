#if Log && Server
import FeedLog

/// Where a copy of a store is asked for, in this order.
struct CopySources {
  /// Addresses of copies, as `http://10.0.0.1:9100/v1/store`.
  let urls: [String]

  /// Finds the replicas that may have a copy: those that are ready, and can be reached by operators.
  ///
  /// Who has made the newest copy comes first, since it may be shared; then those that have applied most. Replicas
  /// that have ended are among them, as nobody can tell.
  ///
  /// - Parameters:
  ///   - records: What the replicas of the log say of themselves.
  ///   - snapshot: The newest copy that the log knows.
  ///   - feed: The digest of the feed file that they must have; `nil` for any.
  ///   - id: A replica that is not asked.
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
      // On another machine that is another machine.
      !place.hasPrefix("0.0.0.0:") && !place.hasPrefix("[::]:")
    }.map(Self.url)
    let first = places.filter { $0 == snapshot?.place }
    urls = first + places.filter { $0 != snapshot?.place }
  }

  /// Where the copies of an admin listener are.
  ///
  /// - Parameter address: The address of the listener.
  /// - Returns: The address of a copy.
  static func url(_ address: String) -> String { "http://\(address)/v1/store" }
}
#endif
