// Measures: the screen of a terminal that follows a feed of 100,000 items: its time and its bytes.
// Why: a page that is watched all day must cost what is seen, and send what differs.
// Expected: less than two milliseconds a frame, whatever the size of the feed.
// Command: swift run -c release --package-path Benchmarks bench rendering
import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots
import Measuring

/// A feed of rows with a price each, without a store below it.
struct PricedFeed {
  private(set) var snapshot: FeedSnapshot
  private static let shape = Content.Shape(["name", "odds"])

  init(items: Int, sections: Int = 50) throws {
    var composition = FeedSnapshot.Composition()
    let each = items / sections
    for section in 0..<sections {
      let id = SectionID("live", group: .integer(Int64(section)))
      try composition.insertSection(
        id,
        content: SectionContent(source: "live", title: "Section \(section)"),
        at: section
      )
      let entries = (0..<each).map { index in
        SnapshotEntry(
          id: Self.id(section * each + index),
          content: Self.content(section * each + index, 150)
        )
      }
      try composition.insertItems(entries, inSection: id, at: 0)
    }
    snapshot = FeedSnapshot(version: 1, composition: composition, status: [])
  }

  static func id(_ item: Int) -> ItemID {
    ItemID(
      kind: "event",
      object: ObjectID(entity: "event", key: ObjectKey([.integer(Int64(item))]))
    )
  }

  private static func content(_ item: Int, _ cents: Int) -> Content {
    Content(
      shape: Self.shape,
      values: [.text(Text("Home \(item) - Away")), .real(Double(cents) / 100)]
    )
  }

  /// Changes the prices of some items.
  mutating func setPrices(of items: some Sequence<Int>, _ step: Int) -> BatchUpdates {
    var composition = snapshot.composition
    for item in items {
      let cents = 100 + (item * 7 + step * 31) % 900
      _ = composition.setContent(Self.content(item, cents), of: Self.id(item))
    }
    return show(composition)
  }

  /// Adds an item at the top.
  mutating func addItem(_ item: Int) throws -> BatchUpdates {
    let section = SectionID("live", group: .integer(0))
    var composition = snapshot.composition
    try composition.insertItems(
      [SnapshotEntry(id: Self.id(item), content: Self.content(item, 150))],
      inSection: section,
      at: 3
    )
    return show(composition)
  }

  private mutating func show(_ composition: FeedSnapshot.Composition) -> BatchUpdates {
    let updates = snapshot.composition.updates(to: composition)
    snapshot = FeedSnapshot(
      version: snapshot.version + 1,
      composition: composition,
      status: snapshot.status
    )
    return updates
  }
}

func measureScreens(_ sheet: inout Sheet) throws {
  let items = sheet.options.isQuick ? 10_000 : 100_000
  var feed = try PricedFeed(items: items)
  var screen = try Screen(feed.snapshot)
  var frame = 0
  func draw(_ updates: BatchUpdates) -> Int {
    frame += 1
    screen.show(feed.snapshot, updates, frame)
    return screen.byteCount
  }
  sheet.time(
    "a screen of 120 × 40, one price on it changed, \(size(items)) items",
    must: .atMost(.milliseconds(2)),
    repeating: 50
  ) { keep(draw(feed.setPrices(of: CollectionOfOne($0 % 30), $0))) }
  var bytes: [Double] = []
  sheet.time(
    "a screen of 120 × 40, thirty prices on it changed, \(size(items)) items",
    must: .atMost(.milliseconds(2)),
    repeating: 50
  ) { bytes.append(Double(draw(feed.setPrices(of: 0..<30, $0)))) }
  sheet.add(
    "bytes of a frame with thirty prices changed, 120 × 40",
    Samples(bytes),
    .bytes,
    must: .atMost(.bytes(4096))
  )
  frame += 1000
  _ = draw(BatchUpdates())
  sheet.count(
    "bytes of a frame in which nothing has changed",
    .bytes(Double(draw(BatchUpdates()))),
    must: .exactly(.bytes(0))
  )
  var next = 10_000_000
  try sheet.time(
    "a screen of 120 × 40, one item inserted on it, \(size(items)) items",
    must: .atMost(.milliseconds(2)),
    repeating: 5
  ) { _ in
    next += 1
    keep(draw(try feed.addItem(next)))
  }
  try measureLargeScreen(&sheet, of: items)
}

/// The screen of a terminal that fills a monitor: rows of three prices.
private func measureLargeScreen(_ sheet: inout Sheet, of items: Int) throws {
  var feed = try PricedFeed(items: items)
  var appearance = try ScaledFeed.appearance()
  appearance.sections["live"] = SectionAppearance(.rows, cells: ["event": 3])
  var screen = try Screen(feed.snapshot, appearance, columns: 200, lines: 60)
  var bytes: [Double] = []
  sheet.time(
    "a screen of 200 × 60, a hundred prices on it changed, \(size(items)) items",
    must: .atMost(.milliseconds(2)),
    repeating: 50
  ) {
    let updates = feed.setPrices(of: 0..<100, $0)
    screen.show(feed.snapshot, updates, bytes.count)
    bytes.append(Double(screen.byteCount))
  }
  sheet.add(
    "bytes of a frame with a hundred prices changed, 200 × 60",
    Samples(bytes),
    .bytes,
    must: .atMost(.bytes(12_288))
  )
}
