/// The places of an object in the lists of its table's nodes, by the nodes' slots.
///
/// Most objects are in few lists, however many there are, so only those are kept.
struct Placements {
  private var slots: ContiguousArray<Int32> = []
  private var places: ContiguousArray<Placement> = []

  /// Whether the object is in no list.
  var isEmpty: Bool { slots.isEmpty }

  /// In how many lists the object is.
  var count: Int { slots.count }

  /// The slots of the nodes in whose lists the object is, ascending.
  var occupied: ContiguousArray<Int32> { slots }

  /// The place in the list of one node.
  subscript(slot: Int) -> Placement? {
    get {
      guard let index = index(of: slot) else { return nil }
      return places[index]
    }
    set {
      let index = index(of: slot)
      switch (index, newValue) {
      case (let index?, let place?): places[index] = place
      case (let index?, nil):
        slots.remove(at: index)
        places.remove(at: index)
      case (nil, let place?):
        let index = slots.firstIndex { $0 > slot } ?? slots.count
        slots.insert(Int32(slot), at: index)
        places.insert(place, at: index)
      case (nil, nil): break
      }
    }
  }

  /// Changes a place, if there is one.
  mutating func change(_ slot: Int, _ body: (inout Placement) -> Void) {
    if let index = index(of: slot) { body(&places[index]) }
  }

  private func index(of slot: Int) -> Int? {
    slots.firstIndex { $0 == slot }
  }
}
