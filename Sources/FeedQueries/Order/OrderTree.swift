/// Ordered lists of elements with weights, many in one pool: rank, weight and neighbours by handle.
///
/// A treap (Seidel and Aragon, "Randomized search trees", 1996) with parent links, kept in arrays
/// so that walking it neither counts references nor chases objects. An element keeps its handle
/// for as long as it is in a list, and a list is no more than the handle of its root; zero is none.
/// Priorities are a fixed mix of the handle: the shape never depends on chance, nor does any result.
///
/// Operations on a list of *n* elements take expected O(log *n*).
package struct OrderTree<Element> {
  /// Names an element of the pool; zero names none.
  package typealias Handle = Int32

  private struct Node {
    var left: Handle = 0
    var right: Handle = 0
    var parent: Handle = 0
    var count: Int32 = 0
    var ownWeight: Int32 = 0
    var weight: Int = 0
  }

  private var nodes: ContiguousArray<Node> = [Node()]
  private var elements: ContiguousArray<Element?> = [nil]
  private var free: [Handle] = []

  /// Makes an empty pool.
  package init() {}

  /// The element that a handle names.
  package subscript(handle: Handle) -> Element {
    guard let element = elements[Int(handle)] else {
      preconditionFailure("handle \(handle) names no element")
    }
    return element
  }

  /// Adds an element to a list.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - weight: Its weight.
  ///   - root: The list.
  ///   - precedes: Whether an element of the list stands before the new one.
  /// - Returns: The element's handle.
  package mutating func insert(
    _ element: Element,
    weight: Int32 = 0,
    into root: inout Handle,
    after precedes: (Element) -> Bool
  ) -> Handle {
    insert(element, weight: weight, into: &root, order: { _ in 0 }, tie: precedes)
  }

  /// Adds an element to a list, by what is kept beside the elements under their handles.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - weight: Its weight.
  ///   - root: The list.
  ///   - order: Below zero if an element of the list stands before the new one, above zero if
  ///     behind it, zero if only the element itself can tell.
  ///   - tie: Whether an element of the list stands before the new one.
  /// - Returns: The element's handle.
  @inline(__always)
  package mutating func insert(
    _ element: Element,
    weight: Int32 = 0,
    into root: inout Handle,
    order: (Handle) -> Int,
    tie: (Element) -> Bool
  ) -> Handle {
    var parent: Handle = 0
    var next = root
    var goesRight = false
    while next != 0 {
      parent = next
      let difference = order(next)
      goesRight = difference < 0 || difference == 0 && tie(self[next])
      next = goesRight ? nodes[Int(next)].right : nodes[Int(next)].left
    }
    let handle = allocate(element)
    nodes[Int(handle)] = Node(
      parent: parent,
      count: 1,
      ownWeight: weight,
      weight: Int(weight)
    )
    guard parent != 0 else {
      root = handle
      return handle
    }
    if goesRight { nodes[Int(parent)].right = handle } else { nodes[Int(parent)].left = handle }
    adjust(from: parent, count: 1, weight: Int(weight))
    while nodes[Int(handle)].parent != 0,
      priority(nodes[Int(handle)].parent) < priority(handle)
    {
      rotateUp(handle)
    }
    if nodes[Int(handle)].parent == 0 { root = handle }
    return handle
  }

  /// Takes an element out of its list; its handle is used again.
  ///
  /// - Parameters:
  ///   - handle: The element.
  ///   - root: Its list.
  package mutating func remove(_ handle: Handle, from root: inout Handle) {
    while nodes[Int(handle)].left != 0, nodes[Int(handle)].right != 0 {
      let node = nodes[Int(handle)]
      let child = priority(node.left) > priority(node.right) ? node.left : node.right
      rotateUp(child)
      if nodes[Int(child)].parent == 0 { root = child }
    }
    let node = nodes[Int(handle)]
    let child = node.left != 0 ? node.left : node.right
    if child != 0 { nodes[Int(child)].parent = node.parent }
    if node.parent == 0 {
      root = child
    } else {
      if nodes[Int(node.parent)].left == handle {
        nodes[Int(node.parent)].left = child
      } else {
        nodes[Int(node.parent)].right = child
      }
      adjust(from: node.parent, count: -1, weight: -Int(node.ownWeight))
    }
    elements[Int(handle)] = nil
    free.append(handle)
  }

  /// Changes the weight of an element.
  ///
  /// - Parameters:
  ///   - weight: The new weight.
  ///   - handle: The element.
  package mutating func setWeight(_ weight: Int32, of handle: Handle) {
    let difference = Int(weight) - Int(nodes[Int(handle)].ownWeight)
    guard difference != 0 else { return }
    nodes[Int(handle)].ownWeight = weight
    adjust(from: handle, count: 0, weight: difference)
  }

  private mutating func allocate(_ element: Element) -> Handle {
    if let handle = free.popLast() {
      elements[Int(handle)] = element
      return handle
    }
    elements.append(element)
    nodes.append(Node())
    return Handle(elements.count - 1)
  }

  private mutating func adjust(from handle: Handle, count: Int32, weight: Int) {
    var next = handle
    while next != 0 {
      nodes[Int(next)].count += count
      nodes[Int(next)].weight += weight
      next = nodes[Int(next)].parent
    }
  }

  private func priority(_ handle: Handle) -> UInt32 {
    // The finalizer of MurmurHash3, a bijection: no two handles share a priority.
    var mixed = UInt32(bitPattern: handle)
    mixed = (mixed ^ (mixed >> 16)) &* 0x85eb_ca6b
    mixed = (mixed ^ (mixed >> 13)) &* 0xc2b2_ae35
    return mixed ^ (mixed >> 16)
  }

  private mutating func rotateUp(_ handle: Handle) {
    let parent = nodes[Int(handle)].parent
    let grandparent = nodes[Int(parent)].parent
    let isLeft = nodes[Int(parent)].left == handle
    let inner = isLeft ? nodes[Int(handle)].right : nodes[Int(handle)].left
    if isLeft {
      nodes[Int(parent)].left = inner
      nodes[Int(handle)].right = parent
    } else {
      nodes[Int(parent)].right = inner
      nodes[Int(handle)].left = parent
    }
    if inner != 0 { nodes[Int(inner)].parent = parent }
    nodes[Int(parent)].parent = handle
    nodes[Int(handle)].parent = grandparent
    if grandparent != 0 {
      if nodes[Int(grandparent)].left == parent {
        nodes[Int(grandparent)].left = handle
      } else {
        nodes[Int(grandparent)].right = handle
      }
    }
    nodes[Int(handle)].count = nodes[Int(parent)].count
    nodes[Int(handle)].weight = nodes[Int(parent)].weight
    summarise(parent)
  }

  private mutating func summarise(_ handle: Handle) {
    let node = nodes[Int(handle)]
    nodes[Int(handle)].count = nodes[Int(node.left)].count + nodes[Int(node.right)].count + 1
    nodes[Int(handle)].weight =
      nodes[Int(node.left)].weight + nodes[Int(node.right)].weight + Int(node.ownWeight)
  }
}

// MARK: - Reading

extension OrderTree {
  /// The number of elements of a list.
  ///
  /// - Parameter root: The list.
  /// - Returns: How many elements it has.
  package func count(_ root: Handle) -> Int { Int(nodes[Int(root)].count) }

  /// The sum of the weights of a list.
  ///
  /// - Parameter root: The list.
  /// - Returns: The sum.
  package func weight(_ root: Handle) -> Int { nodes[Int(root)].weight }

  /// The weight of one element.
  ///
  /// - Parameter handle: The element.
  /// - Returns: Its own weight.
  package func weight(of handle: Handle) -> Int { Int(nodes[Int(handle)].ownWeight) }

  /// How many elements of the list stand before an element.
  ///
  /// - Parameter handle: The element.
  /// - Returns: Its rank, from zero.
  package func rank(of handle: Handle) -> Int {
    sum(before: handle, subtree: { Int(nodes[Int($0)].count) }, own: { _ in 1 })
  }

  /// The sum of the weights of the elements that stand before an element.
  ///
  /// - Parameter handle: The element.
  /// - Returns: The sum.
  package func weight(before handle: Handle) -> Int {
    sum(
      before: handle,
      subtree: { nodes[Int($0)].weight },
      own: { Int(nodes[Int($0)].ownWeight) }
    )
  }

  @inline(__always)
  private func sum(before handle: Handle, subtree: (Handle) -> Int, own: (Handle) -> Int) -> Int {
    var sum = subtree(nodes[Int(handle)].left)
    var child = handle
    var parent = nodes[Int(child)].parent
    while parent != 0 {
      if nodes[Int(parent)].right == child {
        sum += subtree(nodes[Int(parent)].left) + own(parent)
      }
      child = parent
      parent = nodes[Int(child)].parent
    }
    return sum
  }

  /// The element at a rank.
  ///
  /// - Parameters:
  ///   - rank: How many elements stand before it.
  ///   - root: The list.
  /// - Returns: The element's handle, or zero if the list is not as long.
  package func handle(atRank rank: Int, in root: Handle) -> Handle {
    var remaining = rank
    var next = root
    while next != 0 {
      let before = Int(nodes[Int(nodes[Int(next)].left)].count)
      if remaining == before { return next }
      if remaining < before {
        next = nodes[Int(next)].left
      } else {
        remaining -= before + 1
        next = nodes[Int(next)].right
      }
    }
    return 0
  }

  /// The element that has some weight of others before it, or part of its own.
  ///
  /// - Parameters:
  ///   - offset: The weight before it, its own not yet used up.
  ///   - root: The list.
  /// - Returns: The element's handle, or zero if the list does not weigh as much.
  package func handle(atWeight offset: Int, in root: Handle) -> Handle {
    var remaining = offset
    var next = root
    while next != 0 {
      let before = nodes[Int(nodes[Int(next)].left)].weight
      if remaining < before {
        next = nodes[Int(next)].left
        continue
      }
      remaining -= before
      let own = Int(nodes[Int(next)].ownWeight)
      if remaining < own { return next }
      remaining -= own
      next = nodes[Int(next)].right
    }
    return 0
  }

  /// The first element of a list.
  ///
  /// - Parameter root: The list.
  /// - Returns: The element's handle, or zero if the list is empty.
  package func first(_ root: Handle) -> Handle {
    var next = root
    while nodes[Int(next)].left != 0 { next = nodes[Int(next)].left }
    return next
  }

  /// The last element of a list.
  ///
  /// - Parameter root: The list.
  /// - Returns: The element's handle, or zero if the list is empty.
  package func last(_ root: Handle) -> Handle {
    var next = root
    while nodes[Int(next)].right != 0 { next = nodes[Int(next)].right }
    return next
  }

  /// The element that follows another one.
  ///
  /// - Parameter handle: An element.
  /// - Returns: The handle of its successor, or zero if it is the last.
  package func next(_ handle: Handle) -> Handle {
    if nodes[Int(handle)].right != 0 { return first(nodes[Int(handle)].right) }
    var child = handle
    var parent = nodes[Int(child)].parent
    while parent != 0, nodes[Int(parent)].right == child {
      child = parent
      parent = nodes[Int(child)].parent
    }
    return parent
  }

  /// The element that precedes another one.
  ///
  /// - Parameter handle: An element.
  /// - Returns: The handle of its predecessor, or zero if it is the first.
  package func previous(_ handle: Handle) -> Handle {
    var next = nodes[Int(handle)].left
    if next != 0 {
      while nodes[Int(next)].right != 0 { next = nodes[Int(next)].right }
      return next
    }
    var child = handle
    var parent = nodes[Int(child)].parent
    while parent != 0, nodes[Int(parent)].left == child {
      child = parent
      parent = nodes[Int(child)].parent
    }
    return parent
  }
}
