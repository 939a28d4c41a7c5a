extension ContentSnapshot {
  /// Returns the number of nodes that this snapshot does not share with another version.
  ///
  /// Such counts, unlike times, are the same on every machine.
  ///
  /// - Complexity: O(*n*) for a tree of *n* nodes; for tests and measurements.
  package func nodeCount(notSharedWith other: Self) -> Int {
    var known = KnownNodes()
    known.note(other)
    return known.note(self)
  }
}

extension ContentSnapshot.Section {
  /// Returns whether both sections share one tree of items, which makes their items equal.
  ///
  /// - Complexity: O(1).
  package func sharesItems(with other: Self) -> Bool { record.items === other.record.items }
}

/// The nodes of several versions, by the addresses of their slots.
private struct KnownNodes {
  private var nodes: Set<UInt> = []

  /// Adds the nodes of a version.
  ///
  /// - Returns: The number of nodes that were unknown before.
  @discardableResult
  mutating func note<SectionID, SectionContent, ItemID, ItemContent>(
    _ snapshot: ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>
  ) -> Int {
    guard let root = snapshot.sectionRoot else { return 0 }
    var count = note(root)
    root.forEachLeaf { leaf in
      for record in leaf.elements {
        if let items = record.items { count += note(items) }
      }
    }
    return count
  }

  private mutating func note<Element>(_ node: TreeNode<Element>) -> Int {
    guard nodes.insert(node.address).inserted else { return 0 }
    return node.children.reduce(1) { $0 + note($1) }
  }
}
