// Measures: the batch between two snapshots that share nothing, against the standard library.
// Why: who loads a page anew must not pay more than for a flat difference, and gets moves besides.
// Expected: one scan of both sides, and a sort of what is left where much has moved.
// Command: swift run -c release --package-path Benchmarks bench snapshots-unrelated
import FeedModel
import FeedSnapshots
import Measuring

/// Two sides of one comparison, and what the standard library compares.
private struct Pages {
  let old: [[UInt64]]
  let new: [[UInt64]]
  let oldFeed: PlainFeed
  let newFeed: PlainFeed

  init(_ old: [[UInt64]], _ new: [[UInt64]]) throws {
    self.old = old
    self.new = new
    oldFeed = try feed(old)
    newFeed = try feed(new)
  }

  /// Our side: the batch, performed by the strict model.
  var ours: Side<Box<BatchUpdates>, [[UInt64]]> {
    Side("FeedSnapshots") { _ in
      Box(BatchUpdates())
    } work: { batch, _ in
      batch.value = oldFeed.updates(to: newFeed)
    } outcome: { batch in
      var model = CollectionModel(oldFeed)
      try model.perform(batch.value, to: newFeed)
      return model.sections.map { $0.items.map(\.id) }
    }
  }

  /// The same without knowing the types of ids, as in a module that cannot see the core.
  var unspecialised: Side<Box<BatchUpdates>, [[UInt64]]> {
    Side("not specialised") { _ in
      Box(BatchUpdates())
    } work: { batch, _ in
      batch.value = unspecialisedUpdates(oldFeed, newFeed)
    } outcome: { batch in
      var model = CollectionModel(oldFeed)
      try model.perform(batch.value, to: newFeed)
      return model.sections.map { $0.items.map(\.id) }
    }
  }

  /// The standard library's differences of some arrays, applied to the old ones.
  func standard(
    _ name: String,
    _ before: [[UInt64]],
    _ after: [[UInt64]]
  ) -> Side<Box<[CollectionDifference<UInt64>]>, [[UInt64]]> {
    Side(name) { _ in
      Box([])
    } work: { differences, _ in
      differences.value = zip(before, after).map { $1.difference(from: $0) }
    } outcome: { differences in
      var result = zip(before, differences.value).map { $0.applying($1) ?? [] }
      if result.count == 1 {
        // A flat array says nothing of sections; they begin where the new ones do.
        let flat = result[0]
        var start = 0
        result = new.map { section in
          defer { start += section.count }
          return Array(flat[start..<start + section.count])
        }
      }
      return result
    }
  }
}

@inline(never)
@_optimize(none)
private func unspecialisedUpdates<SectionID, SectionContent, ItemID, ItemContent>(
  _ old: ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>,
  _ new: ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>
) -> BatchUpdates {
  old.updates(to: new)
}

/// Keeps what the timed part of a side has made until it is compared.
final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

func measureUnrelated(_ sheet: inout Sheet) async throws {
  let count = sheet.options.isQuick ? 100_000 : 1_000_000
  let document = documents(count)
  var random = FastGenerator(seed: 3)

  sheet.time(
    "built from arrays, uniqueness checked, \(size(count))",
    must: .atMost(.milliseconds(100))
  ) {
    _ in
    keep(try? feed(document))
  }

  var inserted = document
  inserted[10].insert(42, at: inserted[10].count / 2)
  let one = try Pages(document, inserted)
  let flat = (document.flatMap { $0 }, inserted.flatMap { $0 })
  let yardstick = try await sheet.compare(
    "unrelated, one insert, \(size(count))",
    .ratio,
    must: .atMost(.times(0.7)),
    checking: .lastRun,
    one.ours,
    against: one.standard("stdlib difference, flat", [flat.0], [flat.1])
  )

  try await sheet.compare(
    "unrelated, one insert, specialised for its ids, \(size(count))",
    .speedup,
    checking: .lastRun,
    one.ours,
    against: one.unspecialised
  )

  var churned = document
  for section in churned.indices {
    for _ in 0..<count / 2000 {
      churned[section].remove(at: Int.random(in: churned[section].indices, using: &random))
      churned[section].insert(
        random.next(),
        at: Int.random(in: churned[section].indices, using: &random)
      )
    }
  }
  let churn = try Pages(document, churned)
  try await sheet.compare(
    "unrelated, 1 % deleted and inserted, \(size(count))",
    .ratio,
    must: .atMost(.times(0.1)),
    checking: .lastRun,
    churn.ours,
    against: churn.standard("stdlib difference, per section", document, churned)
  )

  let mixed = flat.0.shuffled(using: &random)
  let shuffled = (0..<20).map { Array(mixed[$0 * count / 20..<($0 + 1) * count / 20]) }
  try measureShuffle(try Pages(document, shuffled), yardstick.baseline, count, &sheet)

  var moved = document
  let far = moved[10].remove(at: 0)
  moved[10].insert(far, at: min(25_000, count / 40))
  let batch = try feed(document).updates(to: feed(moved))
  sheet.count(
    "operations for one item moved forward by \(size(min(25_000, count / 40)))",
    .count(Double(batch.operationCount)),
    must: .exactly(.count(1))
  )
}

/// No other library is here that finds the moves of a shuffle, so the limit is one of time: 950 ms
/// on a machine where the standard library finds one insert in 7 ms.
private func measureShuffle(
  _ pages: Pages,
  _ yardstick: Samples,
  _ count: Int,
  _ sheet: inout Sheet
) throws {
  var batch = BatchUpdates()
  var times: [Double] = []
  for run in 0...sheet.options.runs {
    let time = Stopwatch.processor.measure { batch = pages.oldFeed.updates(to: pages.newFeed) }
    if run > 0 { times.append(time) }
  }
  var model = CollectionModel(pages.oldFeed)
  try model.perform(batch, to: pages.newFeed)
  let samples = Samples(times)
  sheet.add(
    "unrelated, full shuffle, \(size(count))",
    Samples(samples.sorted.map { $0 / yardstick.median }),
    .times,
    must: .atMost(.times(950.0 / 7)),
    own: Quantity(samples.median, .nanoseconds),
    baseline: .init("yardstick, stdlib's one insert", Quantity(yardstick.median, .nanoseconds)),
    note: "other work: the limit is 950 ms where the yardstick takes 7 ms"
  )
}
