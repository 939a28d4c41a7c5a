import FeedModel
import FeedStore

/// The newest answer of an input whose answers replace each other, if it could not be applied.
///
/// The store has it until the input receives another message, so that it can be applied again: by
/// ``FeedEngine/retry(_:)``, and once by each start of the input.
package struct RejectedAnswer: Hashable, Sendable {
  /// The number of messages that the input had received, including this one.
  ///
  /// A record with another number shows that a newer message followed.
  fileprivate let number: Int
  /// The number of the answer among the rejected messages of the store.
  let id: Int

  /// The reason of the failure of an input whose newest answer was rejected.
  package static let failure = "the last answer was rejected"
  private static let mark = "input-rejected/"

  /// Describes an answer that the current transaction has stored.
  init(_ record: InputRecord, id: Int) {
    (number, self.id) = (record.messages + record.rejected, id)
  }

  fileprivate init?(text: String) {
    let words = text.split(separator: " ").compactMap { Int($0) }
    guard words.count == 2 else { return nil }
    (number, id) = (words[0], words[1])
  }

  /// The stored text: `NUMBER ID`.
  fileprivate var text: String { "\(number) \(id)" }

  fileprivate static func name(_ input: String) -> String { mark + input }
}

extension Writer {
  /// Returns the newest answer of an input if it was rejected.
  func rejectedAnswer(ofInput input: String) throws -> RejectedAnswer? {
    guard case .text(let text)? = try state(named: RejectedAnswer.name(input)),
      let answer = RejectedAnswer(text: text.string), let record = try record(ofInput: input),
      record.messages + record.rejected == answer.number
    else { return nil }
    return answer
  }

  func set(_ answer: RejectedAnswer, ofInput input: String) throws {
    try setState(.text(Text(answer.text)), named: RejectedAnswer.name(input))
  }
}

extension EngineCore {
  /// Takes a rejected answer out of the store, before the current transaction applies it again.
  ///
  /// The failure that it has caused ends in the same transaction.
  ///
  /// - Parameter answer: The answer; `nil` for a message that is not a repeat.
  /// - Returns: `false` if another process has applied the answer, or if a newer message followed.
  func take(
    _ answer: RejectedAnswer?,
    ofInput input: String,
    in writer: Writer
  ) throws -> Bool {
    guard let answer else { return true }
    guard try writer.rejectedAnswer(ofInput: input) == answer else { return false }
    try writer.removeRejected(answer.id, of: input)
    try writer.removeState(named: RejectedAnswer.name(input))
    if try writer.failure(ofInput: input) == RejectedAnswer.failure {
      try keep(.live, ofInput: input, in: writer)
    }
    return true
  }

  /// Applies a rejected message again in the current transaction.
  ///
  /// The text of a document is read as that document. It never is a message: otherwise an address could
  /// write any table.
  func retry(_ message: RejectedMessage, in writer: Writer) throws {
    if let document = documents.first(where: { $0.declaration.inputName == message.input }) {
      try retry(message, as: document.declaration.name, in: writer)
      return try writer.removeRejected(message.id, of: message.input)
    }
    guard !message.isCut else { throw EngineError.cutMessage }
    try apply(message: message.text, adapter: message.adapter, in: writer)
    let answer = try writer.rejectedAnswer(ofInput: message.input)
    if let answer, answer.id == message.id {
      _ = try take(answer, ofInput: message.input, in: writer)
    } else {
      try writer.removeRejected(message.id, of: message.input)
    }
  }

  private func retry(_ message: RejectedMessage, as name: Name, in writer: Writer) throws {
    guard let text = try unreadText(of: name, in: writer), message.holds(text) else {
      throw EngineError.answerReplaced
    }
    try replaceDocument(name, with: text, isFromFile: false, in: writer)
    if let error = documents.first(where: { $0.declaration.name == name })?.error { throw error }
    try keep(.live, ofInput: message.input, in: writer)
  }
}

extension Writer {
  /// Returns the newest rejected text of a document if a message has the same text.
  func documentRejection(
    repeatedBy message: RejectedMessage,
    in core: EngineCore
  ) throws -> RejectedMessage? {
    guard core.documents.contains(where: { $0.declaration.inputName == message.input }),
      let last = try newestRejectedMessage(of: message.input),
      (last.text, last.isCut) == (message.text, message.isCut)
    else { return nil }
    return last
  }
}

extension RejectedMessage {
  /// Returns whether the message has the text of these bytes, or its beginning.
  fileprivate func holds(_ bytes: [UInt8]) -> Bool {
    let beginning = String(decoding: bytes.prefix(Self.mostBytes + 1), as: UTF8.self)
    return RejectedMessage(input: input, time: time, reason: reason, text: beginning).text == text
  }
}
