/// The edits that turn one snapshot into another, as one batch of a list view.
///
/// Indices start at zero. Deletes and the sources of moves are indices in the *old* snapshot;
/// inserts and the targets of moves are indices in the *new* one. Reloads and reconfigures are
/// performed after all of these; their indices are in the *new* snapshot.
///
/// Deletes are in descending order, inserts, reloads and reconfigures in ascending order, and moves
/// in the order of their targets. So equal pairs of snapshots have equal batches.
///
/// An encoded batch has all nine keys, even those of empty lists; paths are pairs, `[2,14]`.
///
/// ```swift
/// let batch = old.updates(to: new)
/// batch.deleteItems    // [[0, 4], [0, 1]]
/// batch.moveItems      // [[1, 0] → [0, 2]]
/// ```
public struct BatchUpdates: Hashable, Sendable, Codable {
  /// Indices of the deleted sections, in the old snapshot, descending.
  public var deleteSections: [Int] = []
  /// Indices of the inserted sections, in the new snapshot, ascending.
  public var insertSections: [Int] = []
  /// The moved sections, by target.
  public var moveSections: [SectionMove] = []
  /// Paths of the deleted items, in the old snapshot, descending.
  public var deleteItems: [SnapshotPath] = []
  /// Paths of the inserted items, in the new snapshot, ascending.
  public var insertItems: [SnapshotPath] = []
  /// The moved items, by target.
  public var moveItems: [ItemMove] = []
  /// Indices of the sections to reload, in the new snapshot, ascending.
  public var reloadSections: [Int] = []
  /// Paths of the items to reload, in the new snapshot, ascending.
  public var reloadItems: [SnapshotPath] = []
  /// Paths of the items whose views stay and show new content, in the new snapshot, ascending.
  public var reconfigureItems: [SnapshotPath] = []

  /// Creates an empty batch.
  @inlinable
  public init() {}
}

extension BatchUpdates {
  /// Adds moves of sections, each among sections that keep their order.
  ///
  /// The result equals that of a comparison: the section moves instead of those that it passes, and of two that
  /// change places the first one moves. If items are inserted, deleted or moved too, or if several sections move,
  /// a comparison must decide by the other edits of each section.
  ///
  /// - Returns: Whether the moves are known without a comparison; if not, the batch is unchanged.
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
  /// The move of a section.
  public struct SectionMove: Hashable, Sendable, Codable {
    /// Its index in the old snapshot.
    public var from: Int
    /// Its index in the new snapshot.
    public var to: Int

    /// Creates a move from two indices.
    @inlinable
    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// The move of an item.
  public struct ItemMove: Hashable, Sendable, Codable {
    /// Its path in the old snapshot.
    public var from: SnapshotPath
    /// Its path in the new snapshot.
    public var to: SnapshotPath

    /// Creates a move from two paths.
    @inlinable
    public init(from: SnapshotPath, to: SnapshotPath) {
      self.from = from
      self.to = to
    }
  }

  /// A kind of edit, with the name that list views use.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A section is deleted.
    case deleteSections
    /// A section is inserted.
    case insertSections
    /// A section moves.
    case moveSections
    /// An item is deleted.
    case deleteItems
    /// An item is inserted.
    case insertItems
    /// An item moves.
    case moveItems
    /// A section is reloaded.
    case reloadSections
    /// An item is reloaded.
    case reloadItems
    /// The view of an item stays and shows new content.
    case reconfigureItems
  }

  /// Counts the edits of one kind.
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

  /// The number of edits of each kind, in the order of the kinds.
  public var counts: [(kind: Kind, count: Int)] { Kind.allCases.map { ($0, count(of: $0)) } }

  /// The number of edits.
  public var operationCount: Int { counts.reduce(0) { $0 + $1.count } }

  /// Whether the batch changes nothing.
  public var isEmpty: Bool { !hasStructure && !hasMarks }

  /// Whether anything is inserted, deleted or moved.
  public var hasStructure: Bool {
    !(deleteSections.isEmpty && insertSections.isEmpty && moveSections.isEmpty
      && deleteItems.isEmpty && insertItems.isEmpty && moveItems.isEmpty)
  }

  /// Whether anything is reloaded or reconfigured.
  public var hasMarks: Bool {
    !(reloadSections.isEmpty && reloadItems.isEmpty && reconfigureItems.isEmpty)
  }
}

/// The restrictions that a batch keeps in addition to being correct.
public enum UpdateProfile: String, Hashable, Sendable, CaseIterable {
  /// No item is inserted, deleted or moved in a section that moves: real list views fail there.
  ///
  /// The sections that would cost most to rebuild stay in place; a section that must both move and
  /// change is deleted and inserted.
  case safe
  /// The fewest section moves, then the fewest item moves, without restrictions.
  case minimal
}

extension BatchUpdates {
  /// Describes the batch as calls of a list view: one line per edit, with the ids.
  ///
  /// ```
  /// deleteItems(at: [0, 4])             apple
  /// moveItem(at: [1, 0], to: [0, 2])    pear
  /// ```
  ///
  /// - Returns: The lines, in the order in which a list view performs them.
  /// - Complexity: O(*d* log *n*) for *d* edits.
  public func lines<SectionID, SectionContent, ItemID, ItemContent>(
    from old: ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>,
    to new: ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>
  ) -> [String] {
    let rows = (0..<operationCount).map { position -> (call: String, id: String) in
      let edit = edit(at: position)
      switch edit {
      case .deleteSection(let index): return (edit.call, "\(old.sectionID(at: index))")
      case .deleteItem(let path): return (edit.call, "\(old.item(at: path).id)")
      case .insertSection(let index), .reloadSection(let index):
        return (edit.call, "\(new.sectionID(at: index))")
      case .moveSection(let move): return (edit.call, "\(new.sectionID(at: move.to))")
      case .moveItem(let move): return (edit.call, "\(new.item(at: move.to).id)")
      case .insertItem(let path), .reloadItem(let path), .reconfigureItem(let path):
        return (edit.call, "\(new.item(at: path).id)")
      }
    }
    let width = rows.map(\.call.count).max() ?? 0
    return rows.map { row in
      row.call + String(repeating: " ", count: width + 2 - row.call.count) + row.id
    }
  }
}

extension BatchUpdates: CustomStringConvertible {
  /// The edits by kind, with their paths.
  public var description: String {
    var parts: [String] = []
    func add(_ kind: Kind, _ places: [String]) {
      if !places.isEmpty { parts.append("\(kind.rawValue): \(places.joined(separator: ", "))") }
    }
    add(.deleteSections, deleteSections.map(\.description))
    add(.insertSections, insertSections.map(\.description))
    add(.moveSections, moveSections.map(\.description))
    add(.deleteItems, deleteItems.map(\.description))
    add(.insertItems, insertItems.map(\.description))
    add(.moveItems, moveItems.map(\.description))
    add(.reloadSections, reloadSections.map(\.description))
    add(.reloadItems, reloadItems.map(\.description))
    add(.reconfigureItems, reconfigureItems.map(\.description))
    return parts.isEmpty ? "no updates" : parts.joined(separator: "; ")
  }
}

extension BatchUpdates.SectionMove: CustomStringConvertible {
  /// The two indices, for example `2 → 0`.
  public var description: String { "\(from) → \(to)" }
}

extension BatchUpdates.ItemMove: CustomStringConvertible {
  /// The two paths, for example `[0, 0] → [0, 2]`.
  public var description: String { "\(from) → \(to)" }
}

extension BatchUpdates {
  /// Returns the edit at a position in the order in which a list view performs the batch.
  ///
  /// - Precondition: The position is below ``operationCount``.
  /// - Complexity: O(1).
  package func edit(at position: Int) -> BatchEdit {
    var rest = position
    /// Returns the element of a list, or `nil` if the position is in a later list.
    func element<Element>(_ list: [Element]) -> Element? {
      if rest < list.count { return list[rest] }
      rest -= list.count
      return nil
    }
    if let index = element(deleteSections) { return .deleteSection(index) }
    if let path = element(deleteItems) { return .deleteItem(path) }
    if let index = element(insertSections) { return .insertSection(index) }
    if let move = element(moveSections) { return .moveSection(move) }
    if let path = element(insertItems) { return .insertItem(path) }
    if let move = element(moveItems) { return .moveItem(move) }
    if let index = element(reloadSections) { return .reloadSection(index) }
    if let path = element(reloadItems) { return .reloadItem(path) }
    if let path = element(reconfigureItems) { return .reconfigureItem(path) }
    preconditionFailure("edit \(position) is outside 0..<\(operationCount)")
  }
}
