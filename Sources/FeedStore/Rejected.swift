import FeedModel

/// A message of an input that could not be applied.
package struct RejectedMessage: Hashable, Sendable {
  /// The number in the store, greater than all earlier ones; zero until the message is stored.
  package var id = 0
  /// The input that has received the message.
  package var input: String
  /// The time at which it was received, in seconds since 1970.
  package var time: Double
  /// The adapter that should have converted it, or `nil`.
  package var adapter: String?
  /// The reason why it could not be applied.
  package var reason: String
  /// The message, or its beginning if it is long.
  package var text: String
  /// Whether only the beginning of the message was stored.
  package var isCut = false

  /// The maximum number of bytes stored of a message.
  package static let mostBytes = 64 << 10
  /// The number of messages kept for each input: the newest.
  package static let mostMessages = 1_000

  /// Creates a message.
  package init(
    input: String,
    time: Double,
    adapter: String? = nil,
    reason: String,
    text: String,
    isCut: Bool = false
  ) {
    self.input = input
    self.time = time
    self.adapter = adapter
    self.reason = reason
    self.text = text
    self.isCut = isCut
    if text.utf8.count > Self.mostBytes {
      self.text = String(decoding: text.utf8.prefix(Self.mostBytes), as: UTF8.self)
      self.isCut = true
    }
  }
}

extension Writer {
  /// Stores a message that could not be applied, in the current transaction.
  ///
  /// - Throws: ``StoreError`` if it cannot be written.
  package func keep(_ message: RejectedMessage) throws {
    try bookkeeping.make()
    try bookkeeping.makeRejected()
    let insert = try bookkeeping.statement(.keepRejected, for: message.input)
    insert.bind(.real(message.time), at: 2)
    insert.bind(message.adapter.map { .text(Text($0)) } ?? .null, at: 3)
    insert.bind(message.reason, at: 4)
    insert.bind(message.text, at: 5)
    insert.bind(Int64(message.isCut ? 1 : 0), at: 6)
    try insert.run()
    let prune = try bookkeeping.statement(.pruneRejected, for: message.input)
    prune.bind(Int64(RejectedMessage.mostMessages), at: 2)
    try prune.run()
  }

  /// Returns the messages that could not be applied, the newest last.
  ///
  /// - Parameter input: The input that has received them; `nil` for all inputs.
  /// - Throws: ``StoreError`` if they cannot be read.
  package func rejectedMessages(of input: String? = nil) throws -> [RejectedMessage] {
    guard try keepsAccount, try bookkeeping.hasRejected() else { return [] }
    let statement = try bookkeeping.statement(.rejected, for: input ?? "")
    defer { statement.reset() }
    var messages: [RejectedMessage] = []
    while try statement.step() {
      var message = RejectedMessage(
        input: statement.text(at: 1),
        time: statement.value(at: 2).number ?? 0,
        adapter: statement.isNull(at: 3) ? nil : statement.text(at: 3),
        reason: statement.text(at: 4),
        text: statement.text(at: 5),
        isCut: statement.integer(at: 6) != 0
      )
      message.id = Int(statement.integer(at: 0))
      messages.append(message)
    }
    return messages
  }

  /// Removes a message that could not be applied, in the current transaction.
  ///
  /// - Throws: ``StoreError`` if it cannot be written.
  package func remove(_ message: RejectedMessage) throws {
    guard try keepsAccount, try bookkeeping.hasRejected() else { return }
    let statement = try bookkeeping.statement(.removeRejected, for: message.input)
    statement.bind(Int64(message.id), at: 2)
    try statement.run()
  }
}

extension Value {
  fileprivate var number: Double? {
    switch self {
    case .real(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }
}
