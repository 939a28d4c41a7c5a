/// An immutable node of a persistent order-statistic B+tree.
///
/// An edit copies the nodes on the path from the root to a leaf and shares the other nodes with the
/// previous version. A copy keeps the number of the node that it replaces, so that references by
/// number, in the id index and the node table, stay valid.
///
/// A node is a value: its counts are stored inline in its parent, and only its slots are allocated
/// separately. So a step down reads one location in memory, and a copy is one allocation.
@usableFromInline
struct TreeNode<Element: TreeElement>: Sendable {
  /// The slots of a node.
  @usableFromInline
  enum Slots: Sendable {
    case elements(ContiguousArray<Element>)
    case children(ContiguousArray<TreeNode>)
  }

  @usableFromInline
  let slots: Slots
  /// The node's number, unique within a version.
  @usableFromInline
  let id: UInt32
  // Half a word each, so that a node is three words; a count that does not fit traps.
  @usableFromInline
  let shortCount: UInt32
  @usableFromInline
  let shortWeight: UInt32
  @usableFromInline
  let shortHeight: UInt32

  @inlinable
  init(id: UInt32, elements: ContiguousArray<Element>) {
    self.id = id
    shortHeight = 0
    shortCount = UInt32(elements.count)
    shortWeight =
      Element.hasUnitWeight
      ? shortCount
      : UInt32(elements.reduce(into: 0) { $0 += $1.weight })
    slots = .elements(elements)
  }

  @inlinable
  init(id: UInt32, height: Int, children: ContiguousArray<TreeNode>) {
    self.id = id
    shortHeight = UInt32(height)
    var count: UInt32 = 0
    var weight: UInt32 = 0
    for index in children.indices {
      count += children[index].shortCount
      weight += children[index].shortWeight
    }
    shortCount = count
    shortWeight = weight
    slots = .children(children)
  }

  /// The height of the node; zero for a leaf.
  @inlinable
  var height: Int { Int(shortHeight) }

  /// The number of elements of the node.
  @inlinable
  var count: Int { Int(shortCount) }

  /// The number of items of those elements.
  @inlinable
  var weight: Int { Int(shortWeight) }

  /// Whether the node holds elements instead of children.
  @inlinable
  var isLeaf: Bool { shortHeight == 0 }

  /// The elements of a leaf.
  @inlinable
  var elements: ContiguousArray<Element> {
    if case .elements(let elements) = slots { elements } else { [] }
  }

  /// The children of an inner node.
  @inlinable
  var children: ContiguousArray<TreeNode> {
    if case .children(let children) = slots { children } else { [] }
  }

  /// The number of used slots: elements of a leaf, or children of an inner node.
  @inlinable
  var fanout: Int {
    switch slots {
    case .elements(let elements): elements.count
    case .children(let children): children.count
    }
  }

  /// Whether a node that is not a root must be merged with a neighbour.
  @inlinable
  var isUnderfull: Bool { fanout < (isLeaf ? Element.leafMinimum : TreeShape.minimum) }
}

extension TreeNode {
  /// Returns the child of an offset and the offset within it; the end belongs to the last child.
  @inlinable
  func child(holding offset: Int) -> (index: Int, offset: Int) {
    let children = children
    var rest = offset
    var index = 0
    let last = children.count - 1
    while index < last {
      let count = children[index].count
      if rest < count { break }
      rest -= count
      index += 1
    }
    return (index, rest)
  }

  /// Returns the element at an offset.
  @inlinable
  func element(at offset: Int) -> Element {
    var node = self
    var rest = offset
    while !node.isLeaf {
      let step = node.child(holding: rest)
      node = node.children[step.index]
      rest = step.offset
    }
    return node.elements[rest]
  }

  /// Returns the element at an offset in items, with its rank and the offset within it.
  @inlinable
  func element(holdingWeight offset: Int) -> (element: Element, rank: Int, offset: Int)? {
    guard offset >= 0, offset < weight else { return nil }
    var node = self
    var rest = offset
    var rank = 0
    while !node.isLeaf {
      let children = node.children
      var index = 0
      while rest >= children[index].weight {
        rest -= children[index].weight
        rank += children[index].count
        index += 1
      }
      node = children[index]
    }
    for element in node.elements {
      if rest < element.weight { return (element, rank, rest) }
      rest -= element.weight
      rank += 1
    }
    return nil
  }

  /// Returns the number of items before the element at a rank.
  @inlinable
  func weight(before rank: Int) -> Int {
    var node = self
    var rest = rank
    var sum = 0
    while !node.isLeaf {
      let step = node.child(holding: rest)
      let children = node.children
      for index in 0..<step.index { sum += children[index].weight }
      node = children[step.index]
      rest = step.offset
    }
    for element in node.elements[..<rest] { sum += element.weight }
    return sum
  }

  /// Calls a function with every leaf, in order.
  @inlinable
  func forEachLeaf(_ body: (TreeNode) -> Void) {
    if isLeaf { return body(self) }
    for child in children { child.forEachLeaf(body) }
  }
}

// Element by element: specialised code copies an element in a few instructions. A copy of a whole array
// calls the runtime for each element of a generic type.
extension ContiguousArray {
  /// Returns a copy with a range replaced by one element, or removed.
  @inlinable
  func copy(replacing range: Range<Int>, with element: Element?) -> ContiguousArray {
    var copy = ContiguousArray()
    copy.reserveCapacity(TreeShape.room(for: count - range.count + (element == nil ? 0 : 1)))
    copy.append(each: 0..<range.lowerBound, of: self)
    if let element { copy.append(element) }
    copy.append(each: range.upperBound..<count, of: self)
    return copy
  }

  /// Appends a range of another array.
  @inlinable
  mutating func append(each range: Range<Int>, of source: ContiguousArray) {
    var index = range.lowerBound
    while index < range.upperBound {
      append(source[index])
      index += 1
    }
  }
}

extension TreeNode {
  /// The identity of a node among all existing nodes.
  ///
  /// Versions that share a node share its slots. A node keeps its number when its slots change, and
  /// another node may take over its slots. So only both together are an identity.
  @usableFromInline
  struct Identity: Hashable {
    @usableFromInline
    let id: UInt32
    @usableFromInline
    let address: UInt

    @inlinable
    init(id: UInt32, address: UInt) {
      self.id = id
      self.address = address
    }
  }

  @inlinable
  var identity: Identity { Identity(id: id, address: address) }

  /// The address of the slots.
  @inlinable
  var address: UInt {
    switch slots {
    case .elements(let elements):
      unsafe elements.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    case .children(let children):
      unsafe children.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
  }

  /// Returns whether two versions share a node.
  @inlinable
  static func === (lhs: TreeNode, rhs: TreeNode) -> Bool { lhs.identity == rhs.identity }

  @inlinable
  static func !== (lhs: TreeNode, rhs: TreeNode) -> Bool { lhs.identity != rhs.identity }
}

extension Optional {
  /// Returns whether two versions share a tree, or both are `nil`.
  @inlinable
  static func === <Element>(lhs: Self, rhs: Self) -> Bool where Wrapped == TreeNode<Element> {
    lhs?.identity == rhs?.identity
  }

  @inlinable
  static func !== <Element>(lhs: Self, rhs: Self) -> Bool where Wrapped == TreeNode<Element> {
    lhs?.identity != rhs?.identity
  }
}
