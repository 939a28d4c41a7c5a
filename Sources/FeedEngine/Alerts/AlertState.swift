import Foundation

/// The state of an alert of one item, stored with the rows.
///
/// `waiting` → `firing`, and then `ended`; each of the last two is sent once. A condition that ends before the
/// alert fires leaves nothing.
package struct AlertState: Codable, Hashable, Sendable {
  /// The texts of the item when the condition began to hold.
  package struct Texts: Codable, Hashable, Sendable {
    package let title: String
    package let subtitle: String
    package let value: String
    package let badge: String

    package init(title: String, subtitle: String, value: String, badge: String) {
      (self.title, self.subtitle) = (title, subtitle)
      (self.value, self.badge) = (value, badge)
    }
  }

  /// The time at which the condition began to hold, in seconds since 1970.
  package let since: Double
  package let texts: Texts
  /// Whether the condition has held for the time that the alert requires.
  package var isFiring = false
  /// Whether the receiver has the notification that the alert fires.
  package var isSent = false
  /// The time at which the condition ended after the alert fired.
  package var ended: Double?
  /// The texts of the item at that time; `nil` if it has left the feed.
  package var endTexts: Texts?

  package init(since: Double, texts: Texts) {
    self.since = since
    self.texts = texts
  }

  /// Whether the alert fires, and its condition has not ended.
  var isRaised: Bool { isFiring && ended == nil }

  /// The state as a JSON text.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  package init?(json: String) {
    guard let state = try? JSONDecoder().decode(AlertState.self, from: Data(json.utf8)) else {
      return nil
    }
    self = state
  }
}
