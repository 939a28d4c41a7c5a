import FeedEngine
import FeedFormatting
import FeedModel
import FeedWire
import Foundation

/// A notification that an alert fires for an item, or no longer does.
struct AlertNotification: Hashable, Sendable {
  /// The transition of an alert that the notification reports.
  enum State: String, Hashable, Sendable {
    case firing, resolved
  }

  let alert: String
  /// The id of the item, such as `service:service/7`.
  let item: String
  let state: State
  let of: AlertState

  /// The id, which is the same for each attempt to send the notification.
  var id: String { "\(alert)/\(item)/\(Int(of.since * 1_000))/\(state.rawValue)" }

  /// The texts of the item when the condition began to hold, or when it ended.
  private var texts: AlertState.Texts {
    state == .firing ? of.texts : of.endTexts ?? of.texts
  }

  /// The members of the notification as texts, in the order in which they are sent.
  var members: [(name: String, text: String)] {
    let texts = texts
    var members = [
      ("id", id), ("alert", alert), ("state", state.rawValue), ("item", item),
      ("title", texts.title), ("subtitle", texts.subtitle), ("value", texts.value),
      ("badge", texts.badge),
      ("since", ISOTime.text(Int64(of.since)) ?? ""),
    ]
    if state == .resolved {
      members.append(("ended", of.ended.flatMap { ISOTime.text(Int64($0)) } ?? ""))
    }
    return members
  }

  /// The notification as an event: the texts of the item on one line, and at the end the time since which it held.
  var notice: InputNotice {
    let isFiring = state == .firing
    let (texts, since) = (texts, ISOTime.text(Int64(of.since)).map { "since \($0)" } ?? "")
    let shown =
      [texts.title, texts.subtitle, texts.value, texts.badge] + (isFiring ? [] : [since])
    return InputNotice(
      input: alert,
      kind: isFiring ? .firing : .resolved,
      text: shown.filter { !$0.isEmpty }.joined(separator: " · ").inert
    )
  }

  /// The notification as a JSON object of texts.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      for (name, text) in members {
        json.key(name)
        json.text(text)
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension AlertState {
  /// The next notification, or `nil` if the receiver has all of them.
  var next: AlertNotification.State? {
    guard isFiring else { return nil }
    return isSent ? (ended == nil ? nil : .resolved) : .firing
  }
}
