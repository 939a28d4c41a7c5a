extension CountedTree.Node {
  func element(at index: Int) -> (element: Element, offset: Int) {
    var index = index
    var offset = 0
    if children.isEmpty {
      for element in elements[..<index] { offset += element.summary.span }
      return (elements[index], offset)
    }
    for child in children {
      if index < child.summary.count {
        let found = child.element(at: index)
        return (found.element, offset + found.offset)
      }
      index -= child.summary.count
      offset += child.summary.span
    }
    preconditionFailure("a node knows how many elements it holds")
  }

  func forEach(from: Int, to: Int, _ body: (Element) -> Void) {
    guard children.isEmpty else {
      var start = 0
      for child in children where start < to {
        let end = start + child.summary.count
        if end > from {
          child.forEach(from: max(0, from - start), to: min(end, to) - start, body)
        }
        start = end
      }
      return
    }
    for element in elements[from..<to] { body(element) }
  }

  func visit(
    from low: Int,
    to high: Int,
    index: Int,
    offset: Int,
    _ body: (Int, Int, Element) -> Void
  ) {
    var (index, offset) = (index, offset)
    for element in elements {
      let summary = element.summary
      if offset + summary.low <= high, offset + summary.high >= low { body(index, offset, element) }
      index += 1
      offset += summary.span
    }
    for child in children {
      let summary = child.summary
      if offset + summary.low <= high, offset + summary.high >= low {
        child.visit(from: low, to: high, index: index, offset: offset, body)
      }
      index += summary.count
      offset += summary.span
    }
  }

  func position(at place: Int) -> Int {
    var offset = 0
    var index = 0
    for (position, child) in children.enumerated() {
      if place < offset + child.summary.span || position == children.count - 1 {
        return index + child.position(at: place - offset)
      }
      offset += child.summary.span
      index += child.summary.count
    }
    for (position, element) in elements.enumerated() {
      if place < offset + element.summary.span { return position }
      offset += element.summary.span
    }
    return max(0, elements.count - 1)
  }

  mutating func update(at index: Int, _ change: (inout Element) -> Void) {
    if children.isEmpty {
      change(&elements[index])
    } else {
      let (child, rest) = child(holding: index)
      children[child].update(at: rest, change)
    }
    summarize()
  }

  /// Inserts an element; returns the right half of this node if the node was split.
  mutating func insert(_ element: Element, at index: Int) -> Self? {
    if children.isEmpty {
      elements.insert(element, at: index)
    } else {
      let (child, rest) = child(holding: index)
      if let sibling = children[child].insert(element, at: rest) {
        children.insert(sibling, at: child + 1)
      }
    }
    defer { summarize() }
    if elements.count > CountedTree.leafCapacity {
      let half = elements.count / 2
      let sibling = Self(elements: Array(elements[half...]))
      elements.removeSubrange(half...)
      return sibling
    }
    if children.count > CountedTree.branchCapacity {
      let half = children.count / 2
      let sibling = Self(children: Array(children[half...]))
      children.removeSubrange(half...)
      return sibling
    }
    return nil
  }

  mutating func remove(at index: Int) {
    if children.isEmpty {
      elements.remove(at: index)
    } else {
      let (child, rest) = child(holding: index)
      children[child].remove(at: rest)
      if children[child].summary.count == 0 {
        children.remove(at: child)
      } else {
        mergeChild(child)
      }
    }
    summarize()
  }

  /// Merges a child with a sibling if both fit into half a node.
  private mutating func mergeChild(_ child: Int) {
    let left = child + 1 < children.count ? child : child - 1
    guard left >= 0 else { return }
    let (first, second) = (children[left], children[left + 1])
    guard first.children.isEmpty == second.children.isEmpty,
      first.elements.count + second.elements.count <= CountedTree.leafCapacity / 2,
      first.children.count + second.children.count <= CountedTree.branchCapacity / 2
    else { return }
    children[left] =
      first.children.isEmpty
      ? Self(elements: first.elements + second.elements)
      : Self(children: first.children + second.children)
    children.remove(at: left + 1)
  }

  /// Returns the child that holds a position, or the last child for the end position.
  private func child(holding index: Int) -> (child: Int, rest: Int) {
    var rest = index
    for child in children.indices.dropLast() {
      if rest < children[child].summary.count { return (child, rest) }
      rest -= children[child].summary.count
    }
    return (children.count - 1, rest)
  }
}
