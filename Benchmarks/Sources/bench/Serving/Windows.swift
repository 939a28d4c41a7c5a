// Measures: the first window of a long section, and what a change costs a client with windows.
// Why: a client that shows a hundred of a million items must not pay for the others.
// Expected: the window costs what it holds; a price outside all windows costs no frame.
// Command: swift run -c release --package-path Benchmarks bench serving-windows
import FeedFormatting
import FeedModel
import FeedSnapshots
import FeedWire
import Measuring

func measureWindows(_ sheet: inout Sheet) throws {
  let count = sheet.options.isQuick ? 100_000 : 1_000_000
  let feed = try LongFeed(count)
  let encoder = WireEncoder(epoch: Epoch(of: ["bench"]), appearance: try LongFeed.appearance())
  let view = try FeedView.all.windowed(by: ["100"])
  let image = encoder.image(of: ViewVersion(WindowedVersion(feed.snapshot, in: view)))
  sheet.count(
    "the first 100 of \(size(count)) items on the wire",
    .bytes(Double(image.count)),
    must: .atMost(.bytes(32 * 1024))
  )
  sheet.time(
    "the first 100 of \(size(count)) items: opened and encoded",
    must: .atMost(.milliseconds(5)),
    repeating: 20
  ) { _ in
    keep(encoder.image(of: ViewVersion(WindowedVersion(feed.snapshot, in: view))).count)
  }
  try measurePrices(feed, encoder, view, &sheet)
}

/// Changes prices inside and outside the windows of a thousand views.
private func measurePrices(
  _ feed: LongFeed,
  _ encoder: WireEncoder,
  _ view: FeedView,
  _ sheet: inout Sheet
) throws {
  let views = 1000
  for (place, index) in [("outside all windows", feed.count / 2), ("in all windows", 50)] {
    var snapshot = feed.snapshot
    var parts = (0..<views).map { _ in WindowedVersion(snapshot, in: view) }
    var patches = 0
    let times = sheet.repeated(per: views) { run in
      let next = LongFeed.priced(snapshot, index, run)
      let step = WindowStep(from: snapshot, to: next)
      for view in 0..<views {
        let old = parts[view]
        parts[view].advance(by: step)
        guard !parts[view].isIdentical(to: old) else { continue }
        patches += 1
        keep(encoder.patch(from: ViewVersion(old), to: ViewVersion(parts[view])))
      }
      snapshot = next
    }
    sheet.add("a price \(place), for each of \(views) views", times)
    sheet.count(
      "patches of a price \(place), for each view",
      .count(Double(patches) / Double(views * (sheet.options.runs + 1))),
      must: .atMost(.count(place.hasPrefix("outside") ? 0 : 1))
    )
  }
}

/// A feed with one long section.
private struct LongFeed {
  let count: Int
  let snapshot: FeedSnapshot

  private static let shape = Content.Shape(["name", "price"])
  private static let section = SectionID("photos")

  init(_ count: Int) throws {
    self.count = count
    var composition = FeedSnapshot.Composition()
    try composition.insertSection(Self.section, content: SectionContent(source: "photos"), at: 0)
    let entries = (0..<count).map { Self.entry($0, price: 1) }
    try composition.insertItems(entries, inSection: Self.section, at: 0)
    snapshot = FeedSnapshot(version: 1, composition: composition, status: [])
  }

  static func appearance() throws -> FeedAppearance {
    let item = ItemAppearance(
      title: try TextTemplate("{name}"),
      value: try TextTemplate("{price:0.00}")
    )
    return FeedAppearance(title: "Photos", items: ["photo": item], sections: [:])
  }

  private static func entry(_ key: Int, price: Double) -> FeedSnapshot.Composition.Entry {
    FeedSnapshot.Composition.Entry(
      id: ItemID(kind: "photo", object: ObjectID(entity: "photo", key: .integer(Int64(key)))),
      content: Content(shape: shape, values: [.text(Text("Photo \(key)")), .real(price)])
    )
  }

  /// Returns the next version, in which an item has another price.
  static func priced(_ snapshot: FeedSnapshot, _ index: Int, _ run: Int) -> FeedSnapshot {
    var composition = snapshot.composition
    let entry = entry(index, price: Double(run) + 2)
    composition.setContent(entry.content, of: entry.id)
    return FeedSnapshot(version: snapshot.version + 1, composition: composition, status: [])
  }
}
