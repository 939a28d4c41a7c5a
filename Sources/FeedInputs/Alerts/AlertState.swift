import Foundation

/// The state of an alert of one item, stored with the rows.
///
/// `waiting` → `firing`, and then `ended`; each of the last two is sent once. A condition that ends before the
/// alert fires leaves nothing.
struct AlertState: Codable, Hashable, Sendable {
  /// The texts of the item when the condition began to hold.
  struct Texts: Codable, Hashable, Sendable {
    var title: String
    var subtitle: String
    var value: String
    var badge: String
  }

  /// The time at which the condition began to hold, in seconds since 1970.
  let since: Double
  let texts: Texts
  /// Whether the condition has held for the time that the alert requires.
  var isFiring = false
  /// Whether the receiver has the notification that the alert fires.
  var isSent = false
  /// The time at which the condition ended after the alert fired.
  var ended: Double?
  /// The texts of the item at that time; `nil` if it has left the feed.
  var endTexts: Texts?

  init(since: Double, texts: Texts) {
    self.since = since
    self.texts = texts
  }

  /// The next notification, or `nil` if the receiver has all of them.
  var next: AlertNotification.State? {
    guard isFiring else { return nil }
    return isSent ? (ended == nil ? nil : .resolved) : .firing
  }

  /// The state as a JSON text.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  init?(json: String) {
    guard let state = try? JSONDecoder().decode(AlertState.self, from: Data(json.utf8)) else {
      return nil
    }
    self = state
  }
}
