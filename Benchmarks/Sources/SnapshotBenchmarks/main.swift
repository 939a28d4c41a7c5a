// Measures: snapshots and batches at a million items in twenty sections.
// Why: the cost of an edit must follow the edit, and a full diff must beat the standard library's.
// Expected: edits grow with the logarithm; unrelated snapshots are one scan of both.
// Run: swift run -c release --package-path Benchmarks SnapshotBenchmarks [items]

import FeedSnapshots

struct Nothing: Equatable, Sendable {}

typealias Feed = ContentSnapshot<Int, Nothing, UInt64, Int32>

func feed(_ sections: [[UInt64]]) -> Feed {
  var snapshot = Feed()
  for (index, items) in sections.enumerated() {
    do {
      try snapshot.insertSection(index, content: Nothing(), at: index)
      try snapshot.insertItems(
        items.lazy.map { SnapshotEntry(id: $0, content: 0) },
        inSection: index,
        at: 0
      )
    } catch { preconditionFailure("\(error)") }
  }
  return snapshot
}

func documents(_ count: Int) -> [[UInt64]] {
  var random = SystemRandomNumberGenerator()
  return (0..<20).map { _ in (0..<count / 20).map { _ in random.next() } }
}

let size = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
var random = SystemRandomNumberGenerator()

func edits(_ count: Int, _ small: [String: Measurement] = [:]) -> [String: Measurement] {
  print("— \(count) items, one edit and its batch, old version kept")
  let base = feed(documents(count))
  let per = count / 20
  var result: [String: Measurement] = [:]
  var random = SystemRandomNumberGenerator()
  var versions: [Feed] = [base]
  func run(_ name: String, _ edit: (inout Feed, Int, inout SystemRandomNumberGenerator) -> Void) {
    result[name] = measure(
      name,
      runs: 9,
      repeating: 2000,
      against: small[name],
      limit: small[name] == nil ? 10 : 4
    ) { index in
      var new = base
      edit(&new, index, &random)
      keep(base.updates(to: new))
      versions[0] = new
    }
  }
  run("insert one item") { new, index, random in
    try? new.insertItems(
      [SnapshotEntry(id: random.next(), content: 0)],
      inSection: index % 20,
      at: Int.random(in: 0..<per, using: &random)
    )
  }
  run("delete one item") { new, index, random in
    let offset = Int.random(in: 0..<per, using: &random)
    new.deleteItems(inSection: index % 20, range: offset..<offset + 1)
  }
  run("move one item") { new, index, random in
    let offset = Int.random(in: 0..<per, using: &random)
    new.moveItems(
      inSection: index % 20,
      range: offset..<offset + 1,
      to: Int.random(in: 0..<per, using: &random)
    )
  }
  run("move one item to another section") { new, index, random in
    let offset = Int.random(in: 0..<per, using: &random)
    new.moveItems(
      from: index % 20,
      range: offset..<offset + 1,
      toSection: (index + 7) % 20,
      at: Int.random(in: 0..<per, using: &random)
    )
  }
  let ids = base.sections.flatMap { $0.items.map(\.id) }
  run("reconfigure one item") { new, index, random in
    new.setContent(
      Int32(truncatingIfNeeded: index + 1),
      of: ids[Int.random(in: 0..<count, using: &random)]
    )
  }
  result["path"] = measure("path of an item", runs: 9, repeating: 20_000, limit: 1) { _ in
    keep(base.path(of: ids[Int.random(in: 0..<count, using: &random)]))
  }
  result["item"] = measure("item at a path", runs: 9, repeating: 20_000, limit: 1) { index in
    keep(
      base.item(
        at: SnapshotPath(section: index % 20, item: Int.random(in: 0..<per, using: &random))
      )
    )
  }
  measure("a random number, as above", runs: 9, repeating: 20_000) { _ in
    keep(ids[Int.random(in: 0..<count, using: &random)])
  }
  return result
}

let few = edits(1000)
_ = edits(size, few)
_ = edits(size)

print("— \(size) items, unrelated snapshots")
let document = documents(size)
measure("build from arrays, uniqueness checked", limit: 100_000) { _ in keep(feed(document)) }
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
