/// Makes the edited versions of trees, and notes what the indices must hear of.
@usableFromInline
struct TreeEditor<Element: TreeElement> {
  @usableFromInline
  typealias Node = TreeNode<Element>

  /// An element that now stands in another leaf.
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
  /// Makes an inner node and enters it as the parent of its children.
  @inlinable
  mutating func inner(id: UInt32, children: ContiguousArray<Node>) -> Node {
    for child in children { table.setParent(of: child.id, to: id) }
    return Node(id: id, height: children[0].height + 1, children: children)
  }

  /// Makes a tree of sibling nodes: none, the only one, or a node above them.
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

  /// Replaces one element; the shape of the tree stays.
  @inlinable
  func replacing(_ offset: Int, in node: Node, with element: Element) -> Node {
    if node.isLeaf {
      let elements = node.elements.copy(replacing: offset..<offset + 1, with: element)
      return Node(id: node.id, elements: elements)
    }
    let step = node.child(holding: offset)
    let child = replacing(step.offset, in: node.children[step.index], with: element)
    return copy(of: node, replacing: step.index, with: child)
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

  /// Inserts one element and tells which leaf it is in.
  @inlinable
  mutating func inserting(
    _ element: Element,
    at offset: Int,
    in root: Node?
  ) -> (root: Node, leaf: UInt32) {
    guard let root else {
      let id = table.allocate()
      return (Node(id: id, elements: [element]), id)
    }
    var leaf = NodeTable.none
    let isLast = offset == root.count
    let (node, sibling) = insert(element, at: offset, in: root, isLast: isLast, leaf: &leaf)
    guard let sibling else { return (node, leaf) }
    return (inner(id: table.allocate(), children: [node, sibling]), leaf)
  }

  @inlinable
  mutating func insert(
    _ element: Element,
    at offset: Int,
    in node: Node,
    isLast: Bool,
    leaf: inout UInt32
  ) -> (Node, Node?) {
    if node.isLeaf {
      return insertIntoLeaf(element, at: offset, in: node, isLast: isLast, leaf: &leaf)
    }
    let step = node.child(holding: offset)
    let (child, sibling) = insert(
      element,
      at: step.offset,
      in: node.children[step.index],
      isLast: isLast,
      leaf: &leaf
    )
    guard let sibling else { return (copy(of: node, replacing: step.index, with: child), nil) }
    var children = node.children
    children[step.index] = child
    children.insert(sibling, at: step.index + 1)
    table.setParent(of: child.id, to: node.id)
    table.setParent(of: sibling.id, to: node.id)
    return splitIfNeeded(id: node.id, height: node.height, children: children)
  }

  @inlinable
  mutating func insertIntoLeaf(
    _ element: Element,
    at offset: Int,
    in node: Node,
    isLast: Bool,
    leaf: inout UInt32
  ) -> (Node, Node?) {
    if node.count < Element.leafCapacity {
      leaf = node.id
      let elements = node.elements.copy(replacing: offset..<offset, with: element)
      return (Node(id: node.id, elements: elements), nil)
    }
    let id = table.allocate()
    if isLast {  // appending: leave the full leaf as it is
      leaf = id
      return (node, Node(id: id, elements: [element]))
    }
    let middle = node.count / 2
    var left = ContiguousArray(node.elements[..<middle])
    var right = ContiguousArray(node.elements[middle...])
    relocate(right, from: node.id, to: id)
    if offset <= middle {
      left.insert(element, at: offset)
      leaf = node.id
    } else {
      right.insert(element, at: offset - middle)
      leaf = id
    }
    return (Node(id: node.id, elements: left), Node(id: id, elements: right))
  }

  /// Makes one inner node, or two if there are too many children; parents of a kept half stand.
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
