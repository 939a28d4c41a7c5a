import AsyncHTTPClient
import FeedCommands
import FeedStress
import Foundation
import NIOCore
import NIOHTTP1

/// The active sources of a demo: a desk that appends to a file, and scouts that post.
struct DemoDesk {
  private let folder: DemoFolder
  private let file: String

  init(_ folder: DemoFolder, appending file: String) {
    self.folder = folder
    self.file = folder.file(file)
  }

  /// Emits messages of all sources at the given rate, until the task is cancelled.
  func run(_ sources: DemoSources, server: String, rate: Int) async throws {
    try await run(rate: rate) { file in
      switch sources.advance() {
      case .odds, .sports, .ads: break
      case .desk(let line): try file.write(contentsOf: line)
      case .scouts(let message): try await post(message, to: server)
      }
    }
  }

  /// Appends lines at the given rate, until the task is cancelled.
  func run(_ lines: GalleryLines, rate: Int) async throws {
    var lines = lines
    try await run(rate: rate) {
      let now = Int64(Date().timeIntervalSince1970)
      try $0.write(contentsOf: lines.next(at: now))
    }
  }

  private func run(rate: Int, _ emit: (FileHandle) async throws -> Void) async throws {
    let file = try FileHandle(forWritingTo: URL(filePath: file))
    defer { try? file.close() }
    // Other programs may append as well.
    guard fcntl(file.fileDescriptor, F_SETFL, O_APPEND) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
    let clock = ContinuousClock()
    let start = clock.now
    var number = 0
    while true {
      try await emit(file)
      number += 1
      try await clock.sleep(until: start + .seconds(Double(number) / Double(rate)))
    }
  }

  /// Posts a message to the feed.
  private func post(_ message: [UInt8], to server: String) async throws {
    var request = HTTPClientRequest(url: "\(server)/v1/messages?input=scouts")
    request.method = .POST
    request.headers.add(name: "Authorization", value: "Bearer \(folder.token)")
    request.headers.add(name: "Content-Type", value: "application/x-ndjson")
    request.headers.add(name: "Idempotency-Key", value: UUID().uuidString)
    request.body = .bytes(message)
    // A lost message does no harm: the next one replaces it.
    let answer = try? await HTTPClient.shared.execute(request, timeout: .seconds(5))
    _ = try? await answer?.body.collect(upTo: 1 << 16)
  }
}
