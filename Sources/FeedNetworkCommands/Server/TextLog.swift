import FeedCommands
import Logging

/// Writes log events on standard error as texts, without their times.
struct TextLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var metadata = metadata.merging(event.metadata ?? [:]) { $1 }
    // The text of an error has its own lines: the place, the source and the remedy.
    let error = metadata.removeValue(forKey: "error").map { "\n\($0)" } ?? ""
    let details = metadata.sorted { $0.key < $1.key }.map { ", \($0.key) \($0.value)" }.joined()
    Console.error(lines: "\(event.level): \(event.message)\(details)\(error)")
  }
}
