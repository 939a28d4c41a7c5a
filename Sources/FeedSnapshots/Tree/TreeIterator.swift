/// An iterator over the elements of a tree in order, from an offset on.
@usableFromInline
struct TreeIterator<Element: TreeElement>: IteratorProtocol, Sendable {
  @usableFromInline
  typealias Node = TreeNode<Element>

  /// The inner nodes above the leaf, with the index of the next child of each.
  @usableFromInline
  var path: ContiguousArray<(node: Node, next: Int)> = []
  @usableFromInline
  var leaf: ContiguousArray<Element> = []
  @usableFromInline
  var position = 0

  @inlinable
  init(_ root: Node?, from offset: Int = 0) {
    guard let root, offset < root.count else { return }
    var node = root
    var rest = offset
    while !node.isLeaf {
      let step = node.child(holding: rest)
      path.append((node, step.index + 1))
      node = node.children[step.index]
      rest = step.offset
    }
    leaf = node.elements
    position = rest
  }

  /// Returns the next element.
  @inlinable
  mutating func next() -> Element? {
    if position == leaf.count {
      guard advance() else { return nil }
    }
    defer { position += 1 }
    return leaf[position]
  }

  @inlinable
  mutating func advance() -> Bool {
    while let top = path.last, top.next == top.node.children.count { path.removeLast() }
    guard let top = path.last else { return false }
    path[path.count - 1].next += 1
    var node = top.node.children[top.next]
    while !node.isLeaf {
      path.append((node, 1))
      node = node.children[0]
    }
    leaf = node.elements
    position = 0
    return true
  }
}
