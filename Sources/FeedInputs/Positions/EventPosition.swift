/// The position in a stream of server-sent events: the ids of the last events, newest last.
///
/// A source that supports `Last-Event-ID` sends each event once. Other sources repeat events, which are detected by
/// their ids. Ids need not be unique: an event is a repeat only if its id was stored before this connection, and
/// only until the first new id.
struct EventPosition: Hashable, Sendable {
  /// The maximum number of ids in a position.
  static let most = 16

  private(set) var ids: [String]
  /// The ids that were stored before this connection, until the first new one.
  private var known: Set<String>

  /// Parses a stored position; without one there are no ids.
  init(_ text: String?) {
    ids = text?.split(separator: "\n").map(String.init) ?? []
    known = Set(ids)
  }

  /// The position for the store; `nil` before the first id, and after an empty id.
  var text: String? { ids.isEmpty ? nil : ids.joined(separator: "\n") }

  /// The id after which the source should resume.
  var lastID: String? { ids.last }

  /// Whether a header can carry ``lastID``: it has no control characters but tabs (RFC 9110, 5.5).
  var isSendable: Bool {
    lastID?.utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F } ?? true
  }

  /// Takes the id of an event.
  ///
  /// - Parameter id: The id; `nil` for an event without one, which is never a repeat. An empty id resets the position.
  /// - Returns: Whether the event is new.
  mutating func take(_ id: String?) -> Bool {
    guard let id else { return true }
    guard !known.contains(id) else { return false }
    known = []
    if id.isEmpty {
      ids = []
    } else {
      ids.removeAll { $0 == id }
      ids.append(id)
      if ids.count > Self.most { ids.removeFirst() }
    }
    return true
  }
}
