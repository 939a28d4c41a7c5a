extension TreeNode {
  /// The identity of a node among all existing nodes.
  ///
  /// Versions that share a node share its slots. A node keeps its number when its slots change, and
  /// another node may take over its slots. So only both together are an identity.
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

  /// The address of the slots.
  @inlinable
  var address: UInt {
    switch slots {
    case .elements(let elements):
      unsafe elements.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    case .children(let children):
      unsafe children.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
  }

  /// Returns whether two versions share a node.
  @inlinable
  static func === (lhs: TreeNode, rhs: TreeNode) -> Bool { lhs.identity == rhs.identity }

  @inlinable
  static func !== (lhs: TreeNode, rhs: TreeNode) -> Bool { lhs.identity != rhs.identity }
}

extension Optional {
  /// Returns whether two versions share a tree, or both are `nil`.
  @inlinable
  static func === <Element>(lhs: Self, rhs: Self) -> Bool where Wrapped == TreeNode<Element> {
    lhs?.identity == rhs?.identity
  }

  @inlinable
  static func !== <Element>(lhs: Self, rhs: Self) -> Bool where Wrapped == TreeNode<Element> {
    lhs?.identity != rhs?.identity
  }
}
