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
      if inputs[input] != nil { inputs[input] = .live }
      statesMayDiffer()
      try keep(.live, ofInput: input, in: writer)
    }
    return true
  }
}
