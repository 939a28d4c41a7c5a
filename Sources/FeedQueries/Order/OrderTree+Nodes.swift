extension OrderTree {
  mutating func newNode(_ node: Node) -> Handle {
    if let number = freeNodes.popLast() {
      nodes[Int(number)] = node
      return number
    }
    nodes.append(node)
    return Handle(nodes.count - 1)
  }
  mutating func freeNode(_ number: Handle) {
    nodes[Int(number)] = Node(isLeaf: true)
    freeNodes.append(number)
  }

  // MARK: Finding

  /// Returns the position of an element in its leaf.
  func place(of handle: Handle, in leaf: Handle) -> Int {
    let slots = nodes[Int(leaf)].slots
    var place = 0
    while slots[place].handle != handle { place += 1 }
    return place
  }

  /// Returns the position of a child in its parent.
  func place(ofChild child: Handle, in parent: Handle) -> Int {
    let branches = nodes[Int(parent)].branches
    var place = 0
    while branches[place].node != child { place += 1 }
    return place
  }

  /// Returns the number of slots that precede a new element.
  @inline(__always)
  func place(
    of prefix: UInt64,
    among slots: ContiguousArray<Slot>,
    _ precedes: (Handle, Element) -> Bool
  ) -> Int {
    // A linear search is fast: the processor prefetches consecutive cache lines.
    var low = 0
    while low < slots.count, slots[low].prefix < prefix { low += 1 }
    var high = low
    while high < slots.count, slots[high].prefix == prefix { high += 1 }
    while low < high {
      let middle = (low + high) / 2
      let handle = slots[middle].handle
      if precedes(handle, self[handle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the number of children whose first element precedes a new one.
  @inline(__always)
  func place(
    of prefix: UInt64,
    among branches: ContiguousArray<Branch>,
    _ precedes: (Handle, Element) -> Bool
  ) -> Int {
    var low = 0
    while low < branches.count, branches[low].prefix < prefix { low += 1 }
    var high = low
    while high < branches.count, branches[high].prefix == prefix { high += 1 }
    while low < high {
      let middle = (low + high) / 2
      let handle = branches[middle].first
      if precedes(handle, self[handle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns whether an element is in the list of a root; for assertions.
  func isInList(_ handle: Handle, _ root: Handle) -> Bool {
    var node = leaves[Int(handle)]
    while nodes[Int(node)].parent != 0 { node = nodes[Int(node)].parent }
    return node == root
  }

  // MARK: Growing

  /// Inserts an element into a leaf, and splits a full leaf.
  mutating func insert(_ slot: Slot, at place: Int, in leaf: Handle, root: inout Handle) {
    var leaf = leaf
    var place = place
    if nodes[Int(leaf)].slots.count >= Self.capacity {
      // An append does not split a full leaf evenly, because lists are filled in order.
      let cut = place == Self.capacity ? place : Self.capacity / 2
      let right = split(leaf, at: cut, root: &root, first: slot)
      if place > cut || cut == Self.capacity {
        leaf = right
        place -= cut
      }
    }
    nodes[Int(leaf)].slots.insert(slot, at: place)
    leaves[Int(slot.handle)] = leaf
    add(count: 1, weight: slot.weight, above: leaf, isNewFirst: place == 0)
  }

  /// Moves the end of a leaf to a new leaf after it.
  mutating func split(
    _ leaf: Handle,
    at cut: Int,
    root: inout Handle,
    first: Slot
  ) -> Handle {
    makeParent(of: leaf, root: &root)
    let moved = ContiguousArray(nodes[Int(leaf)].slots[cut...])
    nodes[Int(leaf)].slots.removeLast(moved.count)
    let right = newNode(Node(isLeaf: true, slots: moved))
    var weight: Int32 = 0
    for slot in moved {
      leaves[Int(slot.handle)] = right
      weight += slot.weight
    }
    let first = moved.first ?? first
    let branch = Branch(prefix: first.prefix, first: first.handle, node: right, count: 0, weight: 0)
    insert(branch, behind: leaf, root: &root)
    shift(count: Int32(moved.count), weight: weight, from: leaf, to: right)
    return right
  }

  /// Inserts a child with a count and a weight of zero after its sibling.
  mutating func insert(_ branch: Branch, behind child: Handle, root: inout Handle) {
    var parent = nodes[Int(child)].parent
    var place = place(ofChild: child, in: parent) + 1
    if nodes[Int(parent)].branches.count >= Self.capacity {
      let cut = place == Self.capacity ? place : Self.capacity / 2
      let right = splitBranches(of: parent, at: cut, root: &root, first: branch)
      if place > cut || cut == Self.capacity {
        parent = right
        place -= cut
      }
    }
    nodes[Int(parent)].branches.insert(branch, at: place)
    nodes[Int(branch.node)].parent = parent
  }
  mutating func splitBranches(
    of node: Handle,
    at cut: Int,
    root: inout Handle,
    first: Branch
  ) -> Handle {
    makeParent(of: node, root: &root)
    let moved = ContiguousArray(nodes[Int(node)].branches[cut...])
    nodes[Int(node)].branches.removeLast(moved.count)
    let right = newNode(Node(isLeaf: false, branches: moved))
    var (count, weight): (Int32, Int32) = (0, 0)
    for branch in moved {
      nodes[Int(branch.node)].parent = right
      count += branch.count
      weight += branch.weight
    }
    let first = moved.first ?? first
    let branch = Branch(prefix: first.prefix, first: first.first, node: right, count: 0, weight: 0)
    insert(branch, behind: node, root: &root)
    shift(count: count, weight: weight, from: node, to: right)
    return right
  }

  /// Adds a parent to a node that is a root.
  mutating func makeParent(of node: Handle, root: inout Handle) {
    guard nodes[Int(node)].parent == 0 else { return }
    let (prefix, first) = first(of: node)
    let branch = Branch(
      prefix: prefix,
      first: first,
      node: node,
      count: Int32(count(node)),
      weight: Int32(weight(node))
    )
    root = newNode(Node(isLeaf: false, branches: [branch]))
    nodes[Int(node)].parent = root
  }
  func first(of node: Handle) -> (prefix: UInt64, first: Handle) {
    if nodes[Int(node)].isLeaf {
      let slot = nodes[Int(node)].slots[0]
      return (slot.prefix, slot.handle)
    }
    let branch = nodes[Int(node)].branches[0]
    return (branch.prefix, branch.first)
  }

  /// Moves counts from one node to another in all their ancestors.
  mutating func shift(count: Int32, weight: Int32, from: Handle, to: Handle) {
    add(count: -count, weight: -weight, above: from, isNewFirst: false)
    add(count: count, weight: weight, above: to, isNewFirst: false)
  }

  /// Adds a count and a weight to all ancestors of a node, and updates the node's first element there
  /// if it or its prefix has changed.
  mutating func add(count: Int32, weight: Int32, above node: Handle, isNewFirst: Bool) {
    var child = node
    var isNewFirst = isNewFirst && nodes[Int(node)].fanout > 0
    let first = isNewFirst ? first(of: node) : (0, 0)
    while true {
      let parent = nodes[Int(child)].parent
      if parent == 0 { return }
      let place = place(ofChild: child, in: parent)
      nodes[Int(parent)].branches[place].count += count
      nodes[Int(parent)].branches[place].weight += weight
      if isNewFirst {
        nodes[Int(parent)].branches[place].prefix = first.0
        nodes[Int(parent)].branches[place].first = first.1
        isNewFirst = place == 0
      }
      child = parent
    }
  }

  // MARK: Shrinking

  /// Removes a node that has become empty.
  mutating func drop(_ node: Handle, root: inout Handle) {
    let parent = nodes[Int(node)].parent
    freeNode(node)
    guard parent != 0 else {
      root = 0
      return
    }
    removeBranch(at: place(ofChild: node, in: parent), of: parent, root: &root)
  }
  mutating func removeBranch(at place: Int, of node: Handle, root: inout Handle) {
    nodes[Int(node)].branches.remove(at: place)
    let count = nodes[Int(node)].branches.count
    if count == 0 { return drop(node, root: &root) }
    if place == 0 { add(count: 0, weight: 0, above: node, isNewFirst: true) }
    if node == root {
      guard count == 1 else { return }
      root = nodes[Int(node)].branches[0].node
      nodes[Int(root)].parent = 0
      freeNode(node)
    } else if count < Self.minimum {
      join(node, root: &root)
    }
  }

  /// Merges a node with a neighbour if both fit into one node.
  mutating func join(_ node: Handle, root: inout Handle) {
    let parent = nodes[Int(node)].parent
    guard parent != 0 else { return }
    let place = place(ofChild: node, in: parent)
    let branches = nodes[Int(parent)].branches
    if place > 0, fits(branches[place - 1].node, node) {
      merge(at: place, of: parent, root: &root)
    } else if place + 1 < branches.count, fits(node, branches[place + 1].node) {
      merge(at: place + 1, of: parent, root: &root)
    }
  }
  func fits(_ left: Handle, _ right: Handle) -> Bool {
    nodes[Int(left)].fanout + nodes[Int(right)].fanout <= Self.joined
  }

  /// Moves all slots or branches of a child to the child before it.
  mutating func merge(at place: Int, of parent: Handle, root: inout Handle) {
    let branch = nodes[Int(parent)].branches[place]
    let left = nodes[Int(parent)].branches[place - 1].node
    let right = nodes[Int(branch.node)]
    for slot in right.slots { leaves[Int(slot.handle)] = left }
    for child in right.branches { nodes[Int(child.node)].parent = left }
    nodes[Int(left)].slots.append(contentsOf: right.slots)
    nodes[Int(left)].branches.append(contentsOf: right.branches)
    nodes[Int(parent)].branches[place - 1].count += branch.count
    nodes[Int(parent)].branches[place - 1].weight += branch.weight
    freeNode(branch.node)
    removeBranch(at: place, of: parent, root: &root)
  }
}
