import FeedModel

/// What each object of a node's lists is ordered by, under its handle, so that comparing does not
/// chase objects.
///
/// Nobody can copy it: while a second owner exists, each change would copy the keys of all objects.
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

  /// Whether an object stands before one with a sort key and an id.
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
    while keys.count <= Int(handle) { keys.append(.one(.null)) }
    keys[Int(handle)] = sort
    return handle
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
