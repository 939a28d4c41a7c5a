import FeedModel

/// A message of an input that could not be applied.
package struct RejectedMessage: Hashable, Sendable {
  /// The number in the store, greater than all earlier ones; zero until the message is stored.
  package var id = 0
  /// The input that has received the message.
  package var input: String
  /// The time at which it was received, in seconds since 1970.
  package var time: Double
  /// The adapter that should have converted it, or `nil`.
  package var adapter: String?
  /// The reason why it could not be applied.
  package var reason: String
  /// The message, or its beginning if it is long.
  package var text: String
  /// Whether only the beginning of the message was stored.
  package var isCut = false

  /// The maximum number of bytes stored of a message.
  package static let mostBytes = 64 << 10
  /// The number of messages kept for each input: the newest.
  package static let mostMessages = 1_000

  /// Creates a message.
  package init(
    input: String,
    time: Double,
    adapter: String? = nil,
    reason: String,
    text: String,
    isCut: Bool = false
  ) {
    self.input = input
    self.time = time
    self.adapter = adapter
    self.reason = reason
    self.text = text
    self.isCut = isCut
    if text.utf8.count > Self.mostBytes {
      self.text = String(decoding: text.utf8.prefix(Self.mostBytes), as: UTF8.self)
      self.isCut = true
    }
  }
}

extension Value {
  var number: Double? {
    switch self {
    case .real(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }
}
