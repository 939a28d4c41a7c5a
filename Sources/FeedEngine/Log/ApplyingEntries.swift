import FeedModel
import FeedStore

/// The entries that the current transaction applies, and the records that it will store for them.
struct ApplyingEntries {
  let entries: ArraySlice<SequencedEntry>
  private(set) var applied: AppliedEntries
  /// The outcomes of the entries so far.
  private(set) var done: [AppliedEntry] = []
  /// The records of inputs to store.
  private var records: [String: InputRecord] = [:]
  /// Whether the current entry was applied before.
  private var isRepeated = false
  /// The reason for which the only entry was refused, recorded instead of its change; or `nil`.
  private let refusal: (any Error)?

  init(
    _ entries: ArraySlice<SequencedEntry>,
    after applied: AppliedEntries,
    refused refusal: (any Error)? = nil
  ) {
    self.entries = entries
    self.applied = applied
    self.refusal = refusal
  }

  /// The entry that is currently applied.
  var current: SequencedEntry { entries[entries.startIndex + done.count] }

  /// Checks whether the current entry was applied before, in the transaction that would apply it.
  ///
  /// A message whose number follows a gap is skipped as well: the log has lost the messages before it.
  /// Its sender resumes after the last message that every replica has applied.
  ///
  /// - Returns: Whether the entry is skipped.
  /// - Throws: `StoreError` if the store cannot be read.
  mutating func begin(_ writer: Writer) throws -> Bool {
    isRepeated = false
    guard case .success(let entry) = current.entry else { return false }
    if let step = entry.step {
      let record = try records[step.input] ?? writer.record(ofInput: step.input) ?? InputRecord()
      records[step.input] = record
      isRepeated = step.number > 0 && !entry.isNext(step.number, after: record)
    }
    if let request = entry.request, let record = try writer.record(ofRequest: request.key) {
      isRepeated = isRepeated || record.parts >= request.part || record.digest != request.digest
    }
    return isRepeated
  }

  /// Records the outcome of the current entry in the same transaction.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  mutating func end(_ update: FeedUpdate?, version: Int, _ writer: Writer) throws {
    let entry = current
    let outcome: EntryOutcome =
      if let refusal { .refused(refusal, update) } else if isRepeated { .repeated } else {
        .applied(update)
      }
    if !isRepeated, case .success(let entry) = entry.entry {
      if let (input, record) = inputRecord { records[input] = record }
      if refusal == nil, let request = entry.request {
        try request.note(version: version, in: writer)
        // Expiry depends on the entries and not on a clock, so that all replicas forget the same requests at
        // the same entry. One request in 256 removes up to a thousand, so that they do not accumulate.
        if current.digest.bytes.first == 0 {
          _ = try writer.forgetRequests(
            before: request.time - IdempotencyKey.lifetime,
            limit: IdempotencyKey.mostForgotten
          )
        }
      }
    }
    applied.add(entry, outcome, version: version)
    done.append(
      AppliedEntry(
        sequence: entry.sequence,
        digest: entry.digest,
        outcome: outcome,
        version: version,
        chain: applied.chain
      )
    )
  }

  /// Stores the position in the log after all entries of the transaction are applied.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  mutating func write(_ state: StateHash, _ writer: Writer) throws {
    applied.state = state
    for (input, record) in records { try writer.set(record, ofInput: input) }
    try writer.set(applied)
  }

  /// The new record of the input that the current entry came from.
  ///
  /// It is `nil` if the entry did not come from an input or was applied before.
  var inputRecord: (input: String, record: InputRecord)? {
    guard !isRepeated, case .success(let entry) = current.entry, let step = entry.step else {
      return nil
    }
    var record = records[step.input] ?? InputRecord()
    if step.number == 0 {
      // The sender of a message that cannot be applied gets the error; the input does not count it.
      guard refusal == nil else { return nil }
      record.messages += 1
    } else if refusal == nil {
      record.messages = step.number - record.rejected
    } else {
      record.rejected = step.number - record.messages
    }
    if step.number > 0 { record.position = step.position }
    record.time = step.time
    return (step.input, record)
  }
}

extension FeedEntry {
  /// Returns whether a message follows the last message of its input.
  fileprivate func isNext(_ number: Int, after record: InputRecord) -> Bool {
    let known = record.messages + record.rejected
    // An entry for rejected messages may count many of them.
    if case .rejected = change { return number > known }
    return number == known + 1
  }
}
