// Measures: where the time of one change goes, from JSON text to the screen, at 1k to 1M items.
// Why: a change must cost the same in a feed of a thousand items and of a million, at every stage.
// Expected: flat, give or take a logarithm and the caches that a million items fall out of.
// Command: swift run -c release --package-path Benchmarks bench scaling
import Baselines
import CAllocations
import FeedEngine
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Measuring

/// A stage's time is what one more stage costs on top of those before it, measured in turn.
private enum Through {
  static let bare = "SQLite alone"
  static let values = "SQLite alone, the values at hand"
  static let probe = "SQLite reading the row again"
  static let store = "to FeedStore"
  static let queries = "to FeedQueries"
  static let engine = "to FeedEngine"
  static let reader = "to a reader"
}

func measureStages(of change: ScaledChange, _ sheet: inout Sheet) async throws {
  let sizes = sheet.options.isQuick ? [1000, 10_000] : [1000, 10_000, 100_000, 1_000_000]
  var beyond: [Samples] = []
  for events in sizes {
    beyond.append(try await measureStages(of: change, events, &sheet))
  }
  sheet.arrange { $0.what.contains("alloc") ? 1 : 0 }
  if let first = beyond.first, let last = beyond.last {
    sheet.growth(
      "\(change.title), from JSON to its reader, 1k to \(size(sizes[sizes.count - 1]))",
      from: first,
      to: last,
      must: .atMost(.times(change.column == "odds" ? 2.5 : 4))
    )
  }
}

/// Measures one size.
///
/// - Returns: The time of all stages on top of SQLite alone, the screen left out.
private func measureStages(
  of change: ScaledChange,
  _ events: Int,
  _ sheet: inout Sheet
) async throws -> Samples {
  let count = 1000
  let messages = (0...sheet.options.runs).map {
    change.messages($0, count: count, events: events)
  }
  let bare = try BareStage(events, change.column)
  let values = try BareStage(events, change.column)
  let decoded = try messages.map(values.decode)
  let store = try StoreStage(events)
  let queries = try QueryStage(events)
  let engine = try FeedEngine(feed: ScaledFeed.feed(events: events))
  let read = try ReaderStage(events)
  let race = try await sheet.race(
    "\(change.title), \(size(events))",
    per: count,
    [
      Contender(Through.bare) { run in
        try bare.apply(messages[run], run)
      } outcome: {
        try bare.outcome()
      },
      Contender(Through.values) { run in
        try values.apply(decoded[run], run)
      } outcome: {
        try values.outcome()
      },
      Contender(Through.probe) { run in
        try bare.readAgain((0..<count).map { change.row(run * count + $0, events) })
      },
      Contender(Through.store) { run in
        try store.apply(messages[run], run)
      } outcome: {
        try store.outcome()
      },
      Contender(Through.queries) { run in
        try queries.apply(messages[run], run)
      } outcome: {
        try queries.outcome()
      },
      Contender(Through.engine) { run in
        var versions = 0
        for (index, message) in messages[run].enumerated() {
          let line = FixtureLine(message, fixture: "stages.jsonl", line: run * count + index + 1)
          if try await engine.apply(line) != nil { versions += 1 }
        }
        precondition(versions > count * 9 / 10, "only \(versions) of \(count) changes were seen")
      } outcome: {
        try await engine.outcome()
      },
      Contender(Through.reader) { run in
        try await read.apply(messages[run], run)
      } outcome: {
        try await read.engine.outcome()
      },
    ]
  )
  func plot(_ stage: String, _ samples: Samples) {
    sheet.plot(change.title, stage, size: events, samples)
  }
  plot("write: SQLite alone, the values at hand", race.samples(Through.values))
  plot(
    "capture: read the message, note the key",
    race.samples(Through.store, beyond: Through.values)
  )
  plot("evaluate: SQLite reads the row again", race.samples(Through.probe))
  plot(
    "place: compare, put into the order",
    race.samples(Through.queries, beyond: Through.store, Through.probe)
  )
  plot("compose: splice, version, batch", race.samples(Through.engine, beyond: Through.queries))
  plot("read: a reader's own batch", race.samples(Through.reader, beyond: Through.engine))
  sheet.add(
    "\(change.title), from JSON to its reader, \(size(events))",
    race.samples(Through.reader, over: Through.bare),
    .times,
    must: change.limits[events].map { .atMost(.times($0)) },
    own: Quantity(race.samples(Through.reader).median, .nanoseconds),
    baseline: .init(
      "SQLite alone",
      Quantity(race.samples(Through.bare).median, .nanoseconds)
    )
  )
  try await countAllocations(of: change, events, engine, bare, &sheet)
  try await measureDrawing(of: change, events, engine, &sheet)
  return race.samples(Through.reader, beyond: Through.bare)
}

/// What a change asks of the allocator, beside what SQLite alone asks.
private func countAllocations(
  of change: ScaledChange,
  _ events: Int,
  _ engine: FeedEngine,
  _ bare: BareStage,
  _ sheet: inout Sheet
) async throws {
  let messages = change.messages(2000, count: 200, events: events)
  let lines = messages.enumerated().map { index, message in
    FixtureLine(message, fixture: "stages.jsonl", line: 2_000_000 + index)
  }
  allocations_begin()
  for line in lines { _ = try await engine.apply(line) }
  let own = allocations_end()
  allocations_begin()
  try bare.apply(messages, 10_000)
  let other = allocations_end()
  func each(_ total: Int, _ unit: Unit) -> Quantity {
    Quantity((Double(total) / Double(lines.count) * 10).rounded() / 10, unit)
  }
  sheet.count(
    "\(change.title): allocations, \(size(events))",
    each(own.count, .count),
    baseline: .init("SQLite alone", each(other.count, .count))
  )
  sheet.count(
    "\(change.title): bytes allocated, \(size(events))",
    each(own.bytes, .bytes),
    baseline: .init("SQLite alone", each(other.bytes, .bytes))
  )
}

/// What a terminal does with a version.
private func measureDrawing(
  of change: ScaledChange,
  _ events: Int,
  _ engine: FeedEngine,
  _ sheet: inout Sheet
) async throws {
  let count = 200
  var versions = [engine.snapshot]
  // Steps that no run has made before.
  for (index, message) in change.messages(1000, count: count, events: events).enumerated() {
    let line = FixtureLine(message, fixture: "stages.jsonl", line: 1_000_000 + index)
    if let update = try await engine.apply(line) { versions.append(update.snapshot) }
  }
  let pairs = Array(zip(versions, versions.dropFirst()))
  var screen = try Screen(versions[0])
  // A page of a million items that is laid out anew for each version takes its time.
  let shown = Array(pairs.prefix(events > 10_000 && change.column != "odds" ? 10 : count))
  let frames = sheet.repeated(per: shown.count) { run in
    for (index, pair) in shown.enumerated() {
      screen.show(pair.1, pair.0.composition.updates(to: pair.1.composition), run * 1000 + index)
    }
    screen.reset(versions[0])
  }
  sheet.plot(change.title, "draw: 120 × 40 cells, the bytes that differ", size: events, frames)
}
