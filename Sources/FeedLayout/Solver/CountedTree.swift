/// A list whose elements have lengths: finds, changes, inserts and removes in logarithmic time.
///
/// Every node knows how long its elements are together and how far they really reach, so that a
/// search for a place skips all that does not meet it. Lengths are whole numbers: the tree's shape
/// depends on its history, its sums do not.
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

  /// Makes a list of elements, in linear time.
  init(_ elements: [Element] = []) {
    var builder = Builder()
    for element in elements { builder.append(element) }
    self = builder.finish()
  }

  fileprivate init(root: Node) { self.root = root }

  var count: Int { root.summary.count }
  var summary: SpanSummary { root.summary }

  /// The element at a position, and how far its start is from that of the first.
  func element(at index: Int) -> (element: Element, offset: Int) {
    precondition(index >= 0 && index < count, "position \(index) is outside 0..<\(count)")
    return root.element(at: index)
  }

  /// Calls for every element in a range of positions, in order.
  func forEach(in range: Range<Int>, _ body: (Element) -> Void) {
    root.forEach(from: range.lowerBound, to: range.upperBound, body)
  }

  /// Calls for every element that really reaches into a stretch, in order, with its position and the
  /// place of its start.
  func forEach(from low: Int, to high: Int, _ body: (Int, Int, Element) -> Void) {
    root.visit(from: low, to: high, index: 0, offset: 0, body)
  }

  /// The last element that starts at or before a place, or the first one.
  func position(at place: Int) -> Int {
    root.position(at: place)
  }

  /// Changes one element in place.
  mutating func update(at index: Int, _ change: (inout Element) -> Void) {
    precondition(index >= 0 && index < count, "position \(index) is outside 0..<\(count)")
    root.update(at: index, change)
  }

  /// Inserts an element before a position.
  mutating func insert(_ element: Element, at index: Int) {
    precondition(index >= 0 && index <= count, "position \(index) is outside 0...\(count)")
    guard let sibling = root.insert(element, at: index) else { return }
    root = Node(children: [root, sibling])
  }

  /// Removes the element at a position.
  mutating func remove(at index: Int) {
    precondition(index >= 0 && index < count, "position \(index) is outside 0..<\(count)")
    root.remove(at: index)
    while root.children.count == 1 { root = root.children[0] }
    if root.summary.count == 0 { root = Node(elements: []) }
  }
}

extension CountedTree {
  /// Makes a list element by element, without keeping them twice.
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

    /// The list of all elements that were appended.
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
