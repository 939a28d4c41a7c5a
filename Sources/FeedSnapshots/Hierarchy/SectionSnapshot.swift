/// The items of one section as a forest: parents, their children, and the expanded ones.
///
/// The operations are those of Apple's `NSDiffableDataSourceSectionSnapshot`. Where Apple's type
/// traps, this one throws a ``SnapshotError`` and stays unchanged. Items are in depth-first order.
///
/// ```swift
/// var menu = SectionSnapshot<String>()
/// try menu.append(["Sports", "Betslip"])
/// try menu.append(["Football", "Tennis"], to: "Sports")
/// menu.visibleItems   // ["Sports", "Betslip"]
/// menu.expand(["Sports"])
/// menu.visibleItems   // ["Sports", "Football", "Tennis", "Betslip"]
/// ```
public struct SectionSnapshot<ItemID: Hashable & Sendable>: Sendable, Equatable {
  struct Node: Sendable, Equatable {
    var parent: ItemID?
    var children: [ItemID] = []
    var isExpanded = false
  }

  /// The items without a parent, in order.
  public internal(set) var rootItems: [ItemID] = []
  var nodes: [ItemID: Node] = [:]

  /// Creates a forest without items.
  public init() {}
}

extension SectionSnapshot {
  /// All items, depth-first, whether visible or not.
  public var items: [ItemID] { walk(rootItems) { _ in true } }

  /// The items whose ancestors are all expanded, depth-first.
  public var visibleItems: [ItemID] { walk(rootItems) { $0.isExpanded } }

  /// The expanded items, depth-first.
  public var expandedItems: [ItemID] { items.filter { nodes[$0]?.isExpanded == true } }

  /// Returns whether an item is in the forest.
  ///
  /// - Returns: Whether the forest contains it, visible or not.
  /// - Complexity: O(1).
  public func contains(_ item: ItemID) -> Bool { nodes[item] != nil }

  /// Returns whether an item is expanded.
  ///
  /// - Returns: Whether it is expanded.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem``.
  /// - Complexity: O(1).
  public func isExpanded(_ item: ItemID) throws(SnapshotError) -> Bool {
    try node(item).isExpanded
  }

  /// Returns whether all ancestors of an item are expanded; it need not be on screen.
  ///
  /// - Returns: Whether it is visible.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem``.
  /// - Complexity: O(*depth*).
  public func isVisible(_ item: ItemID) throws(SnapshotError) -> Bool {
    var next = try node(item).parent
    while let ancestor = next {
      let node = try node(ancestor)
      if !node.isExpanded { return false }
      next = node.parent
    }
    return true
  }

  /// Returns the number of ancestors of an item.
  ///
  /// - Returns: Zero for a root.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem``.
  /// - Complexity: O(*depth*).
  public func level(of item: ItemID) throws(SnapshotError) -> Int {
    var level = 0
    var next = try node(item).parent
    while let ancestor = next {
      level += 1
      next = try node(ancestor).parent
    }
    return level
  }

  /// Returns the index of an item among all items, depth-first.
  ///
  /// - Returns: Its index, or `nil` if it is not in the forest.
  /// - Complexity: O(*n*).
  public func index(of item: ItemID) -> Int? {
    contains(item) ? items.firstIndex(of: item) : nil
  }

  /// Returns the parent of an item.
  ///
  /// - Returns: Its parent, or `nil` for a root.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem``.
  /// - Complexity: O(1).
  public func parent(of item: ItemID) throws(SnapshotError) -> ItemID? { try node(item).parent }

  /// Returns the descendants of an item as a forest.
  ///
  /// - Parameter includingParent: Whether the item itself is the root of the result.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem``.
  /// - Complexity: O(*k*), where *k* is the number of descendants.
  public func snapshot(
    of parent: ItemID,
    includingParent: Bool = false
  ) throws(SnapshotError) -> SectionSnapshot {
    let top = try node(parent)
    var result = SectionSnapshot()
    result.rootItems = includingParent ? [parent] : top.children
    for item in walk(result.rootItems, into: { _ in true }) { result.nodes[item] = nodes[item] }
    for root in result.rootItems { result.nodes[root]?.parent = nil }
    return result
  }

  /// Draws the forest, one line per item: `+` is collapsed, `-` expanded, `*` without children.
  public func visualDescription() -> String {
    var lines: [String] = []
    draw(rootItems, indent: "", into: &lines)
    return lines.joined(separator: "\n")
  }

  private func draw(_ items: [ItemID], indent: String, into lines: inout [String]) {
    for item in items {
      guard let node = nodes[item] else { continue }
      let sign = node.children.isEmpty ? "*" : node.isExpanded ? "-" : "+"
      lines.append("\(indent)\(sign) \(item)")
      draw(node.children, indent: indent + "  ", into: &lines)
    }
  }
}

extension SectionSnapshot {
  func node(_ item: ItemID) throws(SnapshotError) -> Node {
    guard let node = nodes[item] else { throw .unknownItem(item) }
    return node
  }

  /// Returns items and their descendants, depth-first, below the items that a condition accepts.
  func walk(_ start: [ItemID], into enters: (Node) -> Bool) -> [ItemID] {
    var result: [ItemID] = []
    result.reserveCapacity(nodes.count)
    var stack = Array(start.reversed())
    while let item = stack.popLast() {
      result.append(item)
      guard let node = nodes[item], enters(node) else { continue }
      stack.append(contentsOf: node.children.reversed())
    }
    return result
  }
}
