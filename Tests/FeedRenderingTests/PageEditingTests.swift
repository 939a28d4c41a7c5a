import FeedFormatting
import FeedLayout
import FeedModel
import FeedSnapshots
import TestFeeds
import TestSupport
import Testing

@testable import FeedRendering

@Suite("PageLayout: taking versions")
struct PageEditingTests {
  typealias Composition = FeedSnapshot.Composition

  private func entry(_ kind: Name, _ key: Int, slot: UInt32 = 0, name: String) -> Composition.Entry
  {
    Composition.Entry(
      id: ItemID(kind: kind, object: ObjectID(entity: kind, key: .integer(Int64(key))), slot: slot),
      content: Content(shape: .init(["name"]), values: [.text(Text(name))])
    )
  }

  private func expectFresh(
    _ layout: PageLayout,
    _ snapshot: FeedSnapshot,
    _ feed: TestFeed,
    _ comment: Comment
  ) throws {
    let fresh = try PageLayout(
      snapshot,
      feed.appearance,
      columns: layout.columns,
      lines: layout.lines,
      choice: layout.choice
    )
    #expect(layout.sections.map(\.id) == fresh.sections.map(\.id), comment)
    #expect(layout.sections.map(\.title) == fresh.sections.map(\.title), comment)
    for (section, wanted) in zip(layout.sections, fresh.sections) {
      #expect(section.hiddenCount == wanted.hiddenCount, comment)
      #expect(section.items.map(\.id) == wanted.items.map(\.id), comment)
      #expect(section.items.map(\.content) == wanted.items.map(\.content), comment)
      #expect(
        (0..<section.count).map { section.items(at: $0) }
          == (0..<wanted.count).map { wanted.items(at: $0) },
        comment
      )
      for item in section.items.indices {
        #expect(section.place(ofItem: item) == wanted.place(ofItem: item), comment)
      }
    }
    #expect(layout.solved.allElements() == fresh.solved.allElements(), comment)
    #expect(layout.contentLines == fresh.contentLines, comment)
  }

  /// A change of any kind somewhere.
  private func change(
    _ composition: inout Composition,
    _ next: inout Int,
    _ random: inout SeededGenerator
  ) throws {
    let kinds: [Name] = ["event-header", "market-header", "selection", "selection", "selection"]
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    let index = number(0..<composition.sectionCount)
    let section = composition.sections[index]
    let count = section.items.count
    switch number(0..<9) {
    case 0, 1, 2:
      let entries = (0..<number(1..<5)).map { _ in
        next += 1
        let isFiller = number(0..<6) == 0
        return entry(
          isFiller ? "locked" : kinds[number(0..<kinds.count)],
          next,
          slot: isFiller ? 2 : 0,
          name: "item \(next)"
        )
      }
      try composition.insertItems(entries, inSection: section.id, at: number(0..<count + 1))
    case 3, 4:
      guard count > 1 else { return }
      let start = number(0..<count)
      composition.deleteItems(
        inSection: section.id,
        range: start..<min(start + number(1..<4), count)
      )
    case 5:
      guard count > 0 else { return }
      let other = composition.sections[number(0..<composition.sectionCount)]
      let room = other.id == section.id ? count - 1 : other.items.count
      composition.moveItems(
        from: section.id,
        range: number(0..<count).asRange,
        toSection: other.id,
        at: number(0..<room + 1)
      )
    case 6:
      guard count > 0 else { return }
      let item = section.items[number(0..<count)]
      let name = String(repeating: "w", count: number(1..<30))
      _ = composition.setContent(
        Content(shape: .init(["name"]), values: [.text(Text(name))]),
        of: item.id
      )
    case 7:
      try composition.moveSection(section.id, to: number(0..<composition.sectionCount))
    default:
      if number(0..<2) == 0, composition.sectionCount > 3 {
        composition.deleteSection(section.id)
      } else if number(0..<2) == 0 {
        try composition.setContent(
          SectionContent(
            source: section.content.source,
            title: number(0..<2) == 0 ? nil : "Title \(next)"
          ),
          ofSection: section.id
        )
      } else {
        next += 1
        let names: [Name] = ["standard", "photos", "sports", "other"]
        let id = SectionID(names[number(0..<4)], group: .integer(Int64(next)))
        try composition.insertSection(
          id,
          content: SectionContent(source: "standard", title: "Group \(next)"),
          at: number(0..<composition.sectionCount + 1)
        )
      }
    }
  }

  /// Places events side by side, and each market in one line with its prices.
  private func standInBlocks(_ feed: inout TestFeed, across: Int) {
    let item = LayoutItem(size: LayoutSize(height: .estimated(44)))
    let group = LayoutGroup(
      .horizontal([.item(item)]),
      size: LayoutSize(height: .estimated(44)),
      filling: .equally(across)
    )
    feed.appearance.sections["standard"]?.layout = LayoutSection(group: group)
    feed.appearance.sections["standard"]?.widths = ["selection": CellWidths(most: 96, label: 96)]
    feed.appearance.sections["standard"]?.labels = ["market-header"]
  }

  @Test(arguments: 1...amount(12, full: 24, soak: 2_000) as ClosedRange<UInt64>)
  func `a page that followed all versions equals a new page`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var feed = try TestFeed()
    if seed % 2 == 0 { standInBlocks(&feed, across: Int(seed / 2 % 3) + 1) }
    var snapshot = feed.snapshot
    var next = 1_000
    var choice = PageChoice()
    if seed % 3 == 0 { choice.collapsed = [SectionID("standard")] }
    if seed % 4 == 0 { choice.group = .integer(1_003) }
    let columns = seed % 2 == 0 ? 150 : 60
    var layout = try PageLayout(
      snapshot,
      feed.appearance,
      columns: columns,
      lines: 20,
      choice: choice
    )
    for step in 0..<40 {
      var composition = snapshot.composition
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        try change(&composition, &next, &random)
      }
      let updates = snapshot.composition.updates(to: composition)
      let isShown = layout.show(composition, from: snapshot.composition, updates)
      #expect(isShown)
      snapshot = FeedSnapshot(version: snapshot.version + 1, composition: composition, status: [])
      try expectFresh(layout, snapshot, feed, "seed \(seed), step \(step): \(updates)")
    }
  }

  @Test func `a change among 100,000 items measures at most a few items`() throws {
    let feed = try TestFeed()
    var composition = feed.snapshot.composition
    var entries: [Composition.Entry] = []
    for event in 0..<10_000 {
      entries.append(entry("event-header", 100_000 + event, name: "A v B"))
      for market in 0..<3 {
        entries.append(entry("market-header", event * 3 + market + 10, name: "Match result"))
        for selection in 0..<2 {
          let key = (event * 3 + market) * 3 + selection + 10
          entries.append(entry("selection", key, name: "Draw"))
        }
      }
    }
    try composition.insertItems(entries, inSection: SectionID("standard"), at: 0)
    #expect(composition.itemCount > 100_000)
    let big = FeedSnapshot(version: 1, composition: composition, status: [])
    var layout = try PageLayout(big, feed.appearance, columns: 120, lines: 37)
    #expect(layout.measuredPlaces > 60_000)

    func cost(_ change: (inout Composition) throws -> Void) throws -> Int {
      let old = composition
      try change(&composition)
      let before = layout.measuredPlaces
      let isShown = layout.show(composition, from: old, old.updates(to: composition))
      #expect(isShown)
      return layout.measuredPlaces - before
    }
    let standard = SectionID("standard")
    let price = try cost { composition in
      let item = composition.sections.last?.items[50_003]
      let name = Content(shape: .init(["name"]), values: ["Other"])
      if let item { _ = composition.setContent(name, of: item.id) }
    }
    #expect(price == 0)
    let market = try cost { composition in
      let items = [
        entry("market-header", 900_000, name: "New"), entry("selection", 900_000, name: "Yes"),
        entry("selection", 900_001, name: "No"),
      ]
      try composition.insertItems(items, inSection: standard, at: 50_000)
    }
    #expect(market <= 8, "an inserted market: \(market) places")
    let move = try cost { composition in
      composition.moveItems(inSection: standard, range: 10..<20, to: 80_000)
    }
    #expect(move <= 30, "a moved event: \(move) places")
    let end = try cost { composition in
      composition.deleteItems(inSection: standard, range: 30_001..<30_003)
    }
    #expect(end <= 8, "two selections that go: \(end) places")
  }
}

extension Int {
  fileprivate var asRange: Range<Int> { self..<(self + 1) }
}
