import FeedEngine
import FeedModel
import FeedStore

/// A message as a line of a recording, with its time, its input and its position.
///
/// ```json
/// {"at":0.25,"input":"odds","position":"17","adapter":"betfair","message":{"op":"mcm","mc":[]}}
/// ```
///
/// A replay gives the adapter the same bytes. A message that JSON cannot carry unchanged within a line is a JSON string
/// of its text: a message that is a string itself, has line feeds or outer blanks, or is a document that is not JSON.
struct RecordedLine: Hashable, Sendable {
  /// The line, with its end.
  let bytes: [UInt8]

  /// Creates the line of a message that was applied.
  ///
  /// - Parameters:
  ///   - message: The message, which must be JSON unless it is a document.
  ///   - seconds: The seconds since the start of the recording.
  ///   - start: The start in seconds since 1970, in the first line of a file.
  ///   - input: The input that received the message, if any.
  ///   - position: The position of the input after the message.
  ///   - target: The adapter or the document that the message is for.
  init(
    _ message: [UInt8],
    at seconds: Double,
    start: Double? = nil,
    input: String?,
    position: String?,
    _ target: InputSession.Target
  ) {
    var json = JSONWriter()
    json.object { json in
      json.field("at", value: .real(seconds))
      let start = start.flatMap(RecordedOrigin.text(ofStart:))
      let origin = [("start", start), ("input", input), ("position", position)]
      for case (let key, let text?) in origin {
        json.key(key)
        json.text(text)
      }
      switch target {
      case .rows(nil):
        let written = ["at", "start"] + origin.compactMap { $1 == nil ? nil : $0 }
        Self.write(partsOf: message, except: written, to: &json)
      case .rows(let adapter?):
        json.key("adapter")
        json.text(adapter)
        json.key("message")
        Self.write(message[...], to: &json)
      case .document(let name):
        json.key("document")
        json.object { json in
          json.key(name.description)
          let isJSON = JSONPlaces.mistake(in: String(decoding: message, as: UTF8.self)) == nil
          if isJSON { Self.write(message[...], to: &json) } else { json.text(of: message) }
        }
      }
    }
    json.endLine()
    bytes = json.bytes
  }

  /// Writes the parts of a message that is a line of a fixture itself.
  private static func write(
    partsOf line: [UInt8],
    except written: [String],
    to json: inout JSONWriter
  ) {
    var scanner = JSONScanner(line[...])
    let members = scanner.takeMembers()
    precondition(members != nil, "a message that is not an object was applied as a line")
    for (name, value) in members ?? [] {
      let name = JSONScanner.text(name)
      if written.contains(name) { continue }
      json.key(name)
      // A string already represents its text.
      if name == "message", value.first != UInt8(ascii: "\"") {
        write(value, to: &json)
      } else {
        json.value(json: value)
      }
    }
  }

  /// Writes JSON so that a replay reads the same bytes.
  private static func write(_ message: ArraySlice<UInt8>, to json: inout JSONWriter) {
    let first = message.first ?? 0x20
    let isPlain =
      first > 0x20 && first != UInt8(ascii: "\"") && (message.last ?? 0x20) > 0x20
      && !message.contains(0x0A) && !message.contains(0x0D)
      // A byte order mark is not JSON.
      && first != 0xEF
    if isPlain { json.value(json: message) } else { json.text(of: message) }
  }
}

extension JSONWriter {
  fileprivate mutating func text(of bytes: some Collection<UInt8>) {
    text(String(decoding: bytes, as: UTF8.self))
  }
}
