// Measures: snapshots and batches at a million items in twenty sections.
// Why: the cost of an edit must follow the edit, and a full diff must beat the standard library's.
// Expected: edits grow with the logarithm; unrelated snapshots are one scan of both.
// Run: swift run -c release --package-path Benchmarks SnapshotBenchmarks [items [group]]

import FeedSnapshots

/// SplitMix64, which costs next to nothing beside what is measured.
struct FastGenerator: RandomNumberGenerator {
  var state = UInt64.random(in: 0...UInt64.max)

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

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
  var random = FastGenerator()
  return (0..<20).map { _ in (0..<count / 20).map { _ in random.next() } }
}

let size = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
/// Which part to run: all if not given.
let group = CommandLine.arguments.dropFirst(2).first

func edits(_ count: Int, _ small: [String: Measurement] = [:]) -> [String: Measurement] {
  print("— \(count) items, one edit and its batch, old version kept")
  let base = feed(documents(count))
  let per = count / 20
  var result: [String: Measurement] = [:]
  var random = FastGenerator()
  var versions: [Feed] = [base]
  func run(_ name: String, _ edit: (inout Feed, Int, inout FastGenerator) -> Void) {
    guard group == nil || group == "edits" || group == name else { return }
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

measureColdReads()
if group == nil || group == "memory" { memory(size) }
if group.map({ !["unrelated", "build", "memory", "inlining", "vocabulary"].contains($0) }) ?? true {
  let few = edits(1000)
  _ = edits(size, few)
  _ = edits(size)
}
if group == nil || group == "unrelated" || group == "build" { unrelated() }
if group == nil || group == "vocabulary" { vocabulary(size) }
if group == nil || group == "inlining" { inlining(size) }
