/// An immutable node of a persistent order-statistic B+tree.
///
/// An edit copies the nodes on the way from the root to a leaf and shares all others with the
/// version before. A copy keeps the number of the node that it replaces, so that what refers to a
/// node by number, as the id index and the node table do, stays right.
@usableFromInline
final class TreeNode<Element: TreeElement>: Sendable {
  /// The node's number, unique within a version.
  @usableFromInline
  let id: UInt32
  /// Zero for a leaf.
  @usableFromInline
  let height: Int
  /// How many elements the node holds.
  @usableFromInline
  let count: Int
  /// How many items those elements stand for.
  @usableFromInline
  let weight: Int
  /// The elements of a leaf.
  @usableFromInline
  let elements: ContiguousArray<Element>
  /// The children of an inner node.
  @usableFromInline
  let children: ContiguousArray<TreeChild<Element>>

  @inlinable
  init(id: UInt32, elements: ContiguousArray<Element>) {
    self.id = id
    height = 0
    count = elements.count
    weight =
      Element.hasUnitWeight ? elements.count : elements.reduce(into: 0) { $0 += $1.weight }
    self.elements = elements
    children = []
  }

  @inlinable
  init(id: UInt32, height: Int, children: ContiguousArray<TreeChild<Element>>) {
    self.id = id
    self.height = height
    var count = 0
    var weight = 0
    for child in children {
      count += Int(child.count)
      weight += Int(child.weight)
    }
    self.count = count
    self.weight = weight
    elements = []
    self.children = children
  }

  /// Whether the node holds elements, not children.
  @inlinable
  var isLeaf: Bool { height == 0 }

  /// How many slots are taken: elements of a leaf, children of an inner node.
  @inlinable
  var fanout: Int { isLeaf ? elements.count : children.count }

  /// Whether a node that is not a root must be merged with a neighbour.
  @inlinable
  var isUnderfull: Bool { fanout < (isLeaf ? Element.leafMinimum : TreeShape.minimum) }
}

/// A child and what its parent needs to know of it without looking at it.
@usableFromInline
struct TreeChild<Element: TreeElement>: Sendable {
  @usableFromInline
  let node: TreeNode<Element>
  @usableFromInline
  let id: UInt32
  @usableFromInline
  let count: UInt32
  @usableFromInline
  let weight: UInt32

  @inlinable
  init(_ node: TreeNode<Element>) {
    self.node = node
    id = node.id
    count = UInt32(truncatingIfNeeded: node.count)
    weight = UInt32(truncatingIfNeeded: node.weight)
  }
}

extension TreeNode {
  /// The child that holds an offset, and the offset within it; the end belongs to the last child.
  @inlinable
  func child(holding offset: Int) -> (index: Int, offset: Int) {
    var rest = offset
    var index = 0
    let last = children.count - 1
    while index < last {
      let count = Int(children[index].count)
      if rest < count { break }
      rest -= count
      index += 1
    }
    return (index, rest)
  }

  /// The element at an offset.
  @inlinable
  func element(at offset: Int) -> Element {
    var node = self
    var rest = offset
    while !node.isLeaf {
      let step = node.child(holding: rest)
      node = node.children[step.index].node
      rest = step.offset
    }
    return node.elements[rest]
  }

  /// The element whose items hold an offset that counts items, with its rank and the offset in it.
  @inlinable
  func element(holdingWeight offset: Int) -> (element: Element, rank: Int, offset: Int)? {
    guard offset >= 0, offset < weight else { return nil }
    var node = self
    var rest = offset
    var rank = 0
    while !node.isLeaf {
      var next = node
      for child in node.children {
        if rest < Int(child.weight) {
          next = child.node
          break
        }
        rest -= Int(child.weight)
        rank += Int(child.count)
      }
      node = next
    }
    for element in node.elements {
      if rest < element.weight { return (element, rank, rest) }
      rest -= element.weight
      rank += 1
    }
    return nil
  }

  /// How many items stand before the element at a rank.
  @inlinable
  func weight(before rank: Int) -> Int {
    var node = self
    var rest = rank
    var sum = 0
    while !node.isLeaf {
      let step = node.child(holding: rest)
      for child in node.children[..<step.index] { sum += Int(child.weight) }
      node = node.children[step.index].node
      rest = step.offset
    }
    for element in node.elements[..<rest] { sum += element.weight }
    return sum
  }

  /// Calls a function with every leaf, in order.
  @inlinable
  func forEachLeaf(_ body: (TreeNode) -> Void) {
    if isLeaf { return body(self) }
    for child in children { child.node.forEachLeaf(body) }
  }
}
