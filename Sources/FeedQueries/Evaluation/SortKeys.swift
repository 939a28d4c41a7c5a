import FeedModel

/// The sort key of each object of a node's lists, by its handle, so that a comparison does not
/// follow references.
///
/// It cannot be copied: with a second owner, each change would copy the keys of all objects.
struct SortKeys: ~Copyable {
  typealias Handle = OrderTree<ObjectRecord>.Handle

  private let terms: [SortTerm]
  /// The collations of the key's columns, if they are not all compared by bytes.
  private let keyCollations: [Collation]
  private var keys: ContiguousArray<SortKey> = []

  init(terms: [SortTerm], keyCollations: [Collation]) {
    self.terms = terms
    self.keyCollations = keyCollations
  }

  subscript(handle: Handle) -> SortKey { keys[Int(handle)] }

  /// Returns whether an object precedes one with a sort key and an id.
  func precedes(
    _ handle: Handle,
    _ record: ObjectRecord,
    _ sort: SortKey,
    _ id: ObjectID
  ) -> Bool {
    let order = keys[Int(handle)].compare(sort, by: terms)
    return order == 0 ? record.id.key.compare(id.key, by: keyCollations) < 0 : order < 0
  }

  /// Puts an object into a list, and keeps its sort key.
  mutating func insert(
    _ record: ObjectRecord,
    _ sort: SortKey,
    into list: inout OrderTree<ObjectRecord>,
    root: inout Handle
  ) -> Handle {
    let handle = list.insert(record, prefix: sort.prefix(by: terms), into: &root) {
      precedes($0, $1, sort, record.id)
    }
    keep(sort, at: handle)
    return handle
  }

  /// Keeps the sort key of an object in a bulk load.
  mutating func append(
    _ record: ObjectRecord,
    _ sort: SortKey,
    to list: inout OrderTree<ObjectRecord>
  ) -> OrderTree<ObjectRecord>.Slot {
    let handle = list.allocate(record)
    keep(sort, at: handle)
    return .init(prefix: sort.prefix(by: terms), handle: handle, weight: 0)
  }

  /// Sorts the objects of a bulk load.
  func sort(
    _ slots: inout ContiguousArray<OrderTree<ObjectRecord>.Slot>,
    of list: OrderTree<ObjectRecord>
  ) {
    slots.sort { left, right in
      guard left.prefix == right.prefix else { return left.prefix < right.prefix }
      return precedes(left.handle, list[left.handle], self[right.handle], list[right.handle].id)
    }
  }

  private mutating func keep(_ sort: SortKey, at handle: Handle) {
    assert(handle > 0 && sort.values.count == terms.count, "a key of other terms")
    while keys.count <= Int(handle) { keys.append(.one(.null)) }
    keys[Int(handle)] = sort
  }

  /// Gives an object another sort key if it keeps its place between its neighbours with it.
  ///
  /// - Returns: Whether it does.
  /// - Complexity: O(log *n*).
  mutating func replace(
    at handle: Handle,
    of record: ObjectRecord,
    with sort: SortKey,
    in list: inout OrderTree<ObjectRecord>
  ) -> Bool {
    let isInPlace = list.setPrefix(sort.prefix(by: terms), of: handle) {
      precedes($0, $1, sort, record.id)
    }
    if isInPlace { keys[Int(handle)] = sort }
    return isInPlace
  }
}
