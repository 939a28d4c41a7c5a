import FeedSnapshots

extension WireReader {
  /// Reads a batch; missing kinds of edits are empty.
  mutating func batch() throws(WireError) -> BatchUpdates {
    var batch = BatchUpdates()
    try object { json, key throws(WireError) in
      switch BatchUpdates.Kind(rawValue: key) {
      case .deleteSections?: batch.deleteSections = try json.indices()
      case .insertSections?: batch.insertSections = try json.indices()
      case .moveSections?:
        batch.moveSections = try json.edits { json throws(WireError) in
          let (from, to) = try json.move { json throws(WireError) in try json.count() }
          return BatchUpdates.SectionMove(from: from, to: to)
        }
      case .deleteItems?: batch.deleteItems = try json.paths()
      case .insertItems?: batch.insertItems = try json.paths()
      case .moveItems?:
        batch.moveItems = try json.edits { json throws(WireError) in
          let (from, to) = try json.move { json throws(WireError) in try json.path() }
          return BatchUpdates.ItemMove(from: from, to: to)
        }
      case .reloadSections?: batch.reloadSections = try json.indices()
      case .reloadItems?: batch.reloadItems = try json.paths()
      case .reconfigureItems?: batch.reconfigureItems = try json.paths()
      case nil: try json.skip()
      }
    }
    return batch
  }

  /// Reads the position of an item: the index of a section and of an item in it.
  mutating func path() throws(WireError) -> SnapshotPath {
    let numbers = try list(2, "numbers of a place") { json throws(WireError) in try json.count() }
    guard numbers.count == 2 else {
      throw error(.wrongValue, "expected two numbers of a place")
    }
    return SnapshotPath(section: numbers[0], item: numbers[1])
  }

  private mutating func edits<Edit>(
    _ edit: (inout WireReader) throws(WireError) -> Edit
  ) throws(WireError) -> [Edit] {
    try list(limits.edits, "edits", edit)
  }

  private mutating func indices() throws(WireError) -> [Int] {
    try edits { json throws(WireError) in try json.count() }
  }

  private mutating func paths() throws(WireError) -> [SnapshotPath] {
    try edits { json throws(WireError) in try json.path() }
  }

  private mutating func move<Place>(
    _ place: (inout WireReader) throws(WireError) -> Place
  ) throws(WireError) -> (from: Place, to: Place) {
    var from: Place?
    var to: Place?
    try object { json, key throws(WireError) in
      switch key {
      case "from": from = try place(&json)
      case "to": to = try place(&json)
      default: try json.skip()
      }
    }
    return (try require(from, "from"), try require(to, "to"))
  }
}
