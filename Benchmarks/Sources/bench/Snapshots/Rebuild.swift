// Measures: one item inserted and its batch, against making the whole snapshot anew and comparing.
// Why: it is what a program does that keeps arrays, and what an edit has to be worth its while against.
// Expected: hundreds of times quicker at 100k; a rebuild grows with the items, an edit with their log.
// Command: swift run -c release --package-path Benchmarks bench snapshots-rebuild
import FeedSnapshots
import Measuring

func measureRebuild(_ sheet: inout Sheet) async throws {
  let count = 100_000
  let steps = 10
  let document = documents(count)
  /// Where the item of a step comes, and which it is; never the same in one run.
  func arrival(_ step: Int) -> (section: Int, offset: Int, id: UInt64) {
    (step % 20, (step * 997) % (count / 20), .max - UInt64(step))
  }
  try await sheet.compare(
    "one item inserted, its batch, \(size(count))",
    .speedup,
    per: steps,
    Side("an edit") { _ in
      Box(try feed(document))
    } work: { shown, _ in
      for step in 0..<steps {
        let arrival = arrival(step)
        let old = shown.value
        try shown.value.insertItems(
          [SnapshotEntry(id: arrival.id, content: 0)],
          inSection: arrival.section,
          at: arrival.offset
        )
        keep(old.updates(to: shown.value))
      }
    } outcome: {
      $0.value.sections.map { $0.items.map(\.id) }
    },
    against: Side("a rebuild from scratch") { _ in
      Box((lists: document, shown: try feed(document)))
    } work: { state, _ in
      for step in 0..<steps {
        let arrival = arrival(step)
        state.value.lists[arrival.section].insert(arrival.id, at: arrival.offset)
        let new = try feed(state.value.lists)
        keep(state.value.shown.updates(to: new))
        state.value.shown = new
      }
    } outcome: {
      $0.value.shown.sections.map { $0.items.map(\.id) }
    }
  )
}
