import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots
import TestFeeds
import Testing

@testable import FeedTerminal

@Suite("Where the user is")
struct OrientationTests {
  let feed: TestFeed

  init() throws { feed = try TestFeed() }

  private func model(columns: Int = 70, lines: Int = 24) -> WatchModel {
    WatchModel(
      feed.snapshot,
      feed.appearance,
      columns: columns,
      lines: lines,
      features: WatchFeatures(
        actions: [.init(name: "select-sport", key: "enter", kinds: ["sport"])],
        reorderable: ["photos"]
      )
    )
  }

  private func id(_ kind: Name, _ key: Int64) -> ItemID {
    ItemID(kind: kind, object: ObjectID(entity: kind, key: .integer(key)))
  }

  private func lines(_ model: inout WatchModel, at now: Duration = .zero) -> [String] {
    model.screen(at: now).text.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// Sections of one sport each, as a feed without a picker shows them.
  private func sports(_ numbers: [Int], version: Int = 1) throws -> FeedSnapshot {
    var composition = FeedSnapshot.Composition()
    for (index, group) in numbers.enumerated() {
      let section = SectionID("standard", group: .integer(Int64(group)))
      let content = SectionContent(source: "standard", title: "Sport \(group)")
      try composition.insertSection(section, content: content, at: index)
      let name = Content(shape: .init(["name"]), values: [.text(Text("Match \(group)"))])
      let entries = (0..<30).map { row in
        FeedSnapshot.Composition.Entry(id: id("message", Int64(group * 100 + row)), content: name)
      }
      try composition.insertItems(entries, inSection: section, at: 0)
    }
    return FeedSnapshot(version: version, composition: composition, status: [])
  }

  @Test func `an event's name stays under the header while its markets scroll`() throws {
    var model = model(lines: 12)
    _ = lines(&model)
    // From the top of the section on, line by line.
    var seen: [String] = []
    for _ in 0..<60 {
      _ = model.press(.wheelDown(line: 3, column: 3), at: .zero)
      let lines = lines(&model)
      guard let header = lines.firstIndex(where: { $0.contains("━━ Events") }), header <= 3 else {
        continue
      }
      seen.append(lines[header + 1])
    }
    #expect(!seen.isEmpty)
    #expect(seen.contains { $0.contains("FC Grünwald v Vale") })
    #expect(seen.allSatisfy { $0.isEmpty || $0.contains(" v ") }, "\(seen)")
  }

  @Test func `there is one picker: what the first line shows is not on the page again`() throws {
    var model = model()
    let lines = lines(&model)
    #expect(lines[0].contains("0 All  1 Football  2 Ice hockey  3 Volleyball"))
    #expect(lines.dropFirst().allSatisfy { !$0.contains("Football") })
    // Without an action that picks, chips are items like others.
    var plain = WatchModel(feed.snapshot, feed.appearance, columns: 70, lines: 24)
    #expect(plain.screen(at: .zero).text.contains("( Football )"))
  }

  @Test func `arrows move through the picker, which marks the selected entry`() throws {
    var model = model()
    _ = lines(&model)
    _ = model.press(.character("s"), at: .zero)
    #expect(model.selected == id("sport", 0))
    _ = model.press(.right, at: .zero)
    let grid = model.screen(at: .zero)
    let column = try #require(grid.line(0).firstIndex { $0.character == "I" })
    #expect(grid[0, column].style.color == .focus)
    #expect(grid[0, column].style.isReversed)
    #expect(model.press(.enter, at: .zero) == .act("select-sport", .item(id("sport", 1))))
    _ = model.press(.down, at: .zero)
    #expect(model.selected == id("banner", 1))
  }

  @Test func `digits stay with their sport while the list changes`() throws {
    var model = WatchModel(try sports([1, 2, 3]), feed.appearance, columns: 80, lines: 20)
    #expect(lines(&model)[0].contains("0 All  1 Sport 1  2 Sport 2  3 Sport 3"))
    let next = try sports([9, 2, 3], version: 2)
    model.show(next, model.snapshot.composition.updates(to: next.composition), at: .zero)
    #expect(lines(&model)[0].contains("0 All  4 Sport 9  2 Sport 2  3 Sport 3"))
    _ = model.press(.character("2"), at: .zero)
    #expect(model.filter == .integer(2))
  }

  @Test func `digits stay with their sport while a filter hides it`() throws {
    let all = Array(1...12)
    var model = WatchModel(try sports(all), feed.appearance, columns: 200, lines: 20)
    #expect(lines(&model)[0].contains("1 Sport 1  2 Sport 2"))
    for key in "&12" { _ = model.press(.character(key), at: .zero) }
    _ = lines(&model)
    _ = model.press(.escape, at: .zero)
    #expect(lines(&model)[0].contains("1 Sport 1  2 Sport 2"))
    #expect(!lines(&model)[0].contains("1 Sport 12"))
  }

  @Test func `a filter that finds items of the first line alone names the line`() throws {
    for (words, text) in [
      ("hockey", "Only items of the first line have 'hockey'; Esc shows all items."),
      ("zzz", "No item has 'zzz'; Esc shows all items."),
    ] {
      var model = model(columns: 90)
      _ = lines(&model)
      for key in "&" + words { _ = model.press(.character(key), at: .zero) }
      #expect(lines(&model)[2].contains(text), "\(lines(&model))")
    }
  }

  @Test func `a filter is named with the way to lift it, though its sport has gone`() throws {
    var model = WatchModel(try sports([1, 2, 3]), feed.appearance, columns: 80, lines: 20)
    _ = model.press(.character("2"), at: .zero)
    let next = try sports([1, 3], version: 2)
    model.show(next, model.snapshot.composition.updates(to: next.composition), at: .zero)
    let lines = lines(&model)
    #expect(lines[0].contains("0 All") && lines[0].contains("2 Sport 2, gone"))
    #expect(lines[2].contains("Nothing to show of Sport 2; 0 shows all."))
    _ = model.press(.character("0"), at: .zero)
    #expect(model.screen(at: .zero).text.contains("Match 1"))
  }

  @Test func `the picked entry is visible in the narrowest line`() throws {
    for columns in 24...80 {
      var model = WatchModel(
        try sports(Array(1...12)),
        feed.appearance,
        columns: columns,
        lines: 20
      )
      for _ in 0..<11 { _ = model.press(.tab, at: .zero) }
      let line = lines(&model)[0]
      #expect(line.contains("0 All"), "\(columns): \(line)")
      #expect(line.contains("Sport 11"), "\(columns): \(line)")
    }
  }

  @Test func `picking a sport lands at its top`() throws {
    var model = WatchModel(try sports([1, 2, 3]), feed.appearance, columns: 80, lines: 20)
    _ = model.press(.end, at: .zero)
    _ = model.press(.character("2"), at: .zero)
    let picked = lines(&model)
    #expect(picked[2].contains("━━ Sport 2") && picked[3].contains("Match 2"))
    _ = model.press(.end, at: .zero)
    _ = model.press(.character("0"), at: .zero)
    #expect(lines(&model)[2].contains("━━ Sport 1"))
  }

  @Test func `an empty feed says why it is empty, and what to run`() {
    let ok = SourceStatus(source: "teams")
    let empty = FeedSnapshot(version: 1, composition: .init(), status: [ok])
    var model = WatchModel(empty, feed.appearance, columns: 70, lines: 12)
    model.emptyHints = ["to add a row: feed put"]
    let text = model.screen(at: .zero).text
    #expect(text.contains("no source of the feed has any rows"))
    #expect(text.contains("to add a row: feed put"))
  }

  @Test func `a flashing price does not hide the selection`() throws {
    var model = model()
    _ = model.press(.end, at: .zero)
    _ = lines(&model)
    model.selected = id("selection", 1)
    var composition = feed.snapshot.composition
    let content = Content(shape: .init(["name", "price"]), values: ["Grünwald", .real(3.1)])
    _ = composition.setContent(content, of: id("selection", 1))
    let next = FeedSnapshot(version: 9, composition: composition, status: [])
    model.show(next, feed.snapshot.composition.updates(to: composition), at: .seconds(1))
    let grid = model.screen(at: .seconds(1))
    let target = try #require(model.targets.first { $0.item == id("selection", 1) })
    let cells = target.columns.map { grid[target.line, $0].style }
    #expect(cells.allSatisfy { $0.isReversed && $0.color == .focus })
    #expect(grid.text.contains("▲3.10"))
  }

  @Test func `a chosen card is one thing: a border that is heavier, and nothing reversed`() throws {
    var model = model(lines: 30)
    _ = lines(&model)
    model.selected = id("event-card", 1)
    let grid = model.screen(at: .zero)
    let places = model.targets.filter { $0.item == id("event-card", 1) }
    let cells = places.flatMap { place in place.columns.map { grid[place.line, $0] } }
    #expect(cells.allSatisfy { !$0.style.isReversed })
    #expect(cells.filter { $0.character == "┏" && $0.style.color == .focus }.count == 1)
  }

  @Test func `a line marks the destination of a drag`() throws {
    var model = model(lines: 40)
    _ = model.screen(at: .zero)
    let from = try #require(model.targets.first { $0.item == id("photo", 3) })
    let to = try #require(model.targets.first { $0.item == id("photo", 1) })
    _ = model.press(.click(line: from.line, column: from.columns.lowerBound + 1), at: .zero)
    _ = model.press(.drag(line: to.line, column: to.columns.lowerBound + 9), at: .zero)
    let grid = model.screen(at: .zero)
    let lines = (0..<grid.lines).filter { line in
      grid.line(line).contains { $0.style.isUnderlined || $0.character == "┃" }
    }
    let height = model.targets.filter { $0.item == id("photo", 1) }.count
    #expect(!lines.isEmpty)
    #expect(lines.count <= max(height, 1))
  }
}
