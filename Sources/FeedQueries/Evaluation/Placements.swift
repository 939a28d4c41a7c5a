/// The places of an object in the lists of its table's nodes, by the nodes' slots.
///
/// Most objects are in one list, whatever the number of lists. That place is stored in the object
/// itself, where reading it costs one access to memory instead of three.
struct Placements {
  fileprivate struct Entry {
    let slot: Int32
    var place: Placement
  }

  /// The place with the lowest slot.
  private var first: Entry?
  /// All further places, by ascending slots.
  private var others: ContiguousArray<Entry> = []

  /// Whether the object is in no list.
  var isEmpty: Bool { first == nil }

  /// The slots of the nodes in whose lists the object is, ascending.
  var occupied: OccupiedSlots { OccupiedSlots(first: first?.slot, others: others) }

  /// The place in the list of one node.
  subscript(slot: Int) -> Placement? {
    get {
      if first?.slot == Int32(slot) { return first?.place }
      return others.isEmpty ? nil : others.first { $0.slot == slot }?.place
    }
    set {
      if let newValue { put(Entry(slot: Int32(slot), place: newValue)) } else { remove(slot) }
    }
  }

  /// Changes a place, if there is one.
  mutating func change(_ slot: Int, _ body: (inout Placement) -> Void) {
    guard var place = self[slot] else { return }
    body(&place)
    self[slot] = place
  }

  private mutating func put(_ entry: Entry) {
    guard let head = first, head.slot != entry.slot else {
      first = entry
      return
    }
    guard head.slot < entry.slot else {
      others.insert(head, at: 0)
      first = entry
      return
    }
    let index = others.firstIndex { $0.slot >= entry.slot } ?? others.count
    if index < others.count, others[index].slot == entry.slot {
      others[index] = entry
    } else {
      others.insert(entry, at: index)
    }
  }

  private mutating func remove(_ slot: Int) {
    if first?.slot == Int32(slot) {
      first = others.isEmpty ? nil : others.removeFirst()
    } else {
      others.removeAll { $0.slot == slot }
    }
  }
}

/// The slots of the nodes whose lists contain an object, at the time of the call.
struct OccupiedSlots: RandomAccessCollection {
  private let first: Int32?
  private let others: ContiguousArray<Placements.Entry>

  fileprivate init(first: Int32?, others: ContiguousArray<Placements.Entry>) {
    self.first = first
    self.others = others
  }

  var startIndex: Int { 0 }
  var endIndex: Int { first == nil ? 0 : 1 + others.count }

  subscript(index: Int) -> Int32 {
    guard index == 0, let first else { return others[index - 1].slot }
    return first
  }
}
