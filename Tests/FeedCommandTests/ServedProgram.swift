#if Server
import Foundation
import TestFeeds
import Synchronization
import TestSupport

/// The built program as a server in a separate process, once it listens.
final class ServedProgram: Sendable {
  let process: Process
  /// The address for clients, as the server prints it.
  let url: String
  let port: Int
  /// The port for operators, if there is one.
  let adminPort: Int?
  private let errors: Pipe

  init(
    _ feed: String,
    _ arguments: [String] = [],
    port: Int = 0,
    environment: [String: String] = [:]
  ) throws {
    let process = try FeedProgram.make(
      ["serve", feed, "--listen", "127.0.0.1:\(port)"] + arguments,
      environment: environment
    )
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.start()
    var text = ""
    let places = arguments.contains("--admin-listen") ? 2 : 1
    while text.count(where: \.isNewline) < places {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    let words = lines.first { $0.first == "listening" } ?? []
    guard words.count == 3, let port = Self.port(of: words) else {
      let data = errors.fileHandleForReading.readDataToEndOfFile()
      throw RawClient.Failure(what: String(decoding: data, as: UTF8.self))
    }
    (self.process, self.errors, self.port, url) = (process, errors, port, String(words[2]))
    adminPort = Self.port(of: lines.first { $0.first == "metrics" })
  }

  private static func port(of line: [Substring]?) -> Int? {
    line?.last?.split(separator: ":").last.flatMap { Int($0) }
  }

  /// Asks the server to end, and waits for it.
  func end(_ signal: Int32 = SIGTERM) -> (status: Int32, errors: String) {
    kill(process.processIdentifier, signal)
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  /// Reads its log until it contains a text, or until the server has ended.
  func log(until text: String) -> String {
    var log = ""
    while !log.contains(text) {
      let data = errors.fileHandleForReading.availableData
      if data.isEmpty { break }
      log += String(decoding: data, as: UTF8.self)
    }
    return log
  }

  /// Sends a request, and returns the answer with its head.
  func ask(
    _ request: String,
    headers: [String] = [],
    body: String = ""
  ) async throws -> String {
    let client = try RawClient(port: port)
    let lines =
      ["\(request) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"] + headers
      + (body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"])
    await client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    return await client.receiveAll()
  }

  /// Follows the stream, with the cursor of a client if there is one.
  func follow(_ query: String = "", lastEventID: String? = nil) async throws -> StreamClient {
    let client = StreamClient(try RawClient(port: port))
    let id = lastEventID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    await client.raw.send(
      "GET /v1/stream\(query) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(id)\r\n"
    )
    return client
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
}

/// A foreign program that runs next to a server and writes lines.
final class RunningProgram: Sendable {
  private let process = Process()
  private let output = Pipe()

  init(_ program: String, _ arguments: [String]) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = FeedProgram.root
    process.standardOutput = output
    process.standardError = output
    try process.start()
  }

  var isRunning: Bool { process.isRunning }

  /// Reads its output until a condition holds, or until the program has ended.
  func read(until isEnough: (String) -> Bool) -> String {
    var text = ""
    while !isEnough(text) {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    return text
  }

  /// Ends the program, if it is still running.
  func end() {
    // These threads block the signals that ask a process to end, and children inherit the mask.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  deinit { if process.isRunning { end() } }
}
#endif
