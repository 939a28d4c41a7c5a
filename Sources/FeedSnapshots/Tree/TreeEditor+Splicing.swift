// Many edits in one pass: each node on the path to an edit is copied once, however many edits are
// below it. So a transaction of a hundred rows costs less than a hundred transactions of one row.
extension TreeEditor {
  /// Makes all edits of a tree.
  ///
  /// - Parameter edits: The edits by their offsets; insertions precede other edits at the same
  ///   offset.
  /// - Complexity: O(*k* · log *n*) for *k* edits.
  @inlinable
  mutating func edit(
    _ edits: ContiguousArray<TreeEdit<Element>>,
    of root: Node?,
    log: inout TreeEditLog<Element>
  ) -> Node? {
    guard let root else { return build(edits, log: &log) }
    guard !edits.isEmpty else { return root }
    var level = ContiguousArray<Node>()
    edit(edits[...], of: root, from: 0, into: &level, log: &log)
    while level.count > 1 { level = above(level) }
    guard var top = level.first else { return nil }
    while !top.isLeaf, top.children.count == 1 {
      table.free(top.id)
      top = top.children[0]
    }
    return top
  }

  /// Builds a tree of the elements that are inserted into an empty tree.
  @inlinable
  mutating func build(
    _ edits: ContiguousArray<TreeEdit<Element>>,
    log: inout TreeEditLog<Element>
  ) -> Node? {
    var elements = ContiguousArray<Element>()
    for edit in edits {
      guard case .insert(let element) = edit.kind else {
        preconditionFailure("an empty tree has no element to remove or replace")
      }
      elements.append(element)
    }
    var leaves = ContiguousArray<Node>()
    let root = build(elements, leaves: &leaves)
    for leaf in leaves { for _ in leaf.elements { log.arrivals.append(leaf.id) } }
    return root
  }

  /// Makes the edits below one node; the result is any number of nodes.
  @inlinable
  mutating func edit(
    _ edits: ContiguousArray<TreeEdit<Element>>.SubSequence,
    of node: Node,
    from start: Int,
    into result: inout ContiguousArray<Node>,
    log: inout TreeEditLog<Element>
  ) {
    if node.isLeaf { return editLeaf(edits, of: node, from: start, into: &result, log: &log) }
    let old = node.children
    var children = ContiguousArray<Node>()
    children.reserveCapacity(TreeShape.room(for: old.count + 1))
    var rest = edits
    var childStart = start
    var isUneven = false
    let last = old.count - 1
    for index in old.indices {
      let child = old[index]
      let childEnd = childStart + child.count
      var end = rest.startIndex
      while end < rest.endIndex, index == last || rest[end].offset < childEnd { end += 1 }
      if end == rest.startIndex {
        children.append(child)
      } else {
        let first = children.count
        edit(rest[..<end], of: child, from: childStart, into: &children, log: &log)
        for place in first..<children.count {
          table.setParent(of: children[place].id, to: node.id)
          if children[place].isUnderfull { isUneven = true }
        }
        rest = rest[end...]
      }
      childStart = childEnd
    }
    if isUneven { balance(&children, below: node.id) }
    append(children, id: node.id, height: node.height, to: &result)
  }

  /// Makes the edits of a leaf.
  @inlinable
  mutating func editLeaf(
    _ edits: ContiguousArray<TreeEdit<Element>>.SubSequence,
    of node: Node,
    from start: Int,
    into result: inout ContiguousArray<Node>,
    log: inout TreeEditLog<Element>
  ) {
    let old = node.elements
    var elements = ContiguousArray<Element>()
    elements.reserveCapacity(TreeShape.room(for: old.count + edits.count))
    var inserted = ContiguousArray<Int>()
    var place = 0
    for edit in edits {
      let offset = edit.offset - start
      if place < offset {
        elements.append(each: place..<offset, of: old)
        place = offset
      }
      switch edit.kind {
      case .remove:
        log.departures.append((old[place], node.id))
        place += 1
      case .replace(let element):
        log.differences.append(!element.hasSameBody(as: old[place]))
        elements.append(element)
        place += 1
      case .insert(let element):
        inserted.append(elements.count)
        elements.append(element)
      }
    }
    elements.append(each: place..<old.count, of: old)
    guard elements.count > Element.leafCapacity else {
      for _ in inserted { log.arrivals.append(node.id) }
      if elements.isEmpty {
        table.free(node.id)
      } else {
        result.append(Node(id: node.id, elements: elements))
      }
      return
    }
    cut(elements, inserted, id: node.id, into: &result, log: &log)
  }

  /// Splits the elements of a leaf that has become too full into several leaves.
  @inlinable
  mutating func cut(
    _ elements: ContiguousArray<Element>,
    _ inserted: ContiguousArray<Int>,
    id: UInt32,
    into result: inout ContiguousArray<Node>,
    log: inout TreeEditLog<Element>
  ) {
    let parts = (elements.count - 1) / Element.leafFill + 1
    var next = 0
    for part in 0..<parts {
      let range = elements.count * part / parts..<elements.count * (part + 1) / parts
      let leaf = part == 0 ? id : table.allocate()
      for place in range {
        if next < inserted.count, inserted[next] == place {
          log.arrivals.append(leaf)
          next += 1
        } else if part > 0 {
          relocations.append(Relocation(element: elements[place], source: id, target: leaf))
        }
      }
      result.append(Node(id: leaf, elements: ContiguousArray(elements[range])))
    }
  }

  /// Replaces elements, in ascending order; the shape of the tree stays.
  ///
  /// - Parameters:
  ///   - edits: The replacements; at least one.
  ///   - differs: Returns whether an edit changes the existing element; called once per edit, in order.
  /// - Returns: The new node, or `nil` if no replacement differs.
  /// - Complexity: O(*k* · log *n*) for *k* edits.
  @inlinable
  func replacing<Edit: TreeReplacement<Element>>(
    _ edits: ContiguousArray<Edit>.SubSequence,
    in node: Node,
    from start: Int = 0,
    where differs: (_ old: Element, _ edit: Edit) -> Bool = { _, _ in true }
  ) -> Node? {
    if node.isLeaf { return replacingInLeaf(edits, node, from: start, where: differs) }
    let old = node.children
    // Empty before the first child with a difference.
    var children = ContiguousArray<Node>()
    var rest = edits
    var childEnd = start
    for index in old.indices {
      let childStart = childEnd
      childEnd += old[index].count
      var end = rest.startIndex
      while end < rest.endIndex, rest[end].offset < childEnd { end += 1 }
      var child: Node?
      if end > rest.startIndex {
        child = replacing(rest[..<end], in: old[index], from: childStart, where: differs)
        rest = rest[end...]
      }
      guard let child else {
        if !children.isEmpty { children.append(old[index]) }
        continue
      }
      if children.isEmpty {
        // Usually it is the only changed child.
        if rest.isEmpty { return copy(of: node, replacing: index, with: child) }
        children.reserveCapacity(TreeShape.room(for: old.count))
        children.append(each: 0..<index, of: old)
      }
      children.append(child)
    }
    return children.isEmpty
      ? nil : Node(id: node.id, height: node.height, children: children)
  }

  /// Replaces elements of a leaf.
  ///
  /// - Returns: The new leaf, or `nil` if no replacement differs.
  @inlinable
  func replacingInLeaf<Edit: TreeReplacement<Element>>(
    _ edits: ContiguousArray<Edit>.SubSequence,
    _ node: Node,
    from start: Int,
    where differs: (_ old: Element, _ edit: Edit) -> Bool
  ) -> Node? {
    let old = node.elements
    let first = edits.firstIndex { differs(old[$0.offset - start], $0) }
    guard let first else { return nil }
    var elements = ContiguousArray<Element>()
    elements.reserveCapacity(TreeShape.room(for: old.count))
    for place in first..<edits.endIndex {
      let offset = edits[place].offset - start
      guard place == first || differs(old[offset], edits[place]) else { continue }
      elements.append(each: elements.count..<offset, of: old)
      elements.append(edits[place].element)
    }
    elements.append(each: elements.count..<old.count, of: old)
    return Node(id: node.id, elements: elements)
  }

  // MARK: Inner nodes

  /// Adds one or more nodes with the given children; the first node keeps the number.
  @inlinable
  mutating func append(
    _ children: ContiguousArray<Node>,
    id: UInt32,
    height: Int,
    to result: inout ContiguousArray<Node>
  ) {
    guard children.count > TreeShape.capacity else {
      if children.isEmpty {
        table.free(id)
      } else {
        result.append(Node(id: id, height: height, children: children))
      }
      return
    }
    let parts = (children.count - 1) / TreeShape.fill + 1
    for part in 0..<parts {
      let range = children.count * part / parts..<children.count * (part + 1) / parts
      let own = ContiguousArray(children[range])
      result.append(
        part == 0
          ? Node(id: id, height: height, children: own)
          : inner(id: table.allocate(), children: own)
      )
    }
  }

  /// Adds levels above nodes that are too many for a root.
  @inlinable
  mutating func above(_ level: ContiguousArray<Node>) -> ContiguousArray<Node> {
    let parts = level.count <= TreeShape.capacity ? 1 : (level.count - 1) / TreeShape.fill + 1
    var result = ContiguousArray<Node>()
    for part in 0..<parts {
      let range = level.count * part / parts..<level.count * (part + 1) / parts
      result.append(
        inner(id: table.allocate(), children: ContiguousArray(level[range]))
      )
    }
    return result
  }

  /// Joins children that are too empty with their neighbours.
  @inlinable
  mutating func balance(_ children: inout ContiguousArray<Node>, below parent: UInt32) {
    var index = 0
    while index < children.count, children.count > 1 {
      guard children[index].isUnderfull else {
        index += 1
        continue
      }
      let first = index == children.count - 1 ? index - 1 : index
      let joined = join(children[first], children[first + 1])
      for child in joined { table.setParent(of: child.id, to: parent) }
      children.replaceSubrange(first...first + 1, with: joined)
      index = first
    }
  }

  /// Joins two neighbours into one node or into two of about equal size.
  @inlinable
  mutating func join(_ left: Node, _ right: Node) -> ContiguousArray<Node> {
    // An only child may be too empty itself, because it had no neighbour until now.
    guard !left.isLeaf, left.children.count == 1 || right.children.count == 1 else {
      let (left, right) = merge(left, right)
      return right.map { [left, $0] } ?? [left]
    }
    var children = left.children + right.children
    balance(&children, below: left.id)
    table.free(right.id)
    for child in children { table.setParent(of: child.id, to: left.id) }
    var result = ContiguousArray<Node>()
    append(children, id: left.id, height: left.height, to: &result)
    return result
  }
}
