import FeedWire
import HTTPTypes

/// The name of a stream, which only its client knows; with it, the client moves the stream's windows.
struct StreamID: Hashable, Sendable {
  /// 32 hexadecimal digits.
  let text: String

  /// Creates a random name of 128 bits.
  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// Takes the name in a request.
  init(_ text: String) { self.text = text }

  /// The first event of a stream with windows.
  var event: [UInt8] { ServerSentEvent("stream", data: StreamName(id: text).json).bytes }
}

/// A move of a window that waits for its turn.
struct WaitingMove: Sendable {
  let window: WindowMove
  /// Called with the version whose image or patch shows the window at its new place.
  let answer: @Sendable (Result<Int, Refusal>) -> Void
}
