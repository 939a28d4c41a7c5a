// Measures: snapshots of ids alone, by the calls that Apple's have.
// Why: places named by neighbours instead of numbers must not cost more than a look-up.
// Expected: as the edits by numbers.
// Command: swift run -c release --package-path Benchmarks bench snapshots-edits
import FeedSnapshots
import Measuring

func measureVocabulary(_ sheet: inout Sheet) throws {
  let count = sheet.options.isQuick ? 100_000 : 1_000_000
  let document = documents(count)
  let base = try Snapshot(document.enumerated().map { (id: $0, items: $1) })
  let ids = document.flatMap { $0 }
  var random = FastGenerator(seed: 5)
  try sheet.time(
    "insert one item before another, and the batch, \(size(count))",
    must: .atMost(.microseconds(10)),
    repeating: 2000
  ) { _ in
    var new = base
    try new.insertItems(
      CollectionOfOne(random.next()),
      beforeItem: ids[Int.random(in: 0..<count, using: &random)]
    )
    keep(base.updates(to: new))
  }
  try sheet.time(
    "mark one item to be reconfigured, and the batch, \(size(count))",
    must: .atMost(.microseconds(10)),
    repeating: 2000
  ) { _ in
    var new = base
    try new.reconfigureItems(CollectionOfOne(ids[Int.random(in: 0..<count, using: &random)]))
    keep(base.updates(to: new))
  }
  sheet.time(
    "index of an item, \(size(count))",
    must: .atMost(.microseconds(1)),
    repeating: 20_000
  ) { _ in
    keep(base.indexOfItem(ids[Int.random(in: 0..<count, using: &random)]))
  }
}
