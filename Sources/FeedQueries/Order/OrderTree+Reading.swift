extension OrderTree {
  /// Returns the number of elements of a list.
  func count(_ root: Handle) -> Int {
    let node = nodes[Int(root)]
    return node.isLeaf
      ? node.slots.count : node.branches.reduce(into: 0) { $0 += Int($1.count) }
  }

  /// Returns the sum of the weights of a list.
  func weight(_ root: Handle) -> Int {
    let node = nodes[Int(root)]
    return node.isLeaf
      ? node.slots.reduce(into: 0) { $0 += Int($1.weight) }
      : node.branches.reduce(into: 0) { $0 += Int($1.weight) }
  }

  /// Returns the weight of an element.
  func weight(of handle: Handle) -> Int {
    let leaf = leaves[Int(handle)]
    return Int(nodes[Int(leaf)].slots[place(of: handle, in: leaf)].weight)
  }

  /// Returns the number of elements that precede an element.
  ///
  /// - Returns: Its rank, from zero.
  func rank(of handle: Handle) -> Int {
    let leaf = leaves[Int(handle)]
    return place(of: handle, in: leaf) + sum(before: leaf) { Int($0.count) }
  }

  /// Returns the sum of the weights of the elements that precede an element.
  func weight(before handle: Handle) -> Int {
    let leaf = leaves[Int(handle)]
    let slots = nodes[Int(leaf)].slots
    var sum = 0
    var place = 0
    while slots[place].handle != handle {
      sum += Int(slots[place].weight)
      place += 1
    }
    return sum + self.sum(before: leaf) { Int($0.weight) }
  }

  /// The position of the last found element, from which the next search starts.
  struct Cursor {
    fileprivate var leaf: Handle = 0
    fileprivate var place = 0
    /// The sum of the weights before the position.
    fileprivate var before = 0
  }

  /// Returns the weight of an element and the sum of the weights before it.
  ///
  /// - Parameter cursor: The position of the last element; no weight has changed since. Calls are
  ///   fastest in the order of the elements.
  /// - Complexity: O(1) shortly after the last element in the same leaf, O(log *n*) otherwise.
  func weight(of handle: Handle, from cursor: inout Cursor) -> (own: Int, before: Int) {
    let leaf = leaves[Int(handle)]
    let slots = nodes[Int(leaf)].slots
    if leaf == cursor.leaf {
      while cursor.place < slots.count {
        let slot = slots[cursor.place]
        if slot.handle == handle { return (Int(slot.weight), cursor.before) }
        cursor.before += Int(slot.weight)
        cursor.place += 1
      }
    }
    // The element is in another leaf, or before the cursor in this one.
    cursor = Cursor(leaf: leaf, place: 0, before: sum(before: leaf) { Int($0.weight) })
    while slots[cursor.place].handle != handle {
      cursor.before += Int(slots[cursor.place].weight)
      cursor.place += 1
    }
    return (Int(slots[cursor.place].weight), cursor.before)
  }

  @inline(__always)
  func sum(before node: Handle, of part: (Branch) -> Int) -> Int {
    var sum = 0
    var child = node
    while true {
      let parent = nodes[Int(child)].parent
      if parent == 0 { return sum }
      let branches = nodes[Int(parent)].branches
      var place = 0
      while branches[place].node != child {
        sum += part(branches[place])
        place += 1
      }
      child = parent
    }
  }

  /// Returns the element at a rank.
  ///
  /// - Returns: The element's handle, or zero if the list is shorter.
  func handle(atRank rank: Int, in root: Handle) -> Handle {
    guard root != 0, rank >= 0, rank < count(root) else { return 0 }
    var rest = rank
    var node = root
    while !nodes[Int(node)].isLeaf {
      let branches = nodes[Int(node)].branches
      var place = 0
      while rest >= Int(branches[place].count) {
        rest -= Int(branches[place].count)
        place += 1
      }
      node = branches[place].node
    }
    return nodes[Int(node)].slots[rest].handle
  }

  /// Returns the element whose weight covers an offset.
  ///
  /// - Parameter offset: A position in the total weight, from zero.
  /// - Returns: The element's handle, or zero if the total weight is not larger.
  func handle(atWeight offset: Int, in root: Handle) -> Handle {
    guard root != 0, offset >= 0, offset < weight(root) else { return 0 }
    var rest = offset
    var node = root
    while !nodes[Int(node)].isLeaf {
      let branches = nodes[Int(node)].branches
      var place = 0
      while rest >= Int(branches[place].weight) {
        rest -= Int(branches[place].weight)
        place += 1
      }
      node = branches[place].node
    }
    let slots = nodes[Int(node)].slots
    var place = 0
    while rest >= Int(slots[place].weight) {
      rest -= Int(slots[place].weight)
      place += 1
    }
    return slots[place].handle
  }

  /// Returns the first element of a list.
  ///
  /// - Returns: The element's handle, or zero if the list is empty.
  func first(_ root: Handle) -> Handle {
    if root == 0 { return 0 }
    return nodes[Int(root)].isLeaf
      ? nodes[Int(root)].slots[0].handle : nodes[Int(root)].branches[0].first
  }

  /// Returns the last element of a list.
  ///
  /// - Returns: The element's handle, or zero if the list is empty.
  func last(_ root: Handle) -> Handle { root == 0 ? 0 : lastSlot(below: root).handle }
  func lastSlot(below node: Handle) -> Slot {
    var node = node
    while !nodes[Int(node)].isLeaf {
      let branches = nodes[Int(node)].branches
      node = branches[branches.count - 1].node
    }
    let slots = nodes[Int(node)].slots
    return slots[slots.count - 1]
  }

  /// Calls a body with every element of a list, in order.
  ///
  /// - Complexity: O(*n*).
  func forEach(in root: Handle, _ body: (Handle) -> Void) {
    if root == 0 { return }
    if nodes[Int(root)].isLeaf {
      for slot in nodes[Int(root)].slots { body(slot.handle) }
    } else {
      for branch in nodes[Int(root)].branches { forEach(in: branch.node, body) }
    }
  }

  /// Returns the next element.
  ///
  /// - Returns: The handle of its successor, or zero if it is the last.
  func next(_ handle: Handle) -> Handle {
    let leaf = leaves[Int(handle)]
    return slot(behind: place(of: handle, in: leaf), in: leaf)?.handle ?? 0
  }

  /// Returns the previous element.
  ///
  /// - Returns: The handle of its predecessor, or zero if it is the first.
  func previous(_ handle: Handle) -> Handle {
    let leaf = leaves[Int(handle)]
    return slot(before: place(of: handle, in: leaf), in: leaf)?.handle ?? 0
  }
  func slot(behind place: Int, in leaf: Handle) -> Slot? {
    let slots = nodes[Int(leaf)].slots
    if place + 1 < slots.count { return slots[place + 1] }
    var child = leaf
    while true {
      let parent = nodes[Int(child)].parent
      if parent == 0 { return nil }
      let place = self.place(ofChild: child, in: parent)
      let branches = nodes[Int(parent)].branches
      if place + 1 < branches.count {
        let next = branches[place + 1]
        // The callers do not need the weight.
        return Slot(prefix: next.prefix, handle: next.first, weight: 0)
      }
      child = parent
    }
  }
  func slot(before place: Int, in leaf: Handle) -> Slot? {
    if place > 0 { return nodes[Int(leaf)].slots[place - 1] }
    var child = leaf
    while true {
      let parent = nodes[Int(child)].parent
      if parent == 0 { return nil }
      let place = self.place(ofChild: child, in: parent)
      if place > 0 { return lastSlot(below: nodes[Int(parent)].branches[place - 1].node) }
      child = parent
    }
  }
}
