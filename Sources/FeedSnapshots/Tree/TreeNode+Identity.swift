extension TreeNode {
  /// What tells a node from all others that are there at the same time.
  ///
  /// Versions that share a node share its slots. A node keeps its number when its slots change, and
  /// another node may take over slots, so that only both together are an identity.
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

  /// Where the slots are.
  @inlinable
  var address: UInt {
    switch slots {
    case .elements(let elements):
      unsafe elements.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    case .children(let children):
      unsafe children.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
  }

  /// Whether two versions share a node.
  @inlinable
  static func === (lhs: TreeNode, rhs: TreeNode) -> Bool { lhs.identity == rhs.identity }

  @inlinable
  static func !== (lhs: TreeNode, rhs: TreeNode) -> Bool { lhs.identity != rhs.identity }
}

extension Optional {
  /// Whether two versions share a tree, or both have none.
  @inlinable
  static func === <Element>(lhs: Self, rhs: Self) -> Bool where Wrapped == TreeNode<Element> {
    lhs?.identity == rhs?.identity
  }

  @inlinable
  static func !== <Element>(lhs: Self, rhs: Self) -> Bool where Wrapped == TreeNode<Element> {
    lhs?.identity != rhs?.identity
  }
}
