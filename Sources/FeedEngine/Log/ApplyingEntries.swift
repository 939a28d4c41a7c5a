import FeedModel
import FeedStore

/// The entries that the transaction under way applies, and what it will note of them.
struct ApplyingEntries {
  let entries: ArraySlice<SequencedEntry>
  private(set) var applied: AppliedEntries
  /// What became of the entries so far.
  private(set) var done: [AppliedEntry] = []
  /// What the store is to keep of the inputs.
  private var records: [String: InputRecord] = [:]
  /// Whether the entry that is applied now was applied before.
  private var isRepeated = false
  /// If the only entry was refused: the reason, which is noted in its place.
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

  /// The entry that is applied now.
  var current: SequencedEntry { entries[entries.startIndex + done.count] }

  /// Looks whether the current entry was applied before, in the transaction that would apply it.
  ///
  /// A message of an input that leaves numbers out is passed over as well: the log has forgotten what was before it.
  /// Its sender reads on from the last message that every replica has applied.
  ///
  /// - Returns: Whether it is passed over.
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

  /// Notes what became of the current entry, in the same transaction.
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
        // By the entries and not by a clock, so that all replicas forget the same requests at the same entry. One
        // request in 256 does so for up to a thousand, so that they do not pile up.
        if current.digest.bytes.first == 0 {
          _ = try writer.forgetRequests(
            before: request.time - RequestPart.lifetime,
            limit: RequestPart.mostForgotten
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

  /// Writes to the store how far the log is applied, once all entries of the transaction are.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  mutating func write(_ state: StateHash, _ writer: Writer) throws {
    applied.state = state
    for (input, record) in records { try writer.set(record, ofInput: input) }
    try writer.set(applied)
  }

  /// What the store is to keep of the input that the current entry came from; `nil` if it came from none, or
  /// was applied before.
  var inputRecord: (input: String, record: InputRecord)? {
    guard !isRepeated, case .success(let entry) = current.entry, let step = entry.step else {
      return nil
    }
    var record = records[step.input] ?? InputRecord()
    if step.number == 0 {
      // Only its sender hears of a message that cannot be applied; inputs do not count it.
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
