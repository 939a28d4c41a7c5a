extension QueryNode {
  /// The ranks of the objects of each list that are shown.
  package var window: Range<Int> {
    let offset = plan.offset
    guard let limit = plan.limit else { return offset..<Int.max }
    let (end, isOverflown) = offset.addingReportingOverflow(limit)
    return offset..<(isOverflown ? Int.max : end)
  }

  /// Whether some objects of a list may not be shown.
  package var hasWindow: Bool { plan.limit != nil || plan.offset > 0 }

  /// Finds the objects that fell out of a list's window, and those that came in.
  ///
  /// Objects that were not touched kept their order, so those of them that are shown are still next
  /// to each other: apart from the touched ones, only the two borders have to be looked at.
  ///
  /// - Parameters:
  ///   - partition: The list.
  ///   - touched: The objects that came into the list, moved in it or left it.
  /// - Returns: The objects of the list that are shown and must not be, and those that must be and
  ///   are not, each once.
  /// - Complexity: O((*t* + *b*) · log *n*) for *t* touched objects and *b* that pass a border.
  package func windowChanges(
    of partition: Partition,
    touched: [ObjectRecord]
  ) -> (leaving: [ObjectRecord], entering: [ObjectRecord]) {
    var changes = WindowChanges(touched: Set(touched.map { ObjectIdentifier($0) }), node: self)
    let root = partition.root
    let count = list.count(root)
    let window = window.clamped(to: 0..<count)
    if window.lowerBound > 0 {
      changes.walk(
        from: list.handle(atRank: window.lowerBound - 1, in: root),
        forward: false,
        false
      )
    }
    if window.upperBound < count {
      changes.walk(from: list.handle(atRank: window.upperBound, in: root), forward: true, false)
    }
    if !window.isEmpty {
      changes.walk(from: list.handle(atRank: window.lowerBound, in: root), forward: true, true)
      changes.walk(from: list.handle(atRank: window.upperBound - 1, in: root), forward: false, true)
    }
    for record in touched {
      guard let placement = record.placements[slot], placement.partition === partition else {
        continue
      }
      changes.note(record, isInWindow: window.contains(list.rank(of: placement.handle)))
    }
    return (changes.leaving, changes.entering)
  }
}

/// What is found while the borders of a window are looked at.
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
  mutating func walk(from start: OrderTree<ObjectRecord>.Handle, forward: Bool, _ isInWindow: Bool)
  {
    var handle = start
    let window = node.window
    while handle != 0 {
      let record = node.list[handle]
      if isInWindow, !window.contains(node.list.rank(of: handle)) { return }
      if !note(record, isInWindow: isInWindow), !touched.contains(ObjectIdentifier(record)) {
        return
      }
      handle = forward ? node.list.next(handle) : node.list.previous(handle)
    }
  }

  /// Notes an object that is not as it should be.
  ///
  /// - Returns: Whether it is one.
  @discardableResult
  mutating func note(_ record: ObjectRecord, isInWindow: Bool) -> Bool {
    let isShown = record.placements[node.slot]?.isShown ?? false
    guard isShown != isInWindow else { return false }
    guard seen.insert(ObjectIdentifier(record)).inserted else { return true }
    if isInWindow { entering.append(record) } else { leaving.append(record) }
    return true
  }
}
