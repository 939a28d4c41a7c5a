import FeedSnapshots

/// Snapshots that share nothing, against the standard library.
func unrelated() {
  var random = FastGenerator()
  print("— \(size) items, unrelated snapshots")
  let document = documents(size)
  measure("build section by section") { _ in keep(feed(document)) }
  measure("build from arrays, uniqueness checked", limit: 100_000) { _ in
    keep(
      try? Feed(
        document.enumerated().map { index, items in
          (
            id: index, content: Nothing(),
            items: items.lazy.map { SnapshotEntry(id: $0, content: 0) }
          )
        }
      )
    )
  }
  if group == "build" { return }
  let old = feed(document)
  let flat = document.flatMap { $0 }

  var inserted = document
  inserted[10].insert(42, at: inserted[10].count / 2)
  let insertedFeed = feed(inserted)
  let insertedFlat = inserted.flatMap { $0 }
  let standardInsert = measure("stdlib difference, flat, one insert") { _ in
    keep(insertedFlat.difference(from: flat))
  }
  measure("unrelated, no change", against: standardInsert) { [again = feed(document)] _ in
    keep(old.updates(to: again))
  }
  measure("unrelated, one insert", against: standardInsert, limit: 1) { _ in
    keep(old.updates(to: insertedFeed))
  }

  var moved = document
  let far = moved[10].remove(at: 0)
  moved[10].insert(far, at: size / 40)
  let movedFeed = feed(moved)
  measure("unrelated, one item moved by half a section", against: standardInsert) { _ in
    keep(old.updates(to: movedFeed))
  }
  print("moves:", old.updates(to: movedFeed).moveItems.count)

  var churned = document
  for section in churned.indices {
    for _ in 0..<size / 2000 {
      churned[section].remove(at: Int.random(in: churned[section].indices))
      churned[section].insert(random.next(), at: Int.random(in: churned[section].indices))
    }
  }
  let churnedFeed = feed(churned)
  let standardChurn = measure("stdlib difference, per section, 1 % churn") { _ in
    for section in document.indices { keep(churned[section].difference(from: document[section])) }
  }
  measure("unrelated, 1 % churn", against: standardChurn, limit: 0.4) { _ in
    keep(old.updates(to: churnedFeed))
  }

  let mixed = flat.shuffled()
  let shuffledFeed = feed(
    (0..<20).map { Array(mixed[$0 * size / 20..<($0 + 1) * size / 20]) }
  )
  measure("unrelated, full shuffle", against: standardInsert, limit: 950 / 7) { _ in
    keep(old.updates(to: shuffledFeed))
  }
  let inside = feed(document.map { $0.shuffled() })
  measure("unrelated, shuffled inside sections", against: standardInsert) { _ in
    keep(old.updates(to: inside))
  }
  print("moves:", old.updates(to: shuffledFeed).moveItems.count)
}
