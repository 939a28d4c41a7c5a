package import FeedStore
import NIOHTTP1

/// A document of the web that is fetched once, for a program that examines it.
package struct WebSample: Sendable {
  /// The whole body, decompressed.
  package let body: [UInt8]
  /// The media type in lower case; empty if the source sends none.
  package let type: String

  /// The time limit for the whole document.
  package static let limit = Duration.seconds(20)

  /// Fetches a document, with the limits and the rules of an input that polls it.
  ///
  /// - Throws: ``InputError`` if the address does not answer with a document within the limits.
  package static func fetch(_ address: WebAddress, _ secrets: Secrets) async throws -> WebSample {
    try await withThrowingTaskGroup(of: WebSample.self) { group in
      group.addTask { try await get(address, secrets) }
      group.addTask {
        try await InputTime.system.sleep(limit)
        throw InputError(
          .timeout,
          "the document is not complete after \(limit.components.seconds) s",
          hint: "name a smaller document, save lines of an endless stream with "
            + "'curl -sN --max-time 5 ADDRESS > lines.jsonl'"
        )
      }
      defer { group.cancelAll() }
      guard let sample = try await group.next() else { throw CancellationError() }
      return sample
    }
  }

  private static func get(_ address: WebAddress, _ secrets: Secrets) async throws -> WebSample {
    let patience = WebPatience()
    return try await WebClient.with(address, secrets, patience, silence: patience.document) {
      let accept = "application/json, text/csv;q=0.9, text/plain;q=0.8, */*;q=0.1"
      let answer = try await $0.fetch([(name: "Accept", value: accept)])
      guard answer.status == 200 else {
        throw InputError(
          status: answer.status,
          answer.headers,
          now: InputTime.system.wall()
        )
      }
      let type = mediaType(answer.headers.first(name: "Content-Type") ?? "")
      // The body of a stream has no end, and the body of a page has no rows.
      guard type != "text/event-stream", type != "text/html" else {
        return WebSample(body: [], type: type)
      }
      return WebSample(body: try await $0.document(of: answer), type: type)
    }
  }
}
