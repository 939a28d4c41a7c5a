import FeedModel
import FeedStore

/// What the store keeps of an input, written in the transaction of each of its messages.
///
/// As the position moves with the rows, whatever the source can say again after a crash is applied once.
package struct InputRecord: Hashable, Sendable {
  /// Where the input goes on, in words of its own; `nil` before the first message.
  package var position: String?
  /// How many messages were applied.
  package var messages = 0
  /// How many messages could not be applied.
  package var rejected = 0
  /// When the last message came, in seconds since 1970.
  package var time: Double = 0
  /// How fast messages come and how long they take, if that is to be kept anew.
  package var figures: InputFigures?

  /// Describes an input that has received no message yet.
  package init() {}

  static let mark = "input/"
  static let failureMark = "input-failure/"

  /// The record as the store keeps it: `TIME MESSAGES REJECTED POSITION`.
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

/// How an input fares while it runs.
package enum InputCondition: Hashable, Sendable {
  /// It receives messages, or is quiet for no longer than it may be.
  case live
  /// It has received no message for longer than it may be quiet.
  case late(Duration)
  /// It cannot be reached or read; the reason is for people.
  case failed(String)
}

extension InputCondition {
  /// As the store keeps it: `live`, `late SECONDS` or `failed REASON`.
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

  func condition(ofInput name: String) throws -> InputCondition? {
    guard case .text(let text)? = try state(named: Self.conditionMark + name) else { return nil }
    return InputCondition(text: text.string)
  }

  func set(_ condition: InputCondition, ofInput name: String) throws {
    try setState(.text(Text(condition.text)), named: Self.conditionMark + name)
  }

  func record(ofInput name: String) throws -> InputRecord? {
    guard case .text(let text)? = try state(named: InputRecord.mark + name) else { return nil }
    return InputRecord(text: text.string)
  }

  func set(_ record: InputRecord, ofInput name: String) throws {
    try setState(.text(Text(record.text)), named: InputRecord.mark + name)
    if let figures = record.figures { try set(figures, ofInput: name) }
  }

  func failure(ofInput name: String) throws -> String? {
    guard case .text(let text)? = try state(named: InputRecord.failureMark + name) else {
      return nil
    }
    return text.string
  }

  func setFailure(_ failure: String?, ofInput name: String) throws {
    let name = InputRecord.failureMark + name
    if let failure {
      try setState(.text(Text(failure)), named: name)
    } else if try state(named: name) != nil {
      try removeState(named: name)
    }
  }
}
