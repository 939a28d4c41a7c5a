import FeedModel

/// A line of a recording: a message as a line of a fixture, with its time, its input and its position.
///
/// ```json
/// {"at":0.25,"input":"odds","position":"17","adapter":"betfair","message":{"op":"mcm","mc":[]}}
/// ```
struct RecordedLine: Hashable, Sendable {
  /// The line, with its end.
  let bytes: [UInt8]

  /// Makes a line of a message that was applied.
  ///
  /// - Parameters:
  ///   - message: The message, which is JSON.
  ///   - seconds: The time since the recording began.
  ///   - input: The input that the message came from, if it came from one.
  ///   - position: Where the input goes on behind it.
  ///   - target: What became of it.
  init(
    _ message: [UInt8],
    at seconds: Double,
    input: String?,
    position: String?,
    _ target: InputSession.Target
  ) {
    // In JSON, line feeds stand between values only.
    let message = message.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    var json = JSONWriter()
    json.object { json in
      json.field("at", value: .real(seconds))
      if let input {
        json.key("input")
        json.text(input)
      }
      if let position {
        json.key("position")
        json.text(position)
      }
    }
    var bytes = json.bytes
    bytes.removeLast()
    switch target {
    case .rows(nil):
      let members = message.drop { $0 != 0x7B }.dropFirst()
      if members.contains(where: { $0 == 0x3A }) { bytes.append(0x2C) }
      bytes += members
    case .rows(let adapter?):
      bytes += Array(",\"adapter\":\"\(adapter)\",\"message\":".utf8) + message + [0x7D]
    case .document(let name):
      bytes += Array(",\"document\":{\"\(name)\":".utf8) + message + [0x7D, 0x7D]
    }
    self.bytes = bytes + [0x0A]
  }
}
