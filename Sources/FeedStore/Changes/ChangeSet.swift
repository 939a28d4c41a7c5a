public import FeedModel

/// The changes of a commit: at least every row that differs, by table and primary key.
///
/// A listed row need not differ: a statement may have written the same values, or may have been
/// undone. Readers read the row and compare. A row that differs is never missing.
public struct ChangeSet: Sendable, Equatable {
  /// The tables with changes, by their index in the schema.
  public var tables: [TableChanges]
  /// Whether anything may differ, since the schema or another program's rows changed.
  public var needsFullRefresh: Bool
  /// Whether other programs may have written, even rows that no query reads.
  public var hasOthers: Bool

  /// Creates a change set.
  ///
  /// - Parameters:
  ///   - needsFullRefresh: Whether anything may differ.
  ///   - hasOthers: Whether other programs may have written.
  public init(
    tables: [TableChanges] = [],
    needsFullRefresh: Bool = false,
    hasOthers: Bool = false
  ) {
    self.tables = tables
    self.needsFullRefresh = needsFullRefresh
    self.hasOthers = hasOthers || needsFullRefresh
  }

  /// Whether nothing can differ.
  public var isEmpty: Bool { tables.isEmpty && !needsFullRefresh }
}

extension ChangeSet {
  /// Combines the changes of parts of a transaction; returns `nil` if there are no parts.
  package init?(joining parts: [ChangeSet]) {
    guard parts.count > 1 else {
      guard let only = parts.first else { return nil }
      self = only
      return
    }
    var keys: [Int: DistinctKeys] = [:]
    for changes in parts.lazy.flatMap(\.tables) {
      for key in changes.keys { keys[changes.table, default: DistinctKeys()].insert(key) }
    }
    self.init(
      tables: keys.sorted { $0.key < $1.key }
        .map { TableChanges(table: $0.key, keys: $0.value.keys.integersAscending()) },
      needsFullRefresh: parts.contains(where: \.needsFullRefresh),
      hasOthers: parts.contains(where: \.hasOthers)
    )
  }
}

extension ContiguousArray<ObjectKey> {
  /// Returns the keys, in ascending order if all are integers.
  fileprivate func integersAscending() -> Self {
    let integers = compactMap { key -> Int64? in
      if case .integer(let integer) = key { integer } else { nil }
    }
    guard integers.count == count else { return self }
    return Self(integers.sorted().map { .integer($0) })
  }
}

/// The keys that a commit has touched in one table.
public struct TableChanges: Sendable, Equatable {
  /// The table's index in the schema.
  public let table: Int
  /// The keys, each once: integers in ascending order, others in the order of their first change.
  public let keys: ContiguousArray<ObjectKey>

  /// Creates the changes of one table.
  public init(table: Int, keys: ContiguousArray<ObjectKey>) {
    self.table = table
    self.keys = keys
  }
}
