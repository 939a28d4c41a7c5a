import Foundation

/// The source in Python that inputs read, in a process of its own.
final class InputSource {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  /// The port of HTTP and WebSocket.
  let port: Int
  private let socketPort: Int

  /// Starts it.
  ///
  /// - Throws: `ServerProcess.Failure` if it does not start.
  init(messages: Int = 0, rate: Int = 0, seconds: Int = 0, rows: Int = 0) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["python3", Repository.path("Benchmarks/Sources/bench/Inputs/source.py")]
      + [messages, rate, seconds, rows].map { "\($0)" }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let ports = Self.line(output).split(separator: " ").compactMap { Int($0) }
    guard ports.count == 2 else {
      throw ServerProcess.Failure(description: "the source did not start: is there a python3?")
    }
    (port, socketPort) = (ports[0], ports[1])
  }

  deinit {
    // A program that was started by a thread of a queue has its signals blocked, but for this one.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The address of its WebSocket.
  var webSocket: String { "ws://127.0.0.1:\(port)/websocket" }

  /// The address of its socket, which sends lines.
  var socket: String { "tcp://127.0.0.1:\(socketPort)" }

  /// The nanoseconds from its socket to the patches of a served feed.
  func delays(to port: Int) throws -> (median: Double, p99: Double, longest: Double) {
    try input.fileHandleForWriting.write(contentsOf: Data("\(port)\n".utf8))
    let times = try JSONDecoder().decode([Double].self, from: Data(Self.line(output).utf8))
    return (times[0], times[1], times[2])
  }

  private static func line(_ output: Pipe) -> String {
    var text = ""
    while !text.contains("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// A feed of ticks that come from inputs.
enum InputFeed {
  /// Writes the feed file and its schema.
  ///
  /// - Parameter inputs: What stands under `inputs:`, an input a line.
  /// - Throws: What the system says if they cannot be written.
  static func write(_ inputs: [String], in workshop: Workshop) throws -> String {
    try """
    CREATE TABLE tick (id INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT;
    CREATE TABLE entry (id INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT;
    """.write(toFile: workshop.path("ticks.sql"), atomically: true, encoding: .utf8)
    let path = workshop.path("ticks.yaml")
    try """
    feed: 1
    store: {schema: ticks.sql}
    inputs:
    \(inputs.map { "  \($0)" }.joined(separator: "\n"))
    adapters:
      tick: |
        INSERT INTO tick (id, count) VALUES (:message ->> 'id', :message ->> 'v')
        ON CONFLICT (id) DO UPDATE SET count = excluded.count
      counted:
        sql: |
          INSERT INTO tick (id, count) VALUES (:message ->> 'id', :message ->> 'v')
          ON CONFLICT (id) DO UPDATE SET count = excluded.count
        position: $.v
      table:
        sql: |
          INSERT INTO entry (id, count)
          SELECT value ->> 'id', value ->> 'v' FROM json_each(:message) WHERE true
          ON CONFLICT (id) DO UPDATE SET count = excluded.count
        replace: {entry: {keys: "SELECT value ->> 'id' FROM json_each(:message)"}}
    sources:
      ticks: {from: tick, order: [id]}
      entries: {from: entry, order: [id]}
    sections:
      - {id: ticks, source: ticks, item: row, layout: list}
      - {id: entries, source: entries, item: row, layout: list}
    items: {row: {title: "{id}", value: "{count}"}}
    layouts: {list: {height: 44}}
    """.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }
}
