/// The changes of a commit in all shown queries.
package struct QueryEdits {
  /// The lists that differ, each once, in the order of their finding.
  package internal(set) var lists: ContiguousArray<ListEdit> = []
  /// Those of them whose groups may have another place, by query and from the first to the last.
  ///
  /// Move them in this order, each directly after its new predecessor. Sections that stay never
  /// change their order; those still to move are only temporarily between them.
  package private(set) var reordered: [ListEdit] = []
  /// The rows with other values of objects that are shown as more than a plain row somewhere.
  ///
  /// An object in several lists is there once for each of them, one after the other.
  package internal(set) var contents: ContiguousArray<ShownRow> = []
  /// Whether nothing else differs: no query failed or recovered, nor is anything left that a
  /// transaction has taken in which failed.
  package internal(set) var isComplete = true
  /// Whether a query failed that had not, or recovered.
  let hasStatusChanges: Bool

  init(hasStatusChanges: Bool) { self.hasStatusChanges = hasStatusChanges }

  /// Finds the groups with sections that may have another place.
  mutating func findReordered() {
    guard lists.contains(where: \.isReordered) else { return }
    reordered = lists.lazy.filter { $0.isReordered && $0.list.hasSection }
      .map { (edit: $0, place: $0.node.sections(before: $0.partition)) }
      .sorted { ($0.edit.root, $0.place) < ($1.edit.root, $1.place) }.map(\.edit)
  }
}

extension QueryEdits {
  /// The first promise of the contract with composers that an edit breaks; for assertions.
  var brokenPromise: String? {
    var seen: Set<ObjectIdentifier> = []
    for edit in lists {
      guard seen.insert(ObjectIdentifier(edit.partition)).inserted else {
        return "the list '\(edit.list.key)' has two edits"
      }
      if let broken = edit.brokenPromise { return "in the list '\(edit.list.key)' \(broken)" }
    }
    guard reordered.allSatisfy({ seen.contains(ObjectIdentifier($0.partition)) }) else {
      return "a group is reordered without an edit"
    }
    return nil
  }
}
