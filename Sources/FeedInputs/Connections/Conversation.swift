import FeedDefinition
import FeedModel
import FeedStore
import NIOCore

/// One connection: its opening dialogue, and then its messages.
struct Conversation {
  let driver: ConversationDriver
  let channel: any Channel
  let sender: MessageSender
  let session: InputSession
  var messages: NIOAsyncChannelInboundStream<[IncomingMessage]>.AsyncIterator
  var position: InputPosition
  let mask: SecretMask
  /// Messages that have arrived with the last one taken.
  var waiting: ArraySlice<IncomingMessage> = []
  /// The last message of the dialogue, for errors.
  var last: String?

  /// Runs until the source ends the connection.
  mutating func run() async throws {
    if !driver.declaration.hello.isEmpty {
      await channel.expect(
        within: driver.patience.connecting + driver.patience.document,
        InputError(
          .timeout,
          "the source does not complete the opening dialogue",
          hint: "check 'hello:'; its answers must have the members that 'expect:' names"
        )
      )
      do {
        for step in driver.declaration.hello { try await take(step) }
      } catch let error as InputError where error.code != .refused {
        throw last.map { error.after($0) } ?? error
      }
      await channel.didMeet()
    }
    try await session.didConnect()
    // A source that need not answer the dialogue may still refuse with its first message.
    if isAnswered { try await session.didReach() }
    var hasRead = isAnswered
    do {
      while let message = try await next() {
        hasRead = true
        try await deliver(message)
      }
    } catch let error as InputError where error.code == .timeout && driver.declaration.ping == nil {
      // The source need not send anything; a silent connection is opened again.
      throw InputError.endedByItself
    }
    if hasRead { throw InputError.endedByItself }
  }

  /// Whether the source answers the opening dialogue.
  private var isAnswered: Bool { driver.declaration.hello.contains { $0.expect != nil } }

  private mutating func take(_ step: ConversationDeclaration.Step) async throws {
    if let send = step.send {
      let message = try driver.secrets.fill(send, position: position.values)
      do { try await sender.send(message) } catch {
        // The source has closed the connection; what it sent before is not lost.
        while let message = try await next() { try await deliver(message) }
        throw error
      }
    }
    guard let expected = step.expect else { return }
    while true {
      guard let message = try await next() else {
        throw InputError(.ended, "the source has ended the connection in the opening dialogue")
      }
      last = String(decoding: message.bytes, as: UTF8.self)
      if message.problem == nil, let node = try? JSONReader.read(message.bytes) {
        try await check(node, message)
        if expected.matches(node) { return }
      }
      try await deliver(message)
    }
  }

  private mutating func next() async throws -> IncomingMessage? {
    while waiting.isEmpty {
      guard let batch = try await messages.next(isolation: #isolation) else { return nil }
      session.didRead()
      waiting = batch[...]
    }
    return waiting.popFirst()
  }

  private mutating func deliver(_ message: IncomingMessage) async throws {
    let bytes = mask.masked(message.bytes)
    if let problem = message.problem {
      return try await session.reject(bytes, because: problem, position: session.position)
    }
    let isRead = driver.declaration.refuse != nil || position.isKept
    let node = isRead ? try? JSONReader.read(bytes) : nil
    if let node { try await check(node, message) }
    let place = position.advance(past: bytes, node)
    try await session.deliver(message: bytes, position: place)
  }

  /// Throws an error if a message refuses.
  private mutating func check(_ node: JSONNode, _ message: IncomingMessage) async throws {
    guard driver.declaration.refuse?.matches(node) == true else { return }
    let words = String(decoding: message.bytes, as: UTF8.self).asServerWords
    if session.position != nil, driver.declaration.expired?.matches(node) == true {
      session.miss("the source no longer knows the position; messages may be missing")
      position.forget()
      try await session.didHear(position: nil)
    }
    throw InputError(
      .refused,
      "the source refuses: \(words)",
      hint: "check the secrets and 'hello:' of the feed file"
    )
  }
}

extension InputError {
  /// Returns the error with the last message of a source.
  fileprivate func after(_ words: String) -> InputError {
    // The message itself has reset the count of failures, so that no second failure would follow.
    InputError(
      .refused,
      "\(message); its last message is: \(words.asServerWords)",
      hint: hint,
      retryAfter: retryAfter
    )
  }
}
