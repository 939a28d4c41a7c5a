package import FeedModel

/// The content of an entry of an ordered log: a change of the feed, and its origin.
///
/// The result of applying it depends only on the entry and the store, not on a clock or on the replica.
package struct FeedEntry: Hashable, Sendable {
  /// A change of the feed.
  package enum Change: Hashable, Sendable {
    /// A line of a fixture without `sql`, or a message in the format of the adapter.
    case message(String, adapter: String?)
    /// A document as a whole, by its name.
    case document(String, [UInt8])
    /// An action of the feed file, on an item or a section by its name.
    case action(String, target: String?, values: [String: Value])
    /// A move of an item, by its name, next to another item.
    case move(String, beside: String, isBefore: Bool)
    /// The value of `:now` from this entry on.
    case tick(Value)
    /// The condition of an input from this entry on.
    case condition(InputCondition, input: String)
    /// A message of an input that no replica can apply, with the reason: not UTF-8, or too long.
    case rejected(String, adapter: String?, reason: String)
    /// The digest of the feed file and the composer that show the rows from this entry on.
    case upgrade(feed: String)
  }

  /// A step of an input: the message that an entry contains.
  package struct Step: Hashable, Sendable {
    /// The name of the input.
    package var input: String
    /// The number of the message among all messages of the input, from one.
    ///
    /// A number that was applied before is skipped, and so is a number after a gap. Zero means the next
    /// number, for an input that several processes write to.
    package var number: Int
    /// The position of the input after the message, in its own notation.
    package var position: String?
    /// The time of receipt, in seconds since 1970.
    package var time: Double

    /// Describes a step.
    package init(input: String, number: Int, position: String?, time: Double) {
      self.input = input
      self.number = number
      self.position = position
      self.time = time
    }
  }

  /// The change of the feed.
  package var change: Change
  /// The step of an input, if the entry comes from an input.
  package var step: Step?
  /// The part of a client's request, if the entry comes from a client.
  package var request: IdempotencyKey?

  /// Describes an entry.
  package init(_ change: Change, step: Step? = nil, request: IdempotencyKey? = nil) {
    self.change = change
    self.step = step
    self.request = request
  }
}

/// An entry and its number in a log.
package struct SequencedEntry: Hashable, Sendable {
  /// The number of the entry in the log.
  package var sequence: UInt64
  /// The digest of the entry's bytes.
  package var digest: SHA256Digest
  /// The content, or the reason why no replica can apply it.
  package var entry: Result<FeedEntry, EngineError>

  /// Describes an entry.
  package init(_ sequence: UInt64, _ digest: SHA256Digest, _ entry: Result<FeedEntry, EngineError>)
  {
    self.sequence = sequence
    self.digest = digest
    self.entry = entry
  }
}

/// The outcome of an entry.
package enum EntryOutcome: Sendable {
  /// The entry is applied; the update is `nil` if nothing visible changed.
  case applied(FeedUpdate?)
  /// The entry was applied before under another number, or is not the next message of its input.
  case repeated
  /// No replica can apply the entry; recording that may have led to a version.
  case refused(any Error, FeedUpdate?)

  /// The version that the entry led to, or `nil`.
  package var update: FeedUpdate? {
    switch self {
    case .applied(let update), .refused(_, let update): update
    case .repeated: nil
    }
  }
}
