import FeedModel

extension Writer {
  /// Stores a message that could not be applied, in the current transaction.
  ///
  /// - Returns: The number of the message in the store.
  /// - Throws: ``StoreError`` if it cannot be written.
  @discardableResult
  package func keep(_ message: RejectedMessage) throws -> Int {
    try bookkeeping.make()
    try bookkeeping.makeRejected()
    let insert = try bookkeeping.statement(.keepRejected, for: message.input)
    insert.bind(.real(message.time), at: 2)
    insert.bind(message.adapter.map { .text(Text($0)) } ?? .null, at: 3)
    insert.bind(message.reason, at: 4)
    insert.bind(message.text, at: 5)
    insert.bind(Int64(message.isCut ? 1 : 0), at: 6)
    var id = 0
    while try insert.step() { id = Int(insert.integer(at: 0)) }
    let prune = try bookkeeping.statement(.pruneRejected, for: message.input)
    prune.bind(Int64(RejectedMessage.mostMessages), at: 2)
    try prune.run()
    return id
  }

  /// Returns the messages that could not be applied, the newest last.
  ///
  /// - Parameter input: The input that has received them; `nil` for all inputs.
  /// - Throws: ``StoreError`` if they cannot be read.
  package func rejectedMessages(of input: String? = nil) throws -> [RejectedMessage] {
    try rejectedMessages(.rejected, of: input ?? "")
  }

  /// Returns the newest message of an input that could not be applied.
  ///
  /// - Throws: ``StoreError`` if it cannot be read.
  package func newestRejectedMessage(of input: String) throws -> RejectedMessage? {
    try rejectedMessages(.newestRejected, of: input).first
  }

  /// Returns the numbers of stored messages that could not be applied, by input.
  ///
  /// - Throws: ``StoreError`` if they cannot be read.
  /// - Complexity: O(*n*) for *n* such messages.
  package func countsOfRejectedMessages() throws -> [String: Int] {
    guard try keepsAccount, try bookkeeping.hasRejected() else { return [:] }
    let statement = try bookkeeping.statement(.countRejected)
    defer { statement.reset() }
    var counts: [String: Int] = [:]
    while try statement.step() { counts[statement.text(at: 0)] = Int(statement.integer(at: 1)) }
    return counts
  }

  private func rejectedMessages(
    _ task: Bookkeeping.Task,
    of input: String
  ) throws -> [RejectedMessage] {
    guard try keepsAccount, try bookkeeping.hasRejected() else { return [] }
    let statement = try bookkeeping.statement(task, for: input)
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
  /// - Parameters:
  ///   - id: The number of the message in the store.
  ///   - input: The input that has received it.
  /// - Throws: ``StoreError`` if it cannot be written.
  package func removeRejected(_ id: Int, of input: String) throws {
    guard try keepsAccount, try bookkeeping.hasRejected() else { return }
    let statement = try bookkeeping.statement(.removeRejected, for: input)
    statement.bind(Int64(id), at: 2)
    try statement.run()
  }
}
