package import FeedModel

/// What an entry of an ordered log says: a change of the feed, and where it comes from.
///
/// Everything that applying it depends on is in it or in the store: no clock, and nothing of who applies it.
package struct FeedEntry: Hashable, Sendable {
  /// What is to change.
  package enum Change: Hashable, Sendable {
    /// A line of a fixture without `sql`, or what the adapter takes.
    case message(String, adapter: String?)
    /// A document as a whole, by its name.
    case document(String, [UInt8])
    /// An action of the feed file, on an item or a section by its name.
    case action(String, target: String?, values: [String: Value])
    /// An item, by its name, is put next to another one.
    case move(String, beside: String, isBefore: Bool)
    /// The time that `:now` stands for from here on.
    case tick(Value)
    /// How an input fares from here on.
    case condition(InputCondition, input: String)
    /// A message of an input that nobody can apply, with the reason: not UTF-8, or too long.
    case rejected(String, adapter: String?, reason: String)
    /// From here on another feed file or composer shows the rows, by the digest of both.
    case upgrade(feed: String)
  }

  /// The step of an input that an entry is.
  package struct Step: Hashable, Sendable {
    /// The name of the input.
    package var input: String
    /// The number of the message among all of the input, from one: a number that was applied is not applied again, and
    /// one that leaves others out is not applied yet.
    ///
    /// Zero stands for the next one, in an input that several write to.
    package var number: Int
    /// Where the input goes on behind it, in words of its own.
    package var position: String?
    /// When the message came, in seconds since 1970.
    package var time: Double

    /// Describes a step.
    package init(input: String, number: Int, position: String?, time: Double) {
      self.input = input
      self.number = number
      self.position = position
      self.time = time
    }
  }

  /// What is to change.
  package var change: Change
  /// Which step of which input it is, if an input has sent it.
  package var step: Step?
  /// Which part of a client's request it is, if a client has asked for it.
  package var request: RequestPart?

  /// Describes an entry.
  package init(_ change: Change, step: Step? = nil, request: RequestPart? = nil) {
    self.change = change
    self.step = step
    self.request = request
  }
}

/// An entry where it stands in a log.
package struct SequencedEntry: Hashable, Sendable {
  /// Its number in the log.
  package var sequence: UInt64
  /// The digest of its bytes.
  package var digest: SHA256Digest
  /// What it says, or why nobody can apply it.
  package var entry: Result<FeedEntry, EngineError>

  /// Describes an entry.
  package init(_ sequence: UInt64, _ digest: SHA256Digest, _ entry: Result<FeedEntry, EngineError>)
  {
    self.sequence = sequence
    self.digest = digest
    self.entry = entry
  }
}

/// What became of an entry.
package enum EntryOutcome: Sendable {
  /// It is applied; with the version that it led to, unless nothing visible changed.
  case applied(FeedUpdate?)
  /// It was applied before under another number, or is not the next message of its input.
  case repeated
  /// It cannot be applied, here or anywhere; what was noted of that may have led to a version.
  case refused(any Error, FeedUpdate?)

  /// The version that it led to, if it led to one.
  package var update: FeedUpdate? {
    switch self {
    case .applied(let update), .refused(_, let update): update
    case .repeated: nil
    }
  }
}
