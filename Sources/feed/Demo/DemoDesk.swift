#if Inputs && Server
import AsyncHTTPClient
import FeedStress
import Foundation
import NIOCore
import NIOHTTP1

/// The active sources of the demo: the traders' desk, and the scouts.
struct DemoDesk {
  private let folder: DemoFolder
  private let server: String

  init(_ folder: DemoFolder, server: String) {
    self.folder = folder
    self.server = server
  }

  /// Emits messages of all sources at the given rate, until the task is cancelled.
  func run(_ sources: DemoSources, rate: Int) async throws {
    let file = try FileHandle(forWritingTo: URL(filePath: folder.file("desk.jsonl")))
    defer { try? file.close() }
    try file.seekToEnd()
    let clock = ContinuousClock()
    let start = clock.now
    var number = 0
    while true {
      switch sources.advance() {
      case .odds, .sports, .ads: break
      case .desk(let line): try file.write(contentsOf: line)
      case .scouts(let message): try await post(message)
      }
      number += 1
      try await clock.sleep(until: start + .seconds(Double(number) / Double(rate)))
    }
  }

  /// Posts a message to the feed.
  private func post(_ message: [UInt8]) async throws {
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
#endif
