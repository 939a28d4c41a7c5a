package import FeedModel

/// How an input fares, as the store knows it.
package struct InputReport: Hashable, Sendable {
  /// What can be said of an input.
  package enum State: String, Hashable, Sendable, CaseIterable {
    /// It has received no message yet.
    case new
    /// It receives messages, or is quiet for no longer than it may be.
    case live
    /// It has received no message for longer than it may be quiet.
    case late
    /// Its source cannot be reached or read.
    case failed
  }

  /// The name of the input.
  package let name: String
  /// `stream`, `poll`, `follow`, `listen` or `document`.
  package let kind: String
  /// How it fares.
  package let state: State
  /// How long ago the last message came, in seconds.
  package let age: Double?
  /// How many messages were applied.
  package let messages: Int
  /// How many messages could not be applied.
  package let rejected: Int
  /// How many messages come in a second.
  package let rate: Double?
  /// The milliseconds from the receipt of a message to its commit, for half of the messages.
  package let median: Double?
  /// The same for 99 of 100 messages.
  package let p99: Double?
  /// Why it fails, if it does.
  package let error: String?

  /// Describes an input.
  ///
  /// - Parameters:
  ///   - listed: The input with what the store keeps of it.
  ///   - now: The time, in seconds since 1970.
  package init(_ listed: ListedInputRecord, now: Double) {
    let (input, record, failure) = (listed.input, listed.record, listed.failure)
    name = input.name
    kind = input.kind
    // A clock that was set back makes no message come from the future.
    let age = record.map { max(0, now - $0.time) }
    self.age = age
    messages = record?.messages ?? 0
    rejected = record?.rejected ?? 0
    error = failure
    // Of an input that has gone silent, no more than a message since then.
    rate = listed.figures.map { min($0.rate, 1 / max(age ?? 0, 1e-9)) }
    median = listed.figures.map { $0.median * 1000 }
    p99 = listed.figures.map { $0.p99 * 1000 }
    let isLate = input.stale.map { (age ?? 0) > $0 / .seconds(1) } ?? false
    state = failure != nil ? .failed : record == nil ? .new : isLate ? .late : .live
  }

  /// In few words: `odds live 48/s`, `table late 94 s, 1 rejected`, `ads failed: the source answers 500`.
  package var summary: String {
    var text = "\(name) \(state.rawValue)"
    switch state {
    case .new: break
    case .live: if let rate { text += " \(rate.ofThreeDigits)/s" }
    case .late: text += " \(Int(age ?? 0)) s"
    case .failed: text += ": \(error ?? "")"
    }
    return rejected > 0 ? "\(text), \(rejected) rejected" : text
  }
}

extension Double {
  /// A number that is not negative, rounded to about three digits: `0.25`, `4.5`, `48`, `4870`.
  package var ofThreeDigits: String {
    switch self {
    case ..<1: "\((self * 100).rounded() / 100)"
    case ..<10: "\((self * 10).rounded() / 10)"
    default: "\(Int(rounded()))"
    }
  }
}

extension JSONWriter {
  /// Writes inputs as a list of objects.
  ///
  /// - Parameter inputs: The inputs.
  package mutating func inputs(_ inputs: [InputReport]) {
    func rounded(_ number: Double?) -> Value {
      number.map { .real(($0 * 1000).rounded() / 1000) } ?? .null
    }
    array { json in
      for input in inputs {
        json.object { json in
          json.key("name")
          json.text(input.name)
          json.key("kind")
          json.text(input.kind)
          json.key("state")
          json.text(input.state.rawValue)
          json.field("age", value: rounded(input.age))
          json.key("messages")
          json.integer(input.messages)
          json.key("rejected")
          json.integer(input.rejected)
          json.field("rate", value: rounded(input.rate))
          json.field("p50", value: rounded(input.median))
          json.field("p99", value: rounded(input.p99))
          json.key("error")
          json.text(input.error)
        }
      }
    }
  }
}
