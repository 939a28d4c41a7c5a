import Foundation
import TestSupport

/// The feed of the replicas' tests: each message counts how often its row was written.
enum TickFeed {
  /// The token of the writers.
  static let secret = "0123456789abcdef0123456789abcdef"

  /// Writes the feed with its schema.
  ///
  /// - Throws: An error if a file cannot be written.
  static func write(
    in directory: TemporaryDirectory,
    inputs: [String],
    adapters: [String] = [],
    actions: [String] = []
  ) throws -> String {
    _ = try directory.file(
      "ticks.sql",
      "CREATE TABLE tick (id INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT;"
    )
    let parts = [("actions", actions), ("inputs", inputs)].filter { !$0.1.isEmpty }
      .map { ([$0.0 + ":"] + $0.1.map { "  " + $0 }).joined(separator: "\n") }
    return try directory.file(
      "ticks.yaml",
      """
      feed: 1
      store: {schema: ticks.sql}
      sources: {ticks: {from: tick, order: [id]}}
      sections: [{id: ticks, source: ticks, item: tick, layout: list}]
      items: {tick: {title: "{id}", value: "{count}"}}
      layouts: {list: {height: 44}}
      adapters:
        ticks: |
          INSERT INTO tick (id, count) VALUES (:message ->> 'id', 1)
          ON CONFLICT (id) DO UPDATE SET count = count + 1
      \((adapters.map { "  " + $0 } + parts).joined(separator: "\n"))
      """
    )
  }

  /// Writes the token's file, which only the user may read.
  static func token(in directory: TemporaryDirectory) throws -> String {
    let path = try directory.file("token", secret + "\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }
}

#if Server
extension ServedProgram {
  /// Returns the whole feed, with its epoch and version, but without the ages of its sources.
  func image() async throws -> Substring {
    let answer = try await ask("GET /v1/feed")
    let body = answer.split(separator: "\r\n\r\n", maxSplits: 1).last ?? ""
    return body.prefix(upTo: body.firstRange(of: "\"sources\":")?.lowerBound ?? body.endIndex)
  }
}
#endif
