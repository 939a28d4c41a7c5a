extension QueryNode {
  /// The ranks of the objects of each list that are shown.
  var window: Range<Int> {
    let offset = plan.offset
    guard let limit = plan.limit else { return offset..<Int.max }
    let (end, isOverflown) = offset.addingReportingOverflow(limit)
    return offset..<(isOverflown ? Int.max : end)
  }

  /// Whether some objects of a list may not be shown.
  var hasWindow: Bool { plan.limit != nil || plan.offset > 0 }

  /// Returns the objects that left a list's window, and those that entered it.
  ///
  /// Objects that were not touched kept their order, so those of them that are shown are still next
  /// to each other: apart from the touched ones, only the two borders have to be looked at.
  ///
  /// - Parameter touched: The objects that entered the list, moved in it or left it.
  /// - Returns: The objects of the list that are shown and must not be, and those that must be and
  ///   are not, each once.
  /// - Complexity: O((*t* + *b*) · log *n*) for *t* touched objects and *b* that pass a border.
  func windowChanges(
    of partition: Partition,
    touched: [ObjectRecord]
  ) -> (leaving: [ObjectRecord], entering: [ObjectRecord]) {
    var changes = WindowChanges(touched: Set(touched.map { ObjectIdentifier($0) }), node: self)
    let root = partition.root
    let count = list.count(root)
    let window = window.clamped(to: 0..<count)
    if window.lowerBound > 0 {
      let border = list.handle(atRank: window.lowerBound - 1, in: root)
      changes.walk(from: border, forward: false, .before)
    }
    if window.upperBound < count {
      changes.walk(from: list.handle(atRank: window.upperBound, in: root), forward: true, .behind)
    }
    if !window.isEmpty {
      let border = list.handle(atRank: window.upperBound - 1, in: root)
      changes.walk(
        from: list.handle(atRank: window.lowerBound, in: root),
        forward: true,
        .inside,
        atMost: window.count
      )
      changes.walk(from: border, forward: false, .inside, atMost: window.count)
    }
    for record in touched {
      guard let placement = record.placements[slot], placement.partition === partition else {
        continue
      }
      changes.note(record, side(ofRank: list.rank(of: placement.handle)))
    }
    return (changes.leaving, changes.entering)
  }

  /// On which side of the window a rank is.
  func side(ofRank rank: Int) -> WindowSide {
    rank < window.lowerBound ? .before : rank < window.upperBound ? .inside : .behind
  }
}

/// The place of an object relative to the window of its list.
enum WindowSide: Sendable {
  /// Among those that are left out at the beginning.
  case before
  /// Among those that are shown.
  case inside
  /// Among those that are too many.
  case behind
}

/// The changes at the borders of a window.
private struct WindowChanges {
  let touched: Set<ObjectIdentifier>
  let node: QueryNode
  var leaving: [ObjectRecord] = []
  var entering: [ObjectRecord] = []
  private var seen: Set<ObjectIdentifier> = []

  init(touched: Set<ObjectIdentifier>, node: QueryNode) {
    self.touched = touched
    self.node = node
  }

  /// Walks away from a border until an object is found that was on this side of it before.
  mutating func walk(
    from start: OrderTree<ObjectRecord>.Handle,
    forward: Bool,
    _ side: WindowSide,
    atMost limit: Int = .max
  ) {
    var handle = start
    var count = 0
    while handle != 0, count < limit {
      let record = node.list[handle]
      if !note(record, side), !touched.contains(ObjectIdentifier(record)) { return }
      handle = forward ? node.list.next(handle) : node.list.previous(handle)
      count += 1
    }
  }

  /// Notes the place of an object.
  ///
  /// - Returns: Whether it had another place before.
  @discardableResult
  mutating func note(_ record: ObjectRecord, _ side: WindowSide) -> Bool {
    guard let placement = record.placements[node.slot] else { return false }
    let isInside = side == .inside
    guard placement.isShown != isInside || placement.isBehind != (side == .behind) else {
      return false
    }
    record.placements.change(node.slot) { $0.isBehind = side == .behind }
    guard placement.isShown != isInside, seen.insert(ObjectIdentifier(record)).inserted else {
      return true
    }
    if isInside { entering.append(record) } else { leaving.append(record) }
    return true
  }
}
