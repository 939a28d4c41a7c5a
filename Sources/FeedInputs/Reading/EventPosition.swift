/// Where an input is in a stream of server-sent events: the ids of the last events, the newest last.
///
/// A source that goes on behind `Last-Event-ID` says no event twice. One that begins a little before it is known
/// by the ids that it repeats.
struct EventPosition: Hashable, Sendable {
  /// How many ids are known.
  static let most = 16

  private(set) var ids: [String]

  /// Reads a position that was stored; without one there are no ids.
  init(_ text: String?) { ids = text?.split(separator: "\n").map(String.init) ?? [] }

  /// The position as it is stored; `nil` before the first id.
  var text: String? { ids.isEmpty ? nil : ids.joined(separator: "\n") }

  /// What the source is asked to go on behind.
  var lastID: String? { ids.last }

  /// Takes the id of an event.
  ///
  /// - Parameter id: The id; `nil` for an event without one, which is never known.
  /// - Returns: Whether the event is new.
  mutating func take(_ id: String?) -> Bool {
    guard let id, !id.isEmpty else { return true }
    guard !ids.contains(id) else { return false }
    ids.append(id)
    if ids.count > Self.most { ids.removeFirst() }
    return true
  }
}
