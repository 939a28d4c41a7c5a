extension TreeEditor {
  /// Joins two neighbours of the same height into one node or into two of about equal size.
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

  /// Frees the numbers of all nodes of a dropped tree.
  @inlinable
  mutating func free(_ node: Node) {
    for child in node.children { free(child) }
    table.free(node.id)
  }
}
