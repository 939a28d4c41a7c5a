import FeedDefinition
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import FeedWire
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The operations on a feed that clients with the token may perform.
struct Writing: Sendable {
  let feed: CurrentFeed
  let hub: Hub
  let token: BearerToken?
  let reader: Reader
  let limits: ServerLimits
  let requests: KnownRequests
  /// The log for the writes, if the feed follows an ordered log.
  let log: (any EntryLog)?
  /// Called with each posted message after its commit, before any other commit.
  let didApply: (@Sendable (PostedMessage) -> Void)?
  let meters = PostMeters()

  // MARK: Operations

  /// Handles `POST /v1/act`: performs an action that the feed file declares.
  func act(_ request: Request, _ channel: any Channel) async throws -> Response {
    let body = try await body(
      of: request,
      upTo: limits.bodyBytes,
      as: ["application/json"],
      channel
    )
    return try await once(request, body) { part in
      let act = try ActBody(json: body)
      var values = act.values
      values["now"] = values["now"] ?? .text(Text(Date.now.formatted(.iso8601)))
      var target: ActionTarget?
      if let name = act.target {
        target = try await lookUp { try await $0.target(named: name, of: act.action) }
      }
      let entry = FeedEntry(.action(act.action, target: act.target, values: values))
      return try await part(1, entry) { [values, target] engine in
        try await engine.act(act.action, on: target, values: values)
      }
    }
  }

  /// Handles `POST /v1/move`: moves an item next to another item.
  func move(_ request: Request, _ channel: any Channel) async throws -> Response {
    let body = try await body(
      of: request,
      upTo: limits.bodyBytes,
      as: ["application/json"],
      channel
    )
    return try await once(request, body) { part in
      let move = try MoveBody(json: body)
      let item = try await lookUp { try await $0.item(named: move.item) }
      let neighbour = try await lookUp { try await $0.item(named: move.neighbour) }
      let entry = FeedEntry(
        .move(move.item, beside: move.neighbour, isBefore: move.isBefore)
      )
      return try await part(1, entry) { engine in
        try await engine.move(item, to: move.isBefore ? .before(neighbour) : .after(neighbour))
      }
    }
  }

  /// Handles `POST /v1/messages`: applies fixture lines or messages, one transaction per line.
  func messages(_ request: Request, _ channel: any Channel) async throws -> Response {
    let body = try await body(
      of: request,
      upTo: limits.messageBytes,
      as: Target.lines,
      channel
    )
    let received = meters.now
    let query = Query(request.head.path ?? "")
    try query.check(for: .messages)
    let input = try query["input"].map(listeningInput)
    let adapter = input.map(\.adapter) ?? query["adapter"]
    guard let text = String(validating: body, as: UTF8.self) else {
      throw Refusal(.badRequest, "invalid-utf8", "the body is not UTF-8", place: "body")
    }
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated().filter { !$0.element.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
    let key = try request.idempotencyKey
    return try await once(request, body, parts: lines.count) { part in
      var version = hub.newest.version
      var applied = 0
      for (index, line) in lines {
        do {
          let message = PostedMessage(
            String(Substring(line)),
            input: input?.name,
            adapter: adapter,
            key: key
          )
          version = try await part(applied + 1, message.entry) {
            let didCommit: @Sendable () -> Void = { didApply?(message) }
            guard let input else {
              return try await $0.apply(message: message.text, adapter: adapter, didCommit)
            }
            return try await $0.apply(
              message: message.text,
              adapter: adapter,
              postedTo: input.name,
              at: Date.now.timeIntervalSince1970,
              meters.figures(ofInput: input.name),
              didCommit
            )
          }
          if let input { meters.add(toInput: input.name, receivedAt: received) }
        } catch {
          var refusal = try Refusal(of: error, at: "line \(index + 1)")
          refusal.applied = applied
          throw refusal
        }
        applied += 1
      }
      return version
    }
  }

  /// Returns the listening input that a request names.
  private func listeningInput(_ name: String) throws -> InputDeclaration {
    let inputs = feed.engine.feed.inputs.filter { $0.kind == .listen }
    if let input = inputs.first(where: { $0.name == name }) { return input }
    throw Refusal(
      .notFound,
      "unknown-input",
      "the feed has no input '\(name.prefix(200))' that listens",
      hint: inputs.isEmpty
        ? "declare one: inputs: {NAME: {listen: /v1/messages}}"
        : Suggestion.hint(for: name, among: inputs.map(\.name), called: "inputs"),
      place: "input"
    )
  }

  /// Handles `PUT /v1/documents/NAME`: replaces a document.
  func replaceDocument(
    _ text: String,
    _ request: Request,
    _ channel: any Channel
  ) async throws -> Response {
    let body = try await body(
      of: request,
      upTo: limits.messageBytes,
      as: ["application/json"],
      channel
    )
    return try await once(request, body) { part in
      // Create names only from declarations, never from the content of a request.
      let documents = feed.engine.feed.sources.compactMap(\.document)
      let declared = documents.map(\.name)
      guard let document = documents.first(where: { Text($0.name.description) == Text(text) })
      else {
        throw Refusal(
          .notFound,
          "unknown-document",
          "the feed has no document '\(text.prefix(200))'",
          hint: Suggestion.question(for: text, among: declared.map(\.description))
            ?? "there are: \(declared.map(\.description).joined(separator: ", "))"
        )
      }
      guard request.headers.allowReplacing else { throw Refusal.replacementRefused }
      // A refused document changes nothing, not even the state of its source.
      do throws(DocumentError) { _ = try Document(body, as: document) } catch {
        throw Refusal(
          .unprocessableContent,
          "invalid-document",
          error.description.split(separator: "\n").first.map(String.init) ?? "",
          hint: "the feed still shows the last valid document"
        )
      }
      return try await part(1, FeedEntry(.document(text, body))) {
        try await $0.replaceDocument(document.name, with: body)
      }
    }
  }

  // MARK: Authorization and repeats

  /// Checks that the client may write, then returns the body of its request.
  private func body(
    of request: Request,
    upTo limit: Int,
    as types: [String],
    _ channel: any Channel
  ) async throws -> [UInt8] {
    guard let token else {
      throw Refusal(
        .forbidden,
        "writing-is-off",
        "this server accepts no writes",
        hint: "start 'feed serve' with --token-file"
      )
    }
    guard token.allows(request.headers) else {
      hub.counters.add(.refusedTokens)
      var reason = "the request has no token"
      if let sent = request.headers.bearerToken {
        reason = await reader.onlyReads(sent) ? "this token only reads" : "the token is wrong"
      } else if request.headers[.authorization] != nil {
        reason = "the token is wrong"
      }
      throw Refusal(
        .unauthorized,
        "unauthorized",
        reason,
        hint: "send 'Authorization: Bearer' and the token of the server's --token-file"
      )
    }
    return try await request.content(upTo: limit, as: types, channel)
  }

  /// A function that performs one part of a request at most once, and returns the new version.
  ///
  /// Its arguments are the number of the part, the entry for an ordered log, and the operation to perform if
  /// there is no log.
  typealias Part =
    @Sendable (
      Int, FeedEntry, @Sendable (FeedEngine) async throws -> FeedUpdate?
    ) async throws -> Int

  /// Performs a request at most once, and answers when clients see its result.
  ///
  /// - Parameter work: Performs the parts in order, and returns the version after the last part.
  /// - Throws: ``Refusal``, or an internal error.
  private func once(
    _ request: Request,
    _ body: [UInt8],
    parts: Int = 1,
    _ work: (Part) async throws -> Int
  ) async throws -> Response {
    let key = try request.idempotencyKey
    let digest = request.digest(body)
    do {
      if let key, let done = try await earlier(key, digest), done.parts >= parts {
        return await answer(done.version)
      }
      let time = Int(Date.now.timeIntervalSince1970)
      let version = try await work { number, entry, step in
        let part = key.map { IdempotencyKey(key: $0, digest: digest, time: time, part: number) }
        do {
          if let log {
            var entry = entry
            entry.request = part
            return try await append(entry, to: log)
          }
          let update = try await IdempotencyKey.$current.withValue(part) {
            try await feed.perform { try await step($0) }
          }
          if let update { return update.snapshot.version }
          // A repeat gets the recorded version, so the first answer must not be a later one.
          return try await record(of: part?.key)?.version ?? feed.engine.snapshot.version
        } catch let repeated as RequestRepeated {
          guard repeated.record.digest == digest else { throw Refusal.keyIsTaken }
          return repeated.record.version
        }
      }
      hub.counters.add(.writes)
      return await answer(version)
    } catch {
      let refusal = try Refusal(of: error, at: nil)
      hub.counters.add(.refusedWrites)
      if let key, refusal.isFinal { requests.keep(refusal, key, digest) }
      throw refusal
    }
  }

  /// Returns the record of an earlier execution; throws the refusal of a rejected request again.
  private func earlier(_ key: String, _ digest: UInt64) async throws -> IdempotencyKey.Record? {
    if let known = requests[key] {
      guard known.digest == digest else { throw Refusal.keyIsTaken }
      throw known.refusal
    }
    let record = try await record(of: key)
    guard record?.digest ?? digest == digest else { throw Refusal.keyIsTaken }
    return record
  }

  /// Returns the stored record of a request; `nil` without a key.
  private func record(of key: String?) async throws -> IdempotencyKey.Record? {
    guard let key else { return nil }
    return try await feed.perform { try await $0.record(ofRequest: key) }
  }

  private func answer(_ version: Int) async -> Response {
    await hub.shows(version)
    return .bytes(
      ByteBuffer(string: "{\"version\":\(version)}\n"),
      type: "application/json"
    )
  }
}

extension Refusal {
  fileprivate static let keyIsTaken = Refusal(
    .unprocessableContent,
    "key-is-taken",
    "the key was used for another request",
    hint: "use a new key for each request, and the same key only for its repeats"
  )

  /// Whether a repeat of the request is rejected too.
  fileprivate var isFinal: Bool { (400..<500).contains(status.code) && code != "key-is-taken" }
}

extension Writing {
  /// Looks up what a write names.
  ///
  /// A replica that has not applied all entries may lack the item, so it catches up and searches again.
  ///
  /// - Throws: The error of the search after all entries are applied, or the error of the catch-up.
  func lookUp<Found: Sendable>(
    _ body: @Sendable (FeedEngine) async throws -> Found
  ) async throws -> Found {
    do { return try await feed.perform(body) } catch let error as EngineError {
      guard let log else { throw error }
      try await log.catchUp()
      return try await feed.perform(body)
    }
  }

  /// Appends a write to the log, and returns when this replica has applied it.
  func append(_ entry: FeedEntry, to log: any EntryLog) async throws -> Int {
    let applied = try await log.apply(entry)
    switch applied?.outcome {
    case .applied: return applied?.version ?? hub.newest.version
    case .refused(let reason, _): throw reason
    case .repeated, nil:
      if let record = try await record(of: entry.request?.key) {
        throw RequestRepeated(record: record)
      }
      return feed.engine.snapshot.version
    }
  }
}

extension PostedMessage {
  /// The entry of a log for the message; for a posted input, several replicas may write to it.
  var entry: FeedEntry {
    let step = input.map {
      FeedEntry.Step(input: $0, number: 0, position: nil, time: Date.now.timeIntervalSince1970)
    }
    return FeedEntry(.message(text, adapter: adapter), step: step)
  }
}
