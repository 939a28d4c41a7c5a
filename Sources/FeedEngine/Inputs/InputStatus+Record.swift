package import FeedModel

extension InputStatus {
  /// Creates the status of an input from its stored record.
  ///
  /// - Parameters:
  ///   - now: The time, in seconds since 1970.
  ///   - isRunning: Whether a process runs the input; `nil` if that is unknown.
  package init(_ listed: ListedInputRecord, now: Double, isRunning: Bool? = nil) {
    self.init(name: listed.input.name, kind: listed.input.kind)
    if let record = listed.record { take(record) }
    if let figures = listed.figures { take(figures) }
    (problem, kept, stale) = (listed.failure, listed.kept, listed.input.stale?.written)
    // The stored rate of a silent input is outdated: it is at most one message in that time.
    let age = age(at: now) ?? 0
    if age > InputFigures.window { rate = rate.map { min($0, 1 / age) } }
    let silence = listed.record.map { max(0, now - $0.time) } ?? 0
    let isLate = listed.input.stale.map { silence > $0 / .seconds(1) } ?? false
    state = problem != nil ? .failed : isLate ? .late : lastMessage == nil ? .new : .live
    if isRunning == false, state != .new {
      state = .stopped
      rate = nil
    }
  }

  mutating func take(_ record: InputRecord) {
    lastMessage = record.lastMessage
    if state == .new, lastMessage != nil { state = .live }
    messages = record.messages
    rejected = record.rejected
    if let figures = record.figures { take(figures) }
  }

  mutating func take(_ figures: InputFigures) {
    rate = figures.rate
    median = figures.median * 1000
    p99 = figures.p99 * 1000
  }

  mutating func take(_ condition: InputCondition) {
    problem = nil
    switch condition {
    case .live: state = lastMessage == nil ? .new : .live
    case .late: state = .late
    case .failed(let reason): (state, problem) = (.failed, reason)
    }
  }

  /// Returns a short summary: `odds live 48 messages/s`, `table late 94 s, 1 rejected`, `ads failed: REASON`.
  ///
  /// - Parameter now: The time, in seconds since 1970.
  package func summary(at now: Double) -> String {
    var text = "\(name) \(state.rawValue)"
    switch state {
    case .new, .stopped: break
    case .live: if let rate { text += " \(rate.ofThreeDigits) messages/s" }
    case .late: text += age(at: now).map { " \(Int($0)) s" } ?? ", no messages yet"
    case .failed: text += ": \(problem ?? "")"
    }
    return rejected > 0 ? "\(text), \(rejected) rejected" : text
  }
}

extension Double {
  /// The text of a non-negative number, rounded to few digits: `0.25`, `4.5`, `48`, `4870`.
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
  /// - Parameter now: The time, in seconds since 1970.
  package mutating func inputs(_ inputs: [InputStatus], now: Double) {
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
          json.field("age", value: rounded(input.age(at: now)))
          json.key("messages")
          json.integer(input.messages)
          json.key("rejected")
          json.integer(input.rejected)
          if let kept = input.kept {
            json.key("kept")
            json.integer(kept)
          }
          json.field("rate", value: rounded(input.rate))
          json.field("p50", value: rounded(input.median))
          json.field("p99", value: rounded(input.p99))
          json.key("error")
          json.text(input.reason(at: now))
        }
      }
    }
  }
}
