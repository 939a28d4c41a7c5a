import FeedCommands
import FeedModel
import Foundation
import Logging

/// Writes log events on standard error, one JSON object per line.
struct JSONLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  let label: String

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// The keys of each line, which metadata must not repeat.
  private static let keys: Set<String> = ["time", "level", "label", "message"]

  func log(event: LogEvent) {
    var json = JSONWriter()
    json.object { json in
      json.key("time")
      json.text(Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
      json.key("level")
      json.text(event.level.rawValue)
      json.key("label")
      json.text(label)
      json.key("message")
      json.text(event.message.description)
      let all = metadata.merging(event.metadata ?? [:]) { $1 }
      for (key, value) in all.sorted(by: { $0.key < $1.key }) {
        json.key(Self.keys.contains(key) ? "metadata.\(key)" : key)
        json.text(value.description)
      }
    }
    json.endLine()
    // The writer has escaped all foreign text.
    Console.draw(String(decoding: json.bytes, as: UTF8.self))
  }
}

extension Logger {
  /// A logger that writes JSON Lines.
  init(label: String, level: Logger.Level) {
    self.init(label: label) { JSONLog(logLevel: level, label: $0) }
  }
}
