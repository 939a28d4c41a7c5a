import FeedModel
import FeedStore

/// The stored record of an input, written in the transaction of each of its messages.
///
/// The position is stored with the rows, so that messages that the source repeats after a crash are
/// applied once.
package struct InputRecord: Hashable, Sendable {
  /// The position from which the input resumes, in its own notation; `nil` before the first message.
  package var position: String?
  /// The number of applied messages.
  package var messages = 0
  /// The number of messages that could not be applied.
  package var rejected = 0
  /// The time of the last message, in seconds since 1970; before the first one, that of the start of a late input.
  package var time: Double = 0
  /// The new message rate and latencies, or `nil` to leave the stored ones unchanged.
  package var figures: InputFigures?

  /// Creates the record of an input that has received no message yet.
  package init() {}

  /// The time of the last message, in seconds since 1970; `nil` before the first.
  package var lastMessage: Double? { messages + rejected > 0 ? time : nil }

  static let mark = "input/"

  /// The stored text of the record: `TIME MESSAGES REJECTED POSITION`.
  fileprivate var text: String {
    "\(time) \(messages) \(rejected)" + (position.map { " \($0)" } ?? "")
  }

  fileprivate init?(text: String) {
    let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count >= 3, let time = Double(words[0]), let messages = Int(words[1]),
      let rejected = Int(words[2])
    else { return nil }
    self.init()
    (self.time, self.messages, self.rejected) = (time, messages, rejected)
    position = words.count == 4 ? String(words[3]) : nil
  }
}

/// The condition of an input while it runs.
package enum InputCondition: Hashable, Sendable {
  /// The input received its last message within its time limit, or has no limit.
  case live
  /// The input has received no message within the given time limit.
  case late(Duration)
  /// The input cannot be reached or read, for the given reason.
  case failed(String)
}

extension InputCondition {
  /// The stored text: `live`, `late SECONDS` or `failed REASON`.
  fileprivate var text: String {
    switch self {
    case .live: "live"
    case .late(let patience): "late \(patience / .seconds(1))"
    case .failed(let reason): "failed \(reason)"
    }
  }

  fileprivate init?(text: String) {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    switch (words[0], words.count) {
    case ("live", 1): self = .live
    case ("late", 2):
      guard let seconds = Double(words[1]) else { return nil }
      self = .late(.seconds(seconds))
    case ("failed", 2): self = .failed(String(words[1]))
    default: return nil
    }
  }
}

extension Writer {
  private static let conditionMark = "input-condition/"

  func condition(ofInput name: String) throws -> InputCondition {
    guard case .text(let text)? = try state(named: Self.conditionMark + name) else { return .live }
    return InputCondition(text: text.string) ?? .live
  }

  func set(_ condition: InputCondition, ofInput name: String) throws {
    let name = Self.conditionMark + name
    if condition != .live {
      try setState(.text(Text(condition.text)), named: name)
    } else if try state(named: name) != nil {
      try removeState(named: name)
    }
  }

  func record(ofInput name: String) throws -> InputRecord? {
    guard case .text(let text)? = try state(named: InputRecord.mark + name) else { return nil }
    return InputRecord(text: text.string)
  }

  func set(_ record: InputRecord, ofInput name: String) throws {
    try setState(.text(Text(record.text)), named: InputRecord.mark + name)
    if let figures = record.figures { try set(figures, ofInput: name) }
  }

  /// The reason of an input's failure, or `nil`.
  func failure(ofInput name: String) throws -> String? {
    if case .failed(let reason) = try condition(ofInput: name) { reason } else { nil }
  }
}
