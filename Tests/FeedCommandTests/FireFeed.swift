#if Network
import Foundation
import TestSupport

/// The feed of replicas under load: the exchange's, with rows that count their writes.
enum FireFeed {
  /// The file of the exchange's changes that an input follows.
  static let changes = "changes.jsonl"

  /// Writes the feed file with its schema and the files that its inputs follow.
  ///
  /// - Throws: An error if a file cannot be read or written.
  static func write(in directory: TemporaryDirectory) throws -> String {
    let layouts = FeedProgram.root.appending(path: "layouts")
    let schema = try String(contentsOf: layouts.appending(path: "exchange.sql"), encoding: .utf8)
    _ = try directory.file(
      "exchange.sql",
      schema + "\nCREATE TABLE tick (id INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT;\n"
    )
    for name in ["log.jsonl", changes] { _ = try directory.file(name, "") }
    let exchange = try String(contentsOf: layouts.appending(path: "exchange.yaml"), encoding: .utf8)
    return try directory.file(
      "exchange.yaml",
      exchange.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let key = line.prefix { $0 != ":" }
        return parts[String(key)].map { "\(line)\n\($0)" } ?? String(line)
      }.joined(separator: "\n") + inputs
    )
  }

  /// Returns the lines of an exchange's stream at its greatest load.
  static func peak(in directory: TemporaryDirectory) throws -> [Substring] {
    _ = try FeedProgram.run("generate", "peak", "--output", directory.path("load"))
    let text = try String(contentsOfFile: directory.path("load/peak.jsonl"), encoding: .utf8)
    return text.split(separator: "\n")
  }

  /// The first lines below each key of the feed file.
  private static let parts = [
    "sources": "  ticks: {from: tick, order: [id]}",
    "sections": "  - {id: ticks, source: ticks, item: tick, layout: event-rows}",
    "items": "  tick: {title: \"{id}\", value: \"{count}\"}",
    "adapters": """
      ticks: |
        INSERT INTO tick (id, count) VALUES (:message ->> 'id', 1)
        ON CONFLICT (id) DO UPDATE SET count = count + 1
    """,
  ]

  private static let inputs = """

    inputs:
      log: {follow: log.jsonl, adapter: ticks}
      exchange: {follow: \(changes), adapter: betfair}
      desk: {listen: /v1/messages, adapter: ticks}

    """
}
#endif
