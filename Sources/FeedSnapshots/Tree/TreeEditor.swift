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

  /// Copies an inner node with another child of the same number.
  @inlinable
  func copy(of node: Node, replacing index: Int, with child: Node) -> Node {
    Node(
      id: node.id,
      height: node.height,
      children: node.children.copy(replacing: index..<index + 1, with: child)
    )
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
