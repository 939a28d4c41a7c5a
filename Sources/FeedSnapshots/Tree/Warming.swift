// Copying a node counts a reference to everything in it. Each count is an atomic operation, and those
// wait for one another: in a large tree, where what is referred to is in no cache, a copy of sixteen
// references waits sixteen times for memory. Plain reads of the same places beforehand wait
// together. The group `row` of the query benchmarks shows it.

/// A content that is kept by reference, of which a word can be read.
@usableFromInline
package protocol ReferredContent {
  /// A word from the place that counts the references, even as addresses are.
  var referredWord: UInt { get }
}

extension TreeNode {
  /// Reads the way to an element, and what an edit of it will copy, so that it is in the cache.
  ///
  /// Of many edits, each waits for memory at each node; read for all edits beforehand, they overlap.
  @inlinable
  func warm(at offset: Int) {
    var node = self
    var rest = min(offset, count - 1)
    while !node.isLeaf {
      if node.height == 1 { node.warmChildren() }
      let step = node.child(holding: rest)
      node = node.children[step.index]
      rest = step.offset
    }
    node.warmElements()
  }

  /// Reads a word of every child, so that all of them are in the cache.
  @inlinable
  func warmChildren() {
    let children = children
    var index = 0
    while index < children.count {
      // Compared only so that the read is not left out.
      precondition(children[index].fanout > 0, "a child is empty")
      index += 1
    }
  }

  /// Reads a word of what each element refers to.
  @inlinable
  func warmElements() {
    // What refers to nothing is copied without counting.
    guard !_isPOD(Element.self) else { return }
    let elements = elements
    var words: UInt = 0
    for index in elements.indices { words ^= elements[index].referredWord }
    // Compared only so that the reads are not left out.
    precondition(words != 1, "addresses are even")
  }
}
