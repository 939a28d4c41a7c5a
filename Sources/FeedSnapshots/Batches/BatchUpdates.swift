/// The edits that turn one snapshot into another, as a list view performs them: in one batch.
///
/// Sections and items are counted from zero. Deletes and the sources of moves are places in the
/// *old* snapshot; inserts and the targets of moves are places in the *new* one. Reloads and
/// reconfigures come after all of these, and are places in the *new* snapshot.
///
/// Deletes are in descending order, inserts, reloads and reconfigures in ascending order, and moves
/// in the order of their targets: equal pairs of snapshots have equal batches.
///
/// Encoded, a batch has all nine keys, whether empty or not; paths are pairs, `[2,14]`.
///
/// ```swift
/// let batch = old.updates(to: new)
/// batch.deleteItems    // [[0, 4], [0, 1]]
/// batch.moveItems      // [[1, 0] → [0, 2]]
/// ```
public struct BatchUpdates: Hashable, Sendable, Codable {
  /// Indices of the sections that go, in the old snapshot, descending.
  public var deleteSections: [Int] = []
  /// Indices of the sections that come, in the new snapshot, ascending.
  public var insertSections: [Int] = []
  /// Sections that stand elsewhere, by target.
  public var moveSections: [SectionMove] = []
  /// Paths of the items that go, in the old snapshot, descending.
  public var deleteItems: [SnapshotPath] = []
  /// Paths of the items that come, in the new snapshot, ascending.
  public var insertItems: [SnapshotPath] = []
  /// Items that stand elsewhere, by target.
  public var moveItems: [ItemMove] = []
  /// Indices of the sections to show afresh, in the new snapshot, ascending.
  public var reloadSections: [Int] = []
  /// Paths of the items to show afresh, in the new snapshot, ascending.
  public var reloadItems: [SnapshotPath] = []
  /// Paths of the items whose views stay but show something else, in the new snapshot, ascending.
  public var reconfigureItems: [SnapshotPath] = []

  /// Makes a batch that changes nothing.
  @inlinable
  public init() {}
}

extension BatchUpdates {
  /// States that sections stand elsewhere, each among others that keep their order.
  ///
  /// That is the batch that comparing finds: one section moves less than those that it passes, and of two that
  /// change places the first one moves. Where items come, go or move too, or where a few sections more move,
  /// comparing decides by how much else is done to each.
  ///
  /// - Parameter moves: What moves, each within a run of sections of its own.
  /// - Returns: Whether it can be said without comparing; if not, the batch is as before.
  package mutating func state(_ moves: ContiguousArray<SectionMove>) -> Bool {
    guard !moves.isEmpty else { return true }
    guard moves.count <= 4, deleteItems.isEmpty, insertItems.isEmpty, moveItems.isEmpty else {
      return false
    }
    moveSections = moves.map {
      $0.to == $0.from - 1 ? SectionMove(from: $0.to, to: $0.from) : $0
    }
    moveSections.sort { $0.to < $1.to }
    return true
  }
}

extension BatchUpdates {
  /// A section that stands elsewhere.
  public struct SectionMove: Hashable, Sendable, Codable {
    /// Its index in the old snapshot.
    public var from: Int
    /// Its index in the new snapshot.
    public var to: Int

    /// Joins two indices.
    ///
    /// - Parameters:
    ///   - from: The index in the old snapshot.
    ///   - to: The index in the new snapshot.
    @inlinable
    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// An item that stands elsewhere.
  public struct ItemMove: Hashable, Sendable, Codable {
    /// Its path in the old snapshot.
    public var from: SnapshotPath
    /// Its path in the new snapshot.
    public var to: SnapshotPath

    /// Joins two paths.
    ///
    /// - Parameters:
    ///   - from: The path in the old snapshot.
    ///   - to: The path in the new snapshot.
    @inlinable
    public init(from: SnapshotPath, to: SnapshotPath) {
      self.from = from
      self.to = to
    }
  }

  /// A kind of edit, named as list views name it.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A section goes.
    case deleteSections
    /// A section comes.
    case insertSections
    /// A section stands elsewhere.
    case moveSections
    /// An item goes.
    case deleteItems
    /// An item comes.
    case insertItems
    /// An item stands elsewhere.
    case moveItems
    /// A section is shown afresh.
    case reloadSections
    /// An item is shown afresh.
    case reloadItems
    /// The view of an item stays but shows something else.
    case reconfigureItems
  }

  /// Counts the edits of one kind.
  ///
  /// - Parameter kind: The kind.
  /// - Returns: How many there are.
  public func count(of kind: Kind) -> Int {
    switch kind {
    case .deleteSections: deleteSections.count
    case .insertSections: insertSections.count
    case .moveSections: moveSections.count
    case .deleteItems: deleteItems.count
    case .insertItems: insertItems.count
    case .moveItems: moveItems.count
    case .reloadSections: reloadSections.count
    case .reloadItems: reloadItems.count
    case .reconfigureItems: reconfigureItems.count
    }
  }

  /// How many edits there are of each kind, in the order of the kinds.
  public var counts: [(kind: Kind, count: Int)] { Kind.allCases.map { ($0, count(of: $0)) } }

  /// How many edits there are.
  public var operationCount: Int { counts.reduce(0) { $0 + $1.count } }

  /// Whether the batch changes nothing.
  public var isEmpty: Bool { !hasStructure && !hasMarks }

  /// Whether anything comes, goes or moves.
  public var hasStructure: Bool {
    !(deleteSections.isEmpty && insertSections.isEmpty && moveSections.isEmpty
      && deleteItems.isEmpty && insertItems.isEmpty && moveItems.isEmpty)
  }

  /// Whether anything is reloaded or reconfigured.
  public var hasMarks: Bool {
    !(reloadSections.isEmpty && reloadItems.isEmpty && reconfigureItems.isEmpty)
  }
}

/// What a batch must hold to, beyond being right.
public enum UpdateProfile: String, Hashable, Sendable, CaseIterable {
  /// No item comes, goes or moves inside a section that moves, which real list views get wrong.
  ///
  /// Those sections stay whose rebuilding would cost most; one that must both move and change is
  /// deleted and inserted.
  case safe
  /// The fewest section moves, then the fewest item moves, wherever they fall.
  case minimal
}
