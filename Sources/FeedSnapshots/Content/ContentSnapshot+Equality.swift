extension ContentSnapshot: Equatable {
  /// Compares two snapshots: ids, contents and order of sections and items.
  ///
  /// - Returns: Whether both are equal.
  /// - Complexity: O(*d* log *n*) for versions *d* edits apart, O(*n*) otherwise.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    if lhs.sectionRoot === rhs.sectionRoot { return true }
    guard lhs.sectionCount == rhs.sectionCount, lhs.itemCount == rhs.itemCount else { return false }
    return areEqual(lhs.sectionRoot, rhs.sectionRoot) { left, right in
      left.id == right.id && left.content == right.content
        && areEqual(left.items, right.items) { $0 == $1 }
    }
  }

  /// Compares two trees, skipping the nodes that both share at the same position.
  @inlinable
  static func areEqual<Element>(
    _ left: TreeNode<Element>?,
    _ right: TreeNode<Element>?,
    by areEqual: (Element, Element) -> Bool
  ) -> Bool {
    if left === right { return true }
    guard left?.count == right?.count else { return false }
    let comparison = TreeComparison(old: left, new: right)
    guard comparison.shared.allSatisfy({ $0.oldStart == $0.newStart }) else { return false }
    var old = SequenceMatcher<Element>.Cursor(comparison.old)
    var new = SequenceMatcher<Element>.Cursor(comparison.new)
    while !old.isAtEnd, !new.isAtEnd {
      guard areEqual(old.element, new.element) else { return false }
      old.advance(by: 1)
      new.advance(by: 1)
    }
    return old.isAtEnd && new.isAtEnd
  }
}
