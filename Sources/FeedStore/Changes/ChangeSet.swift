public import FeedModel

/// What a commit has touched: at least every row that differs, named by table and primary key.
///
/// A key may be listed whose row is as it was before, when a statement wrote the same values or
/// was undone; readers ask for the row and compare. A row that differs is never missing.
public struct ChangeSet: Sendable, Equatable {
  /// The tables with changes, by their place in the schema.
  public var tables: [TableChanges]
  /// Whether anything may differ, because the schema was changed or somebody else wrote.
  public var needsFullRefresh: Bool
  /// Whether others may have written, also what no query reads.
  public var hasOthers: Bool

  /// Lists changes.
  ///
  /// - Parameters:
  ///   - tables: The tables with changes.
  ///   - needsFullRefresh: Whether anything may differ.
  ///   - hasOthers: Whether others may have written.
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
  /// What several parts of a transaction have touched, or `nil` if there are none.
  ///
  /// - Parameter parts: The parts.
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
  /// The keys, in ascending order if they are integers.
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
  /// The table's place in the schema.
  public let table: Int
  /// The keys, each once: integers in ascending order, others in the order of their first change.
  public let keys: ContiguousArray<ObjectKey>

  /// Lists the touched keys of a table.
  ///
  /// - Parameters:
  ///   - table: The table's place in the schema.
  ///   - keys: The keys, each once.
  public init(table: Int, keys: ContiguousArray<ObjectKey>) {
    self.table = table
    self.keys = keys
  }
}
