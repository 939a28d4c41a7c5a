import FeedStore
import NIOHTTP1

/// A driver that fetches a document periodically, and delivers it when it has changed.
struct PollDriver {
  let address: WebAddress
  let interval: Duration
  let format: BodyFormat
  let secrets: Secrets
  let patience: WebPatience

  /// Runs until the task is cancelled.
  ///
  /// - Throws: ``InputError`` if the source cannot be reached or does not answer with a document.
  func run(_ session: InputSession) async throws {
    try await WebClient.with(address, secrets, patience, silence: patience.document) { client in
      while true {
        try await fetch(client, session)
        try await session.time.sleep(interval)
      }
    }
  }

  private func fetch(_ client: WebClient, _ session: InputSession) async throws {
    let known = session.position.flatMap(PollPosition.init)
    let isConditional = address.method == .get && !session.awaitsRetry
    let conditions = isConditional ? known?.headers ?? [] : []
    let answer = try await client.fetch([(name: "Accept", value: format.mediaType)] + conditions)
    if answer.status == 304 {
      guard let known, !known.headers.isEmpty else {
        throw InputError(
          .status,
          "the source answers 304 to a request without a condition",
          hint: "check whether a cache in front of the source is configured for this address"
        )
      }
      return try await session.didHear(position: known.text)
    }
    guard answer.status == 200 else {
      throw InputError(status: answer.status, answer.headers, now: session.time.wall())
    }
    let type = answer.headers.first(name: "Content-Type") ?? ""
    let kind = mediaType(type)
    guard format.accepts(kind) else {
      throw InputError(
        .wrongType,
        "the source sends the content type '\(type.prefix(80))' instead of \(format.mediaType)",
        hint: "configure it to send \(format.mediaType)"
      )
    }
    let body = try await client.document(of: answer)
    session.didRead()
    let position = PollPosition(
      etag: answer.headers.first(name: "ETag"),
      lastModified: answer.headers.first(name: "Last-Modified"),
      body: body
    )
    if session.mustDeliver(isNew: position.hash != known?.hash) {
      try await session.deliver(body, format, position: position.text)
    } else {
      try await session.didHear(position: position.text)
    }
  }
}
