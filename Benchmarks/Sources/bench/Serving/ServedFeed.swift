import Foundation
import Subscribing

/// A feed that `feed serve` serves.
final class ServedFeed {
  let server: ServerProcess
  let port: Int
  private static let token = "0123456789abcdef0123456789abcdef"

  /// Serves a feed file of the repository or of a workshop.
  ///
  /// - Parameter options: More options of `feed serve`.
  init(_ path: String, in workshop: Workshop, options: [String] = []) throws {
    let program = Repository.path(".build/release/feed")
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw ServerProcess.Failure(
        description: "there is no .build/release/feed: Scripts/build-release"
      )
    }
    let token = workshop.path("token")
    _ = FileManager.default.createFile(
      atPath: token,
      contents: Data((Self.token + "\n").utf8),
      attributes: [.posixPermissions: 0o600]
    )
    server = try ServerProcess(
      program,
      ["serve", path, "--listen", "127.0.0.1:0", "--token-file", token] + options,
      log: workshop.path("feed.log")
    )
    let line = try server.line(with: "listening on http://127.0.0.1:")
    guard let port = line.split(separator: ":").last.flatMap({ Int($0.prefix(while: \.isNumber)) })
    else { throw ServerProcess.Failure(description: "no port in '\(line)'") }
    self.port = port
  }

  /// A small feed with one line for what is measured, and some more around it.
  static func small(in workshop: Workshop, options: [String] = []) throws -> ServedFeed {
    try """
    CREATE TABLE price (id INTEGER PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL) STRICT;
    """.write(toFile: workshop.path("small.sql"), atomically: true, encoding: .utf8)
    try (1...50).map { #"{"upsert":{"price":[{"id":\#($0),"name":"Price \#($0)","text":"-"}]}}"# }
      .joined(separator: "\n")
      .write(toFile: workshop.path("small.jsonl"), atomically: true, encoding: .utf8)
    let path = workshop.path("small.yaml")
    try """
    feed: 1
    title: Prices
    store: {schema: small.sql, seed: small.jsonl}
    sources:
      prices: {from: price, order: [id]}
    sections:
      - {id: prices, source: prices, item: price, layout: list}
    items:
      price: {title: "{name}", value: "{text}"}
    layouts:
      list: {height: 44}
    """.write(toFile: path, atomically: true, encoding: .utf8)
    return try ServedFeed(path, in: workshop, options: options)
  }

  /// A request that writes lines of a fixture, or messages of an adapter.
  func message(_ lines: String, adapter: String? = nil) -> [UInt8] {
    Array(
      """
      POST /v1/messages\(adapter.map { "?adapter=\($0)" } ?? "") HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Authorization: Bearer \(Self.token)\r
      Content-Type: application/json\r
      Content-Length: \(lines.utf8.count)\r
      \r
      \(lines)
      """.utf8
    )
  }

  /// The version that is shown.
  func version() throws -> Int {
    let reader = Subscribers(port: port, target: "/v1/health", mark: "\"version\":")
    try reader.connect(1)
    try reader.run(atMost: 10) { reader.newest > 0 }
    return reader.newest
  }

  /// The bytes of an answer with its headers; of a stream, the bytes until nothing more comes.
  func size(of target: String, headers: String = "") throws -> Int {
    let reader = Subscribers(port: port, target: target, headers: headers)
    try reader.connect(1)
    var size = 0
    while reader.bytes > size {
      size = reader.bytes
      reader.run(until: Subscribers.now + 5e8)
    }
    return size
  }
}
