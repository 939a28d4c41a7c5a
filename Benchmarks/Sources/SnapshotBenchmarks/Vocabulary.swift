import FeedSnapshots

/// Apple's vocabulary: ids without contents, named by their neighbours.
func vocabulary(_ count: Int) {
  print("— \(count) items: Snapshot, by Apple's calls")
  let document = documents(count)
  func build() -> Snapshot<Int, UInt64> {
    var snapshot = Snapshot<Int, UInt64>()
    do {
      try snapshot.appendSections(document.indices)
      for (section, items) in document.enumerated() {
        try snapshot.appendItems(items, toSection: section)
      }
    } catch { preconditionFailure("\(error)") }
    return snapshot
  }
  measure("build by appending") { _ in keep(build()) }
  measure("build at once", limit: 100_000) { _ in
    keep(try? Snapshot(document.enumerated().map { (id: $0, items: $1) }))
  }
  let base = build()
  let ids = document.flatMap { $0 }
  var random = FastGenerator()
  measure("insert one item before another, and the batch", repeating: 2000, limit: 10) { _ in
    var new = base
    try? new.insertItems(
      CollectionOfOne(random.next()),
      beforeItem: ids[Int.random(in: 0..<count, using: &random)]
    )
    keep(base.updates(to: new))
  }
  measure("mark one item to be reconfigured, and the batch", repeating: 2000, limit: 10) { _ in
    var new = base
    try? new.reconfigureItems(CollectionOfOne(ids[Int.random(in: 0..<count, using: &random)]))
    keep(base.updates(to: new))
  }
  measure("index of an item", repeating: 20_000, limit: 1) { _ in
    keep(base.indexOfItem(ids[Int.random(in: 0..<count, using: &random)]))
  }
}
