/// A strict stand-in for a list view: holds a version, performs batches, and accepts no mistake.
///
/// Real list views crash, or show the wrong thing, when a batch does not fit the data. The model
/// tells which rule is broken, where, and by which id. It is made of plain arrays and shares no code
/// with the snapshots it judges. Use it to test a renderer or a diff of your own.
///
/// ```swift
/// var model = CollectionModel(old)
/// try model.perform(old.updates(to: new), to: new)
/// model.holds(new)                                  // true
/// model.warnings(of: batch, to: new)                // what is legal but unsafe
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
    /// What the section shows about itself.
    public var content: SectionContent
    /// The items, in order.
    public var items: [SnapshotEntry<ItemID, ItemContent>]

    /// Makes a section.
    ///
    /// - Parameters:
    ///   - id: The section's identity.
    ///   - content: What the section shows about itself.
    ///   - items: The items, in order.
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

  /// When a list view performs reloads and reconfigures.
  public enum MarkPhase: Sendable {
    /// In a call of their own, once the structure stands: what this module's batches are made for.
    case afterStructure
    /// In the same call as deletes, inserts and moves.
    case withStructure
  }

  @usableFromInline
  var shown: [Section]

  /// What the model shows.
  @inlinable
  public var sections: [Section] { shown }
  /// When the list view performs reloads and reconfigures.
  public let marks: MarkPhase

  /// Makes a model that shows a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: What to show.
  ///   - marks: When the list view performs reloads and reconfigures.
  /// - Complexity: O(*n*).
  @inlinable
  public init(_ snapshot: Snapshot, marks: MarkPhase = .afterStructure) {
    shown = CollectionModel.sections(of: snapshot)
    self.marks = marks
  }

  /// Tells whether the model shows a snapshot: ids, contents and order.
  ///
  /// - Parameter snapshot: A snapshot.
  /// - Returns: Whether the model shows exactly that.
  /// - Complexity: O(*n*).
  @inlinable
  public func holds(_ snapshot: Snapshot) -> Bool {
    sections == CollectionModel.sections(of: snapshot)
  }

  /// Performs a batch, if it keeps all rules.
  ///
  /// - Parameters:
  ///   - batch: The edits.
  ///   - old: The snapshot that the batch was made from, if it is to be compared as well.
  ///   - new: The snapshot that the batch leads to; what is inserted comes from it.
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
  /// Finds the rules that a batch breaks.
  ///
  /// - Parameters:
  ///   - batch: The edits.
  ///   - old: The snapshot that the batch was made from, if it is to be compared as well.
  ///   - new: The snapshot that the batch leads to.
  /// - Returns: What is wrong; `nil` if the batch may be performed.
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
      judge.report(16, "the batch was made from another version than the one that is shown")
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

  /// Finds what is legal in a batch but known to go wrong in real list views.
  ///
  /// - Parameters:
  ///   - batch: The edits, which keep the rules 1 to 21.
  ///   - new: The snapshot that the batch leads to.
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
