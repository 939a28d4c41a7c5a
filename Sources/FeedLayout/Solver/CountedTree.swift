/// A list of elements with lengths: a tree with logarithmic search, update, insertion and removal.
///
/// Every node stores the total length and the extent of its elements, so that a search by position
/// skips subtrees that do not intersect it. Lengths are integers: the tree's shape depends on its
/// history, but its sums do not.
struct CountedTree<Element: Spanned>: Sendable {
  static var leafCapacity: Int { 64 }
  static var branchCapacity: Int { 32 }

  struct Node: Sendable {
    var elements: [Element] = []
    var children: [Node] = []
    var summary = SpanSummary()

    init(elements: [Element]) {
      self.elements = elements
      summarize()
    }

    init(children: [Node]) {
      self.children = children
      summarize()
    }

    mutating func summarize() {
      summary = SpanSummary()
      for element in elements { summary.append(element.summary) }
      for child in children { summary.append(child.summary) }
    }
  }

  private(set) var root: Node

  /// Creates a list of elements in linear time.
  init(_ elements: [Element] = []) {
    var builder = Builder()
    for element in elements { builder.append(element) }
    self = builder.finish()
  }

  fileprivate init(root: Node) { self.root = root }

  var count: Int { root.summary.count }
  var summary: SpanSummary { root.summary }

  /// Returns the element at an index, and the distance of its start from the start of the list.
  func element(at index: Int) -> (element: Element, offset: Int) {
    precondition(index >= 0 && index < count, "position \(index) is outside 0..<\(count)")
    return root.element(at: index)
  }

  /// Calls the body for every element in a range of indices, in order.
  func forEach(in range: Range<Int>, _ body: (Element) -> Void) {
    root.forEach(from: range.lowerBound, to: range.upperBound, body)
  }

  /// Calls the body for every element whose extent intersects an interval, in order, with the
  /// element's index and start.
  func forEach(from low: Int, to high: Int, _ body: (Int, Int, Element) -> Void) {
    root.visit(from: low, to: high, index: 0, offset: 0, body)
  }

  /// Returns the index of the last element that starts at or before a position, or the first index.
  func position(at place: Int) -> Int {
    root.position(at: place)
  }

  /// Updates one element in place.
  mutating func update(at index: Int, _ change: (inout Element) -> Void) {
    precondition(index >= 0 && index < count, "position \(index) is outside 0..<\(count)")
    root.update(at: index, change)
  }

  /// Inserts an element at an index.
  mutating func insert(_ element: Element, at index: Int) {
    precondition(index >= 0 && index <= count, "position \(index) is outside 0...\(count)")
    guard let sibling = root.insert(element, at: index) else { return }
    root = Node(children: [root, sibling])
  }

  /// Removes the element at an index.
  mutating func remove(at index: Int) {
    precondition(index >= 0 && index < count, "position \(index) is outside 0..<\(count)")
    root.remove(at: index)
    while root.children.count == 1 { root = root.children[0] }
    if root.summary.count == 0 { root = Node(elements: []) }
  }
}

extension CountedTree {
  /// A builder that creates a list element by element, without a second copy of the elements.
  struct Builder {
    private var nodes: [Node] = []
    private var elements: [Element] = []

    mutating func append(_ element: Element) {
      if elements.isEmpty { elements.reserveCapacity(leafCapacity) }
      elements.append(element)
      if elements.count == leafCapacity { closeLeaf() }
    }

    private mutating func closeLeaf() {
      nodes.append(Node(elements: elements))
      elements = []
    }

    /// Returns the list of all appended elements.
    mutating func finish() -> CountedTree {
      if !elements.isEmpty { closeLeaf() }
      while nodes.count > 1 {
        nodes = stride(from: 0, to: nodes.count, by: branchCapacity).map { start in
          Node(children: Array(nodes[start..<min(start + branchCapacity, nodes.count)]))
        }
      }
      return CountedTree(root: nodes.first ?? Node(elements: []))
    }
  }
}

extension CountedTree {
  var indices: Range<Int> { 0..<count }
}
