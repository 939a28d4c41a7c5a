/// An editor that creates new versions of trees and records changes for the indices.
@usableFromInline
struct TreeEditor<Element: TreeElement> {
  @usableFromInline
  typealias Node = TreeNode<Element>

  /// An element that moved to another leaf.
  @usableFromInline
  struct Relocation {
    @usableFromInline
    let element: Element
    @usableFromInline
    let source: UInt32
    @usableFromInline
    let target: UInt32

    @inlinable
    init(element: Element, source: UInt32, target: UInt32) {
      self.element = element
      self.source = source
      self.target = target
    }
  }

  @usableFromInline
  var table: NodeTable
  @usableFromInline
  var relocations: [Relocation] = []

  @inlinable
  init(table: NodeTable) { self.table = table }
}

extension TreeEditor {
  /// Creates an inner node and records it as the parent of its children.
  @inlinable
  mutating func inner(id: UInt32, children: ContiguousArray<Node>) -> Node {
    for child in children { table.setParent(of: child.id, to: id) }
    return Node(id: id, height: children[0].height + 1, children: children)
  }

  /// Returns a tree of sibling nodes: `nil`, the only one, or a node above them.
  @inlinable
  mutating func tree(of children: ContiguousArray<Node>) -> Node? {
    switch children.count {
    case 0: nil
    case 1: children[0]
    default: inner(id: table.allocate(), children: children)
    }
  }

  @inlinable
  mutating func relocate(_ elements: some Sequence<Element>, from source: UInt32, to target: UInt32)
  {
    for element in elements {
      relocations.append(Relocation(element: element, source: source, target: target))
    }
  }

  /// Copies an inner node with another child of the same number.
  @inlinable
  func copy(of node: Node, replacing index: Int, with child: Node) -> Node {
    Node(
      id: node.id,
      height: node.height,
      children: node.children.copy(replacing: index..<index + 1, with: child)
    )
  }

  /// Creates one inner node, or two if there are too many children.
  ///
  /// The recorded parents of the half that keeps its number stay.
  @inlinable
  mutating func splitIfNeeded(
    id: UInt32,
    height: Int,
    children: ContiguousArray<Node>
  ) -> (Node, Node?) {
    if children.count <= TreeShape.capacity {
      return (Node(id: id, height: height, children: children), nil)
    }
    let middle = children.count / 2
    let left = Node(id: id, height: height, children: ContiguousArray(children[..<middle]))
    return (left, inner(id: table.allocate(), children: ContiguousArray(children[middle...])))
  }
}

// One edit, the case of nearly all commits: like many edits at once, but without lists.
extension TreeEditor {
  /// One edit and its result.
  @usableFromInline
  struct Step {
    @usableFromInline
    let kind: TreeEdit<Element>.Kind
    /// Whether an element is appended; more elements may follow.
    @usableFromInline
    let isLast: Bool
    /// The leaf that the element left or entered.
    @usableFromInline
    var leaf = NodeTable.none
    /// The element before the edit.
    @usableFromInline
    var old: Element?

    @inlinable
    init(kind: TreeEdit<Element>.Kind, isLast: Bool) {
      self.kind = kind
      self.isLast = isLast
    }

    @inlinable
    var isRemoval: Bool { if case .remove = kind { true } else { false } }
  }

  /// Makes one edit of a tree.
  ///
  /// - Returns: The edited tree, the leaf that an element left or entered, and the old element.
  /// - Complexity: O(log *n*).
  @inlinable
  mutating func edit(
    _ edit: TreeEdit<Element>,
    of root: Node?
  ) -> (root: Node?, leaf: UInt32, old: Element?) {
    guard let root else {
      guard case .insert(let element) = edit.kind else {
        preconditionFailure("an empty tree has no element to remove or replace")
      }
      let id = table.allocate()
      return (Node(id: id, elements: [element]), id, nil)
    }
    var step = Step(kind: edit.kind, isLast: edit.offset == root.count)
    let (node, sibling) = make(&step, at: edit.offset, in: root)
    if let sibling {
      let top = inner(id: table.allocate(), children: [node, sibling])
      return (top, step.leaf, step.old)
    }
    guard step.isRemoval, node.fanout == 0 || !node.isLeaf && node.fanout == 1 else {
      return (node, step.leaf, step.old)
    }
    table.free(node.id)
    return (node.fanout == 0 ? nil : node.children[0], step.leaf, step.old)
  }

  /// Makes the edit below one node, which may become two.
  @inlinable
  mutating func make(_ step: inout Step, at offset: Int, in node: Node) -> (Node, Node?) {
    if node.isLeaf { return makeInLeaf(&step, at: offset, node) }
    let way = node.child(holding: offset)
    let (child, sibling) = make(&step, at: way.offset, in: node.children[way.index])
    if let sibling {
      var children = node.children
      children[way.index] = child
      children.insert(sibling, at: way.index + 1)
      table.setParent(of: child.id, to: node.id)
      table.setParent(of: sibling.id, to: node.id)
      return splitIfNeeded(id: node.id, height: node.height, children: children)
    }
    guard step.isRemoval, child.isUnderfull else {
      return (copy(of: node, replacing: way.index, with: child), nil)
    }
    var children = node.children
    children[way.index] = child
    let first = way.index == children.count - 1 ? way.index - 1 : way.index
    let (left, right) = merge(children[first], children[first + 1])
    table.setParent(of: left.id, to: node.id)
    if let right { table.setParent(of: right.id, to: node.id) }
    children.replaceSubrange(first...first + 1, with: [left, right].lazy.compactMap { $0 })
    return (Node(id: node.id, height: node.height, children: children), nil)
  }

  @inlinable
  mutating func makeInLeaf(_ step: inout Step, at offset: Int, _ node: Node) -> (Node, Node?) {
    let elements = node.elements
    step.leaf = node.id
    switch step.kind {
    case .remove:
      step.old = elements[offset]
      let rest = elements.copy(replacing: offset..<offset + 1, with: nil)
      return (Node(id: node.id, elements: rest), nil)
    case .replace(let element):
      let others = elements.copy(replacing: offset..<offset + 1, with: element)
      return (Node(id: node.id, elements: others), nil)
    case .insert(let element) where elements.count < Element.leafCapacity:
      let all = elements.copy(replacing: offset..<offset, with: element)
      return (Node(id: node.id, elements: all), nil)
    case .insert(let element):
      let id = table.allocate()
      if step.isLast {  // the full leaf stays unchanged
        step.leaf = id
        return (node, Node(id: id, elements: [element]))
      }
      let middle = elements.count / 2
      var left = ContiguousArray(elements[..<middle])
      var right = ContiguousArray(elements[middle...])
      relocate(right, from: node.id, to: id)
      if offset <= middle {
        left.insert(element, at: offset)
      } else {
        right.insert(element, at: offset - middle)
        step.leaf = id
      }
      return (Node(id: node.id, elements: left), Node(id: id, elements: right))
    }
  }
}

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
