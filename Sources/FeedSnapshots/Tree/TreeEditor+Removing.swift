extension TreeEditor {
  /// Removes one element and tells which leaf it was in.
  @inlinable
  mutating func removing(
    _ offset: Int,
    from root: Node
  ) -> (root: Node?, element: Element, leaf: UInt32) {
    let (node, element, leaf) = remove(offset, from: root)
    if node.fanout == 0 {
      table.free(node.id)
      return (nil, element, leaf)
    }
    if !node.isLeaf, node.children.count == 1 {
      table.free(node.id)
      return (node.children[0], element, leaf)
    }
    return (node, element, leaf)
  }

  @inlinable
  mutating func remove(_ offset: Int, from node: Node) -> (Node, Element, UInt32) {
    if node.isLeaf {
      let elements = node.elements
      return (
        Node(id: node.id, elements: elements.copy(replacing: offset..<offset + 1, with: nil)),
        elements[offset],
        node.id
      )
    }
    let step = node.child(holding: offset)
    let (child, element, leaf) = remove(step.offset, from: node.children[step.index])
    guard child.isUnderfull else {
      return (copy(of: node, replacing: step.index, with: child), element, leaf)
    }
    var children = node.children
    children[step.index] = child
    let first = step.index == children.count - 1 ? step.index - 1 : step.index
    let (left, right) = merge(children[first], children[first + 1])
    table.setParent(of: left.id, to: node.id)
    if let right { table.setParent(of: right.id, to: node.id) }
    children.replaceSubrange(
      first...first + 1,
      with: [left, right].lazy.compactMap { $0 }
    )
    return (Node(id: node.id, height: node.height, children: children), element, leaf)
  }

  /// Joins two neighbours of the same height into one node, or into two of about the same size.
  @inlinable
  mutating func merge(_ left: Node, _ right: Node) -> (Node, Node?) {
    left.isLeaf ? mergeLeaves(left, right) : mergeInner(left, right)
  }

  @inlinable
  mutating func mergeLeaves(_ left: Node, _ right: Node) -> (Node, Node?) {
    let elements = left.elements + right.elements
    if elements.count <= Element.leafFill {
      let keepsLeft = left.count >= right.count
      let (kept, freed) = keepsLeft ? (left, right) : (right, left)
      relocate(freed.elements, from: freed.id, to: kept.id)
      table.free(freed.id)
      return (Node(id: kept.id, elements: elements), nil)
    }
    let middle = elements.count / 2
    if middle > left.count {
      relocate(elements[left.count..<middle], from: right.id, to: left.id)
    } else {
      relocate(elements[middle..<left.count], from: left.id, to: right.id)
    }
    return (
      Node(id: left.id, elements: ContiguousArray(elements[..<middle])),
      Node(id: right.id, elements: ContiguousArray(elements[middle...]))
    )
  }

  @inlinable
  mutating func mergeInner(_ left: Node, _ right: Node) -> (Node, Node?) {
    let children = left.children + right.children
    if children.count <= TreeShape.fill {
      let keepsLeft = left.fanout >= right.fanout
      let (kept, freed) = keepsLeft ? (left, right) : (right, left)
      table.free(freed.id)
      return (inner(id: kept.id, children: children), nil)
    }
    let middle = children.count / 2
    return (
      inner(id: left.id, children: ContiguousArray(children[..<middle])),
      inner(id: right.id, children: ContiguousArray(children[middle...]))
    )
  }

  /// Gives back the numbers of all nodes of a tree that is dropped.
  @inlinable
  mutating func free(_ node: Node) {
    for child in node.children { free(child) }
    table.free(node.id)
  }
}
