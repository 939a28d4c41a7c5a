/// A strict model of a list view: it holds a version, performs batches and rejects invalid ones.
///
/// Real list views crash or show wrong items if a batch does not fit the data. The model reports
/// the broken rule, the position and the id. It consists of plain arrays and shares no code with
/// the snapshots that it checks. Use it to test your own renderer or diff.
///
/// ```swift
/// var model = CollectionModel(old)
/// let batch = old.updates(to: new)
/// model.violations(of: batch, to: new)              // [], or the rules that the batch breaks
/// model.warnings(of: batch, to: new)                // valid but unsafe edits of the shown version
/// try model.perform(batch, to: new)
/// model.holds(new)                                  // true
/// ```
public struct CollectionModel<SectionID, SectionContent, ItemID, ItemContent>: Sendable
where
  SectionID: Hashable & Sendable,
  SectionContent: Equatable & Sendable,
  ItemID: Hashable & Sendable,
  ItemContent: Equatable & Sendable
{
  /// The snapshots that the model shows.
  public typealias Snapshot = ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>

  /// A section as the model shows it.
  public struct Section: Equatable, Sendable {
    /// The section's identity.
    public var id: SectionID
    /// The content of the section.
    public var content: SectionContent
    /// The items, in order.
    public var items: [SnapshotEntry<ItemID, ItemContent>]

    /// Creates a section.
    @inlinable
    public init(
      id: SectionID,
      content: SectionContent,
      items: [SnapshotEntry<ItemID, ItemContent>]
    ) {
      self.id = id
      self.content = content
      self.items = items
    }
  }

  /// The time at which a list view performs reloads and reconfigures.
  public enum MarkPhase: Sendable {
    /// In their own call, after the edits of the structure, as this module's batches expect.
    case afterStructure
    /// In the same call as deletes, inserts and moves.
    case withStructure
  }

  @usableFromInline
  var shown: [Section]

  /// The sections that the model shows.
  @inlinable
  public var sections: [Section] { shown }
  /// The time at which the list view performs reloads and reconfigures.
  public let marks: MarkPhase

  /// Creates a model that shows a snapshot.
  ///
  /// - Parameter marks: The time at which the list view performs reloads and reconfigures.
  /// - Complexity: O(*n*).
  @inlinable
  public init(_ snapshot: Snapshot, marks: MarkPhase = .afterStructure) {
    shown = CollectionModel.sections(of: snapshot)
    self.marks = marks
  }

  /// Returns whether the model shows a snapshot, with its ids, contents and order.
  ///
  /// - Returns: Whether the model shows exactly that snapshot.
  /// - Complexity: O(*n*).
  @inlinable
  public func holds(_ snapshot: Snapshot) -> Bool {
    sections == CollectionModel.sections(of: snapshot)
  }

  /// Performs a batch if it keeps all rules.
  ///
  /// - Parameters:
  ///   - old: The snapshot before the batch, or `nil` to skip its comparison.
  ///   - new: The snapshot after the batch; it contains the inserted elements.
  /// - Throws: ``InvalidBatch`` with all broken rules.
  /// - Complexity: O(*n*).
  @inlinable
  public mutating func perform(
    _ batch: BatchUpdates,
    from old: Snapshot? = nil,
    to new: Snapshot
  ) throws(InvalidBatch) {
    let violations = violations(of: batch, from: old, to: new)
    guard violations.isEmpty else { throw InvalidBatch(violations: violations) }
    shown = CollectionModel.sections(of: new)
  }

  @inlinable
  static func sections(of snapshot: Snapshot) -> [Section] {
    snapshot.sections.map { Section(id: $0.id, content: $0.content, items: Array($0.items)) }
  }
}

extension CollectionModel {
  /// Returns the rules that a batch breaks.
  ///
  /// - Parameter old: The snapshot before the batch, or `nil` to skip its comparison.
  /// - Returns: The violations; empty if the batch is valid.
  /// - Complexity: O(*n*).
  @inlinable
  public func violations(
    of batch: BatchUpdates,
    from old: Snapshot? = nil,
    to new: Snapshot
  ) -> [BatchViolation] {
    var judge = BatchJudge(
      old: sections,
      new: CollectionModel.sections(of: new),
      batch: batch,
      marks: marks
    )
    if let old, !holds(old) {
      judge.report(16, "the batch was made from a different version than the shown one")
    }
    judge.checkBounds()
    guard judge.violations.isEmpty else { return judge.violations }
    judge.checkDisjointness()
    judge.checkInterplay()
    judge.checkMarks()
    judge.checkCounts()
    guard judge.violations.isEmpty else { return judge.violations }
    judge.checkReplay()
    return judge.violations
  }

  /// Returns the valid edits of a batch that real list views are known to perform wrongly.
  ///
  /// Call it before `perform`: the batch begins at the version that the model shows.
  ///
  /// - Parameter batch: The edits, which keep the rules 1 to 21.
  /// - Returns: The rules 22 to 26 that are broken.
  /// - Complexity: O(*n* · *moves*).
  @inlinable
  public func warnings(of batch: BatchUpdates, to new: Snapshot) -> [BatchViolation] {
    var judge = BatchJudge(
      old: sections,
      new: CollectionModel.sections(of: new),
      batch: batch,
      marks: marks
    )
    judge.checkBounds()
    guard judge.violations.isEmpty else { return [] }
    judge.checkSafety()
    return judge.violations
  }
}
