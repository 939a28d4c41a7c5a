/// The parent of every node, by number, to find an element's position from its leaf.
///
/// The table is an array of small chunks that versions share until one of them writes.
/// Numbers that are no longer in use are chained through the table itself.
@usableFromInline
struct NodeTable: Sendable {
  @usableFromInline
  typealias Chunk = ContiguousArray<UInt32>

  /// The number of no node: the parent of the root of the tree of sections.
  @usableFromInline
  static let none = UInt32.max
  /// The mark of a parent that is the handle of a section instead of a node.
  @usableFromInline
  static let handleBit: UInt32 = 0x8000_0000

  private var chunks: ContiguousArray<ContiguousArray<Chunk>> = []
  private var count: UInt32 = 0
  private var firstFree = NodeTable.none
  private var freeCount = 0

  @usableFromInline
  init() {}

  /// Returns or sets the parent of a node.
  @usableFromInline
  subscript(id: UInt32) -> UInt32 {
    get { chunks[Int(id >> 12)][Int(id >> 6 & 63)][Int(id & 63)] }
    set { chunks[Int(id >> 12)][Int(id >> 6 & 63)][Int(id & 63)] = newValue }
  }

  /// The number of numbers in use.
  @usableFromInline
  var usedCount: Int { Int(count) - freeCount }

  /// Sets a parent, without copying anything if it is already set.
  @usableFromInline
  mutating func setParent(of id: UInt32, to parent: UInt32) {
    if self[id] != parent { self[id] = parent }
  }

  /// Allocates the number of a new node.
  @usableFromInline
  mutating func allocate() -> UInt32 {
    if firstFree != NodeTable.none {
      let id = firstFree
      firstFree = self[id]
      freeCount -= 1
      return id
    }
    let id = count
    precondition(id < NodeTable.handleBit, "a snapshot holds at most 2^31 nodes")
    if id & 4095 == 0 { chunks.append([]) }
    let outer = Int(id >> 12)
    if id & 63 == 0 { chunks[outer].append([]) }
    chunks[outer][Int(id >> 6 & 63)].append(NodeTable.none)
    count += 1
    return id
  }

  /// Frees a number.
  @usableFromInline
  mutating func free(_ id: UInt32) {
    self[id] = firstFree
    firstFree = id
    freeCount += 1
  }
}
