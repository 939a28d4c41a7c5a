extension TreeEditor {
  /// Splits a tree in two.
  @inlinable
  mutating func split(_ root: Node?, at offset: Int) -> (Node?, Node?) {
    guard let root else { return (nil, nil) }
    if offset == 0 { return (nil, root) }
    if offset == root.count { return (root, nil) }
    if root.isLeaf { return splitLeaf(root, at: offset) }
    let step = root.child(holding: offset)
    let (left, right) = split(root.children[step.index], at: step.offset)
    table.free(root.id)
    let before = tree(of: ContiguousArray(root.children[..<step.index]))
    let after = tree(of: ContiguousArray(root.children[(step.index + 1)...]))
    return (concatenate(before, left), concatenate(right, after))
  }

  @inlinable
  mutating func splitLeaf(_ leaf: Node, at offset: Int) -> (Node?, Node?) {
    let left = ContiguousArray(leaf.elements[..<offset])
    let right = ContiguousArray(leaf.elements[offset...])
    let id = table.allocate()
    if left.count < right.count {
      relocate(left, from: leaf.id, to: id)
      return (Node(id: id, elements: left), Node(id: leaf.id, elements: right))
    }
    relocate(right, from: leaf.id, to: id)
    return (Node(id: leaf.id, elements: left), Node(id: id, elements: right))
  }

  /// Concatenates two trees.
  @inlinable
  mutating func concatenate(_ left: Node?, _ right: Node?) -> Node? {
    guard let left else { return right }
    guard let right else { return left }
    let (first, second) =
      left.height >= right.height
      ? append(right, to: left) : prepend(left, to: right)
    guard let second else { return first }
    return inner(id: table.allocate(), children: [first, second])
  }

  @inlinable
  mutating func append(_ tree: Node, to node: Node) -> (Node, Node?) {
    if node.height == tree.height { return adjoin(node, tree) }
    let last = node.children.count - 1
    let (child, sibling) = append(tree, to: node.children[last])
    return replaceChild(last, of: node, with: child, sibling)
  }

  @inlinable
  mutating func prepend(_ tree: Node, to node: Node) -> (Node, Node?) {
    if node.height == tree.height { return adjoin(tree, node) }
    let (child, sibling) = prepend(tree, to: node.children[0])
    return replaceChild(0, of: node, with: child, sibling)
  }

  @inlinable
  mutating func adjoin(_ left: Node, _ right: Node) -> (Node, Node?) {
    left.isUnderfull || right.isUnderfull ? merge(left, right) : (left, right)
  }

  @inlinable
  mutating func replaceChild(
    _ index: Int,
    of node: Node,
    with child: Node,
    _ sibling: Node?
  ) -> (Node, Node?) {
    var children = node.children
    children[index] = child
    table.setParent(of: child.id, to: node.id)
    if let sibling {
      children.insert(sibling, at: index + 1)
      table.setParent(of: sibling.id, to: node.id)
    }
    return splitIfNeeded(id: node.id, height: node.height, children: children)
  }

  /// Builds a tree of elements and adds its leaves, in order, to a list.
  @inlinable
  mutating func build(
    _ elements: some Collection<Element>,
    leaves: inout ContiguousArray<Node>
  ) -> Node? {
    let total = elements.count
    guard total > 0 else { return nil }
    let leafCount = total <= Element.leafCapacity ? 1 : (total - 1) / Element.leafFill + 1
    var level = ContiguousArray<Node>()
    level.reserveCapacity(leafCount)
    var start = elements.startIndex
    for part in 0..<leafCount {
      let size = total * (part + 1) / leafCount - total * part / leafCount
      let end = elements.index(start, offsetBy: size)
      let leaf = Node(id: table.allocate(), elements: ContiguousArray(elements[start..<end]))
      leaves.append(leaf)
      level.append(leaf)
      start = end
    }
    while level.count > 1 {
      let nodeCount =
        level.count <= TreeShape.capacity ? 1 : (level.count - 1) / TreeShape.fill + 1
      var above = ContiguousArray<Node>()
      for part in 0..<nodeCount {
        let range = level.count * part / nodeCount..<level.count * (part + 1) / nodeCount
        above.append(
          inner(id: table.allocate(), children: ContiguousArray(level[range]))
        )
      }
      level = above
    }
    return level[0]
  }
}
