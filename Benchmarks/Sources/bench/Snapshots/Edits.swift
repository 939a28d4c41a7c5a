// Measures: one edit of a snapshot with the old version kept, and the batch for it.
// Why: the cost of an edit must follow the edit, not the number of items.
// Expected: a few microseconds, and a logarithm of the number of items.
// Command: swift run -c release --package-path Benchmarks bench snapshots-edits
import FeedSnapshots
import Measuring

/// An edit by its name: of a snapshot with so many items in each section, the so manieth time.
private struct Edit: Sendable {
  let name: String
  let perform: @Sendable (inout PlainFeed, Int, [UInt64], inout FastGenerator) throws -> Void
}

private let edits = [
  Edit(name: "insert one item, and the batch") { new, index, ids, random in
    try new.insertItems(
      [SnapshotEntry(id: random.next(), content: 0)],
      inSection: index % 20,
      at: Int.random(in: 0..<ids.count / 20, using: &random)
    )
  },
  Edit(name: "delete one item, and the batch") { new, index, ids, random in
    let offset = Int.random(in: 0..<ids.count / 20, using: &random)
    new.deleteItems(inSection: index % 20, range: offset..<offset + 1)
  },
  Edit(name: "move one item, and the batch") { new, index, ids, random in
    let offset = Int.random(in: 0..<ids.count / 20, using: &random)
    new.moveItems(
      inSection: index % 20,
      range: offset..<offset + 1,
      to: Int.random(in: 0..<ids.count / 20, using: &random)
    )
  },
  Edit(name: "move one item to another section, and the batch") { new, index, ids, random in
    let offset = Int.random(in: 0..<ids.count / 20, using: &random)
    new.moveItems(
      from: index % 20,
      range: offset..<offset + 1,
      toSection: (index + 7) % 20,
      at: Int.random(in: 0..<ids.count / 20, using: &random)
    )
  },
  Edit(name: "reconfigure one item, and the batch") { new, index, ids, random in
    new.setContent(
      Int32(truncatingIfNeeded: index + 1),
      of: ids[Int.random(in: 0..<ids.count, using: &random)]
    )
  },
]

func measureEdits(_ sheet: inout Sheet) throws {
  let large = sheet.options.isQuick ? 100_000 : 1_000_000
  let sizes = [1000, large]
  let bases = try sizes.map { count in
    let document = documents(count)
    return (feed: try feed(document), ids: document.flatMap { $0 })
  }
  var random = FastGenerator(seed: 7)
  var kept = bases.map(\.feed)
  for edit in edits {
    var times: [[Double]] = [[], []]
    for run in 0...sheet.options.runs {
      // Both sizes in turn, so that a neighbour disturbs both.
      for (place, base) in bases.enumerated() {
        let time = try Stopwatch.processor.measure {
          for index in 0..<2000 {
            var new = base.feed
            try edit.perform(&new, index, base.ids, &random)
            keep(base.feed.updates(to: new))
            kept[place] = new
          }
        }
        if run > 0 { times[place].append(time / 2000) }
      }
    }
    let samples = times.map { Samples($0) }
    sheet.add("\(edit.name), \(size(large))", samples[1], must: .atMost(.microseconds(10)))
    sheet.growth("\(edit.name), 1k to \(size(large))", from: samples[0], to: samples[1])
  }
  keep(kept)
  let (base, ids) = bases[1]
  sheet.time("path of an item, \(size(large))", must: .atMost(.microseconds(1)), repeating: 20_000)
  {
    _ in
    keep(base.path(of: ids[Int.random(in: 0..<ids.count, using: &random)]))
  }
  sheet.time("item at a path, \(size(large))", must: .atMost(.microseconds(1)), repeating: 20_000) {
    index in
    let item = Int.random(in: 0..<ids.count / 20, using: &random)
    keep(base.item(at: SnapshotPath(section: index % 20, item: item)))
  }
}
