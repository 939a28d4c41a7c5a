import FeedModel

extension QuerySet {
  /// Reads what is known of some rows, so that all of it is in the cache when each is evaluated.
  ///
  /// Among a million rows, nothing that is known of a touched one is in any cache, and each step
  /// from the key to the values waits for memory. Taken a step at a time for all rows, these waits
  /// overlap.
  func warm(_ keys: ArraySlice<ObjectKey>, table: Int) {
    // What is small is in the cache anyway.
    guard tables[table].recordCount > 10_000 else { return }
    var known: ContiguousArray<ObjectRecord> = []
    known.reserveCapacity(keys.count)
    for key in keys {
      if let record = tables[table][key] { known.append(record) }
    }
    var words: UInt = 0
    for record in known { words ^= record.content.referredWord }
    for record in known {
      words ^= UInt(record.content.values.count + record.placements.occupied.count) << 1
    }
    for record in known {
      for case .text(let text) in record.content.values {
        words ^= UInt(text.string.utf8.first ?? 0) << 1
      }
    }
    for record in known {
      for slot in record.placements.occupied {
        if let place = record.placements[Int(slot)] {
          words ^= tables[table].nodes[Int(slot)].list.leafWord(of: place.handle)
        }
      }
    }
    // Compared only so that the reads are not left out.
    precondition(words != 1, "all words are even")
  }
}
