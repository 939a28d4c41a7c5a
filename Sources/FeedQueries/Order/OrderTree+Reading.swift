extension OrderTree {
  /// The number of elements of a list.
  func count(_ root: Handle) -> Int {
    let node = nodes[Int(root)]
    return node.isLeaf
      ? node.slots.count : node.branches.reduce(into: 0) { $0 += Int($1.count) }
  }

  /// The sum of the weights of a list.
  func weight(_ root: Handle) -> Int {
    let node = nodes[Int(root)]
    return node.isLeaf
      ? node.slots.reduce(into: 0) { $0 += Int($1.weight) }
      : node.branches.reduce(into: 0) { $0 += Int($1.weight) }
  }

  /// The weight of one element.
  func weight(of handle: Handle) -> Int {
    let leaf = leaves[Int(handle)]
    return Int(nodes[Int(leaf)].slots[place(of: handle, in: leaf)].weight)
  }

  /// How many elements of the list stand before an element.
  ///
  /// - Returns: Its rank, from zero.
  func rank(of handle: Handle) -> Int {
    let leaf = leaves[Int(handle)]
    return place(of: handle, in: leaf) + sum(before: leaf) { Int($0.count) }
  }

  /// The sum of the weights of the elements that stand before an element.
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

  /// Where an element was found last, so that the next one is found from there.
  struct Cursor {
    fileprivate var leaf: Handle = 0
    fileprivate var place = 0
    /// The weight of all that stands before the place.
    fileprivate var before = 0
  }

  /// The weight of one element, and that of all that stand before it, for elements that are asked for in their order.
  ///
  /// - Parameter cursor: Where the last one was found; no weight has changed since.
  /// - Complexity: O(1) behind the last one in the same leaf, O(log *n*) otherwise.
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
    // In another leaf, or further ahead in this one.
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

  /// The element at a rank.
  ///
  /// - Returns: The element's handle, or zero if the list is not as long.
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

  /// The element that has some weight of others before it, or part of its own.
  ///
  /// - Parameter offset: The weight before it, its own not yet used up.
  /// - Returns: The element's handle, or zero if the list does not weigh as much.
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

  /// The first element of a list.
  ///
  /// - Returns: The element's handle, or zero if the list is empty.
  func first(_ root: Handle) -> Handle {
    if root == 0 { return 0 }
    return nodes[Int(root)].isLeaf
      ? nodes[Int(root)].slots[0].handle : nodes[Int(root)].branches[0].first
  }

  /// The last element of a list.
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

  /// The element that follows another one.
  ///
  /// - Returns: The handle of its successor, or zero if it is the last.
  func next(_ handle: Handle) -> Handle {
    let leaf = leaves[Int(handle)]
    return slot(behind: place(of: handle, in: leaf), in: leaf)?.handle ?? 0
  }

  /// The element that precedes another one.
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
        // The weight is not asked for here.
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
