/// A pool of ordered lists of weighted elements, with rank, weight and neighbours by handle.
///
/// The lists are B+trees with parent links and nodes in arrays. In a large list, each step of a walk
/// waits for memory, and a B+tree needs few steps. Elements are compared by a prefix of their keys,
/// stored with the handle; keys are compared only if the prefixes are equal. An element keeps its
/// handle while it is in a list. A list is represented by the handle of its root; zero is an empty
/// list.
///
/// Operations on a list of *n* elements take O(log *n*).
struct OrderTree<Element> {
  /// The index of an element of the pool, or of the root of a list; zero is invalid.
  typealias Handle = Int32

  /// The entry of an element in its leaf.
  struct Slot {
    var prefix: UInt64
    var handle: Handle
    var weight: Int32
    init(prefix: UInt64, handle: Handle, weight: Int32) {
      self.prefix = prefix
      self.handle = handle
      self.weight = weight
    }
  }

  /// The entry of a child in its parent: its first element, and the totals of its elements.
  struct Branch {
    var prefix: UInt64
    var first: Handle
    var node: Handle
    var count: Int32
    var weight: Int32
    init(prefix: UInt64, first: Handle, node: Handle, count: Int32, weight: Int32) {
      self.prefix = prefix
      self.first = first
      self.node = node
      self.count = count
      self.weight = weight
    }
  }
  struct Node {
    var parent: Handle
    var isLeaf: Bool
    var slots: ContiguousArray<Slot>
    var branches: ContiguousArray<Branch>
    init(
      parent: Handle = 0,
      isLeaf: Bool,
      slots: ContiguousArray<Slot> = [],
      branches: ContiguousArray<Branch> = []
    ) {
      self.parent = parent
      self.isLeaf = isLeaf
      self.slots = slots
      self.branches = branches
    }
    var fanout: Int { isLeaf ? slots.count : branches.count }
  }

  /// The maximum number of slots or branches of a node; a full leaf has eight cache lines.
  static var capacity: Int { 32 }
  /// The size below which a node is merged with a neighbour if both fit into one.
  static var minimum: Int { 8 }
  /// The maximum size of a merged node.
  static var joined: Int { 24 }
  var nodes: ContiguousArray<Node> = [Node(isLeaf: true)]
  var freeNodes: ContiguousArray<Handle> = []
  var elements: ContiguousArray<Element?> = [nil]
  var freeHandles: ContiguousArray<Handle> = []
  /// The leaf of every element, by handle.
  var leaves: ContiguousArray<Handle> = [0]

  /// Creates an empty pool.
  init() {}

  /// The element with a handle.
  subscript(handle: Handle) -> Element {
    guard let element = elements[Int(handle)] else {
      preconditionFailure("handle \(handle) names no element")
    }
    return element
  }
  mutating func allocate(_ element: Element) -> Handle {
    if let handle = freeHandles.popLast() {
      elements[Int(handle)] = element
      return handle
    }
    elements.append(element)
    leaves.append(0)
    return Handle(elements.count - 1)
  }
  mutating func free(_ handle: Handle) {
    assert(elements[Int(handle)] != nil, "handle \(handle) is freed twice")
    elements[Int(handle)] = nil
    freeHandles.append(handle)
  }
}

// MARK: - Editing

extension OrderTree {
  /// Inserts an element into a list.
  ///
  /// - Parameter precedes: Whether an element of the list precedes the new one.
  mutating func insert(
    _ element: Element,
    weight: Int32 = 0,
    into root: inout Handle,
    after precedes: (Element) -> Bool
  ) -> Handle {
    insert(element, weight: weight, prefix: 0, into: &root) { _, element in precedes(element) }
  }

  /// Inserts an element into a list, comparing prefixes first.
  ///
  /// - Parameters:
  ///   - prefix: A number that determines the order if it differs from another element's.
  ///   - precedes: Whether an element of the list with the same prefix precedes the new one.
  @inline(__always)
  mutating func insert(
    _ element: Element,
    weight: Int32 = 0,
    prefix: UInt64,
    into root: inout Handle,
    after precedes: (Handle, Element) -> Bool
  ) -> Handle {
    let handle = allocate(element)
    let slot = Slot(prefix: prefix, handle: handle, weight: weight)
    assert(weight >= 0 && (root == 0 || nodes[Int(root)].parent == 0), "not the root of a list")
    guard root != 0 else {
      root = newNode(Node(isLeaf: true, slots: [slot]))
      leaves[Int(handle)] = root
      return handle
    }
    var node = root
    while !nodes[Int(node)].isLeaf {
      let place = place(of: prefix, among: nodes[Int(node)].branches, precedes)
      node = nodes[Int(node)].branches[max(0, place - 1)].node
    }
    let place = place(of: prefix, among: nodes[Int(node)].slots, precedes)
    assert(
      self.slot(before: place, in: node).map { $0.prefix <= prefix } ?? true,
      "prefixes descend"
    )
    insert(slot, at: place, in: node, root: &root)
    return handle
  }

  /// Removes an element from its list; its handle will be reused.
  mutating func remove(_ handle: Handle, from root: inout Handle) {
    assert(elements[Int(handle)] != nil && isInList(handle, root), "the element is in another list")
    let leaf = leaves[Int(handle)]
    let place = place(of: handle, in: leaf)
    let slot = nodes[Int(leaf)].slots.remove(at: place)
    add(count: -1, weight: -slot.weight, above: leaf, isNewFirst: place == 0)
    free(handle)
    let count = nodes[Int(leaf)].slots.count
    if count == 0 {
      drop(leaf, root: &root)
    } else if count < Self.minimum {
      join(leaf, root: &root)
    }
  }

  /// Changes the weight of an element.
  mutating func setWeight(_ weight: Int32, of handle: Handle) {
    assert(elements[Int(handle)] != nil && weight >= 0, "weight \(weight) of handle \(handle)")
    let leaf = leaves[Int(handle)]
    let place = place(of: handle, in: leaf)
    let difference = weight - nodes[Int(leaf)].slots[place].weight
    guard difference != 0 else { return }
    nodes[Int(leaf)].slots[place].weight = weight
    add(count: 0, weight: difference, above: leaf, isNewFirst: false)
  }

  /// Changes the weights of all elements of a list.
  ///
  /// - Parameter weights: The new weights, in the order of the elements.
  /// - Complexity: O(*n*).
  mutating func setWeights(in root: Handle, to weights: ContiguousArray<Int32>) {
    assert(root == 0 ? weights.isEmpty : weights.count == count(root), "not one weight per element")
    var place = 0
    if root != 0 { _ = setWeights(below: root, to: weights, from: &place) }
  }

  private mutating func setWeights(
    below node: Handle,
    to weights: ContiguousArray<Int32>,
    from next: inout Int
  ) -> Int32 {
    var sum: Int32 = 0
    for place in 0..<nodes[Int(node)].fanout {
      if nodes[Int(node)].isLeaf {
        nodes[Int(node)].slots[place].weight = weights[next]
        sum += weights[next]
        next += 1
      } else {
        let child = nodes[Int(node)].branches[place].node
        let below = setWeights(below: child, to: weights, from: &next)
        nodes[Int(node)].branches[place].weight = below
        sum += below
      }
    }
    return sum
  }

  /// Changes the prefix of an element if the element keeps its place.
  ///
  /// - Parameter precedes: Whether an element of the list with the new prefix precedes this one.
  /// - Returns: Whether the element keeps its place; otherwise the prefix is unchanged.
  @inline(__always)
  mutating func setPrefix(
    _ prefix: UInt64,
    of handle: Handle,
    after precedes: (Handle, Element) -> Bool
  ) -> Bool {
    let leaf = leaves[Int(handle)]
    let place = place(of: handle, in: leaf)
    if let before = slot(before: place, in: leaf), before.prefix >= prefix,
      before.prefix > prefix || !precedes(before.handle, self[before.handle])
    {
      return false
    }
    if let behind = slot(behind: place, in: leaf), behind.prefix <= prefix,
      behind.prefix < prefix || precedes(behind.handle, self[behind.handle])
    {
      return false
    }
    nodes[Int(leaf)].slots[place].prefix = prefix
    if place == 0 { add(count: 0, weight: 0, above: leaf, isNewFirst: true) }
    return true
  }
}

// Bulk construction of a list: no searches, no splits.
extension OrderTree {
  /// Creates a list of elements that are in no list.
  ///
  /// The nodes have free space, so that the first insertion does not split them.
  ///
  /// - Parameter slots: The elements in order, with handles of ``allocate(_:)``.
  /// - Complexity: O(*n*).
  mutating func build(_ slots: ContiguousArray<Slot>) -> Handle {
    assert(zip(slots, slots.dropFirst()).allSatisfy { $0.prefix <= $1.prefix }, "prefixes descend")
    guard !slots.isEmpty else { return 0 }
    var level = ContiguousArray<Branch>()
    for range in Self.parts(of: slots.count) {
      let own = ContiguousArray(slots[range])
      let leaf = newNode(Node(isLeaf: true, slots: own))
      for slot in own { leaves[Int(slot.handle)] = leaf }
      level.append(
        Branch(
          prefix: own[0].prefix,
          first: own[0].handle,
          node: leaf,
          count: Int32(own.count),
          weight: own.reduce(0) { $0 + $1.weight }
        )
      )
    }
    while level.count > 1 { level = above(level) }
    return level[0].node
  }

  /// Creates the parents of a level of nodes.
  private mutating func above(_ level: ContiguousArray<Branch>) -> ContiguousArray<Branch> {
    var result = ContiguousArray<Branch>()
    for range in Self.parts(of: level.count) {
      let own = ContiguousArray(level[range])
      let node = newNode(Node(isLeaf: false, branches: own))
      for branch in own { nodes[Int(branch.node)].parent = node }
      result.append(
        Branch(
          prefix: own[0].prefix,
          first: own[0].first,
          node: node,
          count: own.reduce(0) { $0 + $1.count },
          weight: own.reduce(0) { $0 + $1.weight }
        )
      )
    }
    return result
  }

  /// Divides a number of places into parts of similar size, none larger than ``joined``.
  private static func parts(of count: Int) -> some Sequence<Range<Int>> {
    let parts = (count - 1) / joined + 1
    return (0..<parts).lazy.map { count * $0 / parts..<count * ($0 + 1) / parts }
  }
}
