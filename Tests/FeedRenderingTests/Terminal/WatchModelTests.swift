import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots
import TestFeeds
import TestSupport
import Testing

@testable import FeedTerminal

@Suite("WatchModel")
struct WatchModelTests {
  let feed: TestFeed

  init() throws { feed = try TestFeed() }

  private func model(columns: Int = 70, lines: Int = 24, isStill: Bool = false) -> WatchModel {
    WatchModel(
      feed.snapshot,
      feed.appearance,
      columns: columns,
      lines: lines,
      features: Self.features,
      isStill: isStill
    )
  }

  private static let features = WatchFeatures(
    actions: [
      .init(name: "toggle-betslip", title: "onto the betslip", key: "b", kinds: ["selection"]),
      .init(name: "fold", key: "enter", kinds: ["event-header"], sections: ["standard"]),
      .init(name: "select-sport", key: "enter", kinds: ["sport"]),
      .init(name: "add", key: "a"),
    ],
    reorderable: ["photos"]
  )

  private func id(_ kind: Name, _ key: Int64) -> ItemID {
    ItemID(kind: kind, object: ObjectID(entity: kind, key: .integer(key)))
  }

  /// The next version, with another price of the first selection.
  private func next(_ price: Double, after snapshot: FeedSnapshot) -> (FeedSnapshot, BatchUpdates) {
    var composition = snapshot.composition
    let content = Content(
      shape: .init(["name", "price"]),
      values: ["Grünwald", .real(price)]
    )
    _ = composition.setContent(content, of: id("selection", 1))
    let next = FeedSnapshot(version: snapshot.version + 1, composition: composition, status: [])
    return (next, snapshot.composition.updates(to: composition))
  }

  @Test func `a changed price flashes with an arrow, keeps the arrow, and stops flashing`() {
    var model = model()
    _ = model.press(.end, at: .zero)
    let (up, updates) = next(3.1, after: feed.snapshot)
    model.show(up, updates, at: .seconds(1))
    let flashing = model.screen(at: .seconds(1))
    #expect(flashing.text.contains("▲3.10"))
    #expect(
      String(decoding: flashing.bytes(.ansi16), as: UTF8.self).contains("\u{1B}[1;7;32m▲3.10")
    )
    #expect(model.nextChange(after: .seconds(1)) == .milliseconds(1_700))
    let resting = model.screen(at: .seconds(2))
    #expect(String(decoding: resting.bytes(.ansi16), as: UTF8.self).contains("\u{1B}[1;32m▲3.10"))
    #expect(model.nextChange(after: .seconds(2)) == .seconds(5))
    let after = model.screen(at: .seconds(6))
    #expect(after.text.contains(" 3.10"))
    #expect(!after.text.contains("▲"))
    #expect(model.nextChange(after: .seconds(6)) == nil)
    let (down, more) = next(3.0, after: up)
    model.show(down, more, at: .seconds(7))
    #expect(model.screen(at: .seconds(7)).text.contains("▼3.00"))
  }

  @Test func `a still page does not flash`() {
    var model = model(isStill: true)
    _ = model.press(.end, at: .zero)
    let (up, updates) = next(3.1, after: feed.snapshot)
    model.show(up, updates, at: .seconds(1))
    #expect(model.screen(at: .seconds(1)) == model.screen(at: .seconds(2)))
    #expect(model.screen(at: .seconds(1)).text.contains("▲3.10"))
  }

  @Test func `a paused page stays unchanged until it continues`() {
    var model = model()
    _ = model.press(.end, at: .zero)
    _ = model.press(.character("p"), at: .zero)
    let (up, updates) = next(3.1, after: feed.snapshot)
    model.show(up, updates, at: .seconds(1))
    let held = model.screen(at: .seconds(1)).text
    #expect(held.contains("2.92"))
    #expect(held.contains("PAUSED"))
    #expect(held.contains("1 behind"))
    _ = model.press(.character("p"), at: .seconds(2))
    #expect(model.screen(at: .seconds(2)).text.contains("▲3.10"))
  }

  @Test func `a reopened feed keeps the position, the selection and the folds`() throws {
    var model = model(lines: 12)
    _ = model.screen(at: .zero)
    model.selected = id("selection", 1)
    _ = model.press(.pageDown, at: .zero)
    let top = model.top
    let before = model.screen(at: .zero).text
    var appearance = feed.appearance
    appearance.title = "Bets"
    appearance.items["selection"] = ItemAppearance(title: try TextTemplate("~{name}"))
    let (next, _) = next(3.1, after: feed.snapshot)
    let picking = WatchFeatures.Action(name: "select-sport", key: "enter", kinds: ["sport"])
    model.reopen(next, appearance, WatchFeatures(actions: [picking]))
    let after = model.screen(at: .zero).text
    #expect(top > 0)
    #expect(model.top == top)
    #expect(model.selected == id("selection", 1))
    #expect(before.contains("Sportsbook"))
    #expect(after.hasPrefix("Bets"))
    #expect(after.contains("version 8"))
    // Its actions are those of the new file.
    #expect(model.press(.character("b"), at: .zero) == nil)
    #expect(model.message == nil)
  }

  @Test func `a paused page takes the new appearance, and the new version when it continues`() {
    var model = model()
    _ = model.press(.character("p"), at: .zero)
    let (up, _) = next(3.1, after: feed.snapshot)
    model.reopen(up, feed.appearance, Self.features)
    #expect(model.screen(at: .zero).text.contains("1 behind"))
    model.reopen(nil, feed.appearance, Self.features)
    _ = model.press(.character("p"), at: .zero)
    #expect(model.snapshot.version == up.version)
  }

  @Test func `an invalid feed file is reported until it is repaired, and keys keep working`() {
    var model = model()
    model.status.fault = "home.yaml:4:3: unknown key 'titel'; hint: did you mean 'title'?"
    _ = model.press(.down, at: .zero)
    let lines = model.screen(at: .zero).text.split(separator: "\n")
    #expect(lines.dropLast().last?.hasPrefix("home.yaml:4:3: unknown key 'titel'; hint") == true)
    #expect(lines.last?.contains("! feed file") == true)
    model.status.fault = nil
    #expect(model.screen(at: .zero).text.contains("q quit"))
  }

  @Test func `headers stay in sight while their section scrolls by`() {
    var model = model(lines: 12)
    _ = model.press(.end, at: .zero)
    let lines = model.screen(at: .zero).text.split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    #expect(lines[0].hasPrefix("Sportsbook"))
    #expect(lines[2].contains("━━ Events"))
  }

  @Test func `rows that scroll sideways follow the choice`() {
    var model = model(columns: 40)
    #expect(!model.screen(at: .zero).text.contains("大阪タイガース"))
    _ = model.press(.down, at: .zero)
    _ = model.press(.right, at: .zero)
    #expect(model.screen(at: .zero).text.contains("大阪タイガース"))
    #expect(model.selected == id("banner", 2))
  }

  @Test func `an item that is chosen can be put on the betslip`() {
    var model = model()
    _ = model.screen(at: .zero)
    _ = model.press(.character("/"), at: .zero)
    for character in "draw" { _ = model.press(.character(character), at: .zero) }
    _ = model.press(.enter, at: .zero)
    #expect(model.selected == id("selection", 2))
    let toggle = WatchModel.Command.act("toggle-betslip", .item(id("selection", 2)))
    #expect(model.press(.character("b"), at: .zero) == toggle)
  }

  @Test func `a key runs its action, or shows the reason why not`() {
    var model = model()
    model.selected = id("event-header", 1)
    #expect(
      model.press(.enter, at: .zero) == .act("fold", .item(id("event-header", 1)))
    )
    model.selected = id("selection", 1)
    #expect(model.press(.enter, at: .zero) == .act("fold", .section(SectionID("standard"))))
    model.selected = id("sport", 1)
    #expect(model.press(.enter, at: .zero) == .act("select-sport", .item(id("sport", 1))))
    #expect(model.press(.character("2"), at: .zero) == .act("select-sport", .item(id("sport", 1))))
    #expect(model.press(.character("a"), at: .zero) == .act("add", .feed))
    #expect(model.press(.character("b"), at: .zero) == nil)
    #expect(model.message == "b: onto the betslip; choose a selection first")
  }

  @Test func `a key that is not among the page's own does nothing`() {
    for byte in UInt8(ascii: "!")...UInt8(ascii: "~") {
      let key = Character(UnicodeScalar(byte))
      guard WatchModel.ownKeys[String(key)] == nil else { continue }
      var model = WatchModel(feed.snapshot, feed.appearance, columns: 70, lines: 24)
      let screen = model.screen(at: .zero)
      #expect(model.press(.character(key), at: .zero) == nil)
      #expect(model.screen(at: .zero) == screen, "\(key)")
    }
  }

  @Test func `a click selects the item under it`() throws {
    var model = model()
    _ = model.press(.end, at: .zero)
    let lines = model.screen(at: .zero).text.split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    let line = try #require(lines.firstIndex { $0.contains("Over") })
    func click() -> WatchModel.Command? {
      #expect(model.press(.click(line: line, column: 4), at: .zero) == nil)
      return model.press(.release(line: line, column: 4), at: .zero)
    }
    #expect(click() == nil)
    #expect(model.selected == id("selection", 4))
    #expect(click() == .act("toggle-betslip", .item(id("selection", 4))))
  }

  @Test func `a section is hidden behind its header and shown again`() {
    var model = model(lines: 40)
    _ = model.press(.end, at: .zero)
    _ = model.screen(at: .zero)
    model.selected = id("photo", 4)
    _ = model.press(.character("c"), at: .zero)
    let hidden = model.screen(at: .zero).text
    #expect(hidden.contains("▸ Photos (5 hidden)"))
    #expect(!hidden.contains("Photo 4"))
    model.collapsed = []
    model.layout = nil
    #expect(model.screen(at: .zero).text.contains("Photo 4"))
  }

  @Test func `an item inserted above does not move the visible items`() throws {
    var model = model(lines: 12)
    _ = model.press(.end, at: .zero)
    let before = model.screen(at: .zero)
    var composition = feed.snapshot.composition
    let content = Content(shape: .init(["name"]), values: ["Photo"])
    let entries = (50..<60).map {
      FeedSnapshot.Composition.Entry(id: id("photo", $0), content: content)
    }
    try composition.insertItems(entries, inSection: SectionID("photos"), at: 0)
    let next = FeedSnapshot(version: 8, composition: composition, status: [])
    model.show(next, feed.snapshot.composition.updates(to: composition), at: .zero)
    let after = model.screen(at: .zero)
    for line in 1..<10 { #expect(after.line(line) == before.line(line), "line \(line)") }
  }

  @Test func `a group is chosen by its number and all are shown by zero`() throws {
    var composition = FeedSnapshot.Composition()
    for group in 1...3 {
      let section = SectionID("standard", group: .integer(Int64(group)))
      let content = SectionContent(source: "standard", title: "Sport \(group)")
      try composition.insertSection(section, content: content, at: group - 1)
      let name = Content(shape: .init(["name"]), values: [.text(Text("Match \(group)"))])
      let entry = FeedSnapshot.Composition.Entry(id: id("message", Int64(group)), content: name)
      try composition.insertItems([entry], inSection: section, at: 0)
    }
    let snapshot = FeedSnapshot(version: 1, composition: composition, status: [])
    var model = WatchModel(snapshot, feed.appearance, columns: 60, lines: 20)
    func matches() -> [String] {
      model.screen(at: .zero).text.matches(of: #/Match [0-9]/#).map { String($0.output) }
    }
    #expect(matches() == ["Match 1", "Match 2", "Match 3"])
    _ = model.press(.character("2"), at: .zero)
    #expect(matches() == ["Match 2"])
    _ = model.press(.tab, at: .zero)
    #expect(matches() == ["Match 3"])
    for key in [WatchKey.character("0"), .escape, .tab, .backTab] {
      _ = model.press(key, at: .zero)
      #expect(matches().count == (key == .tab ? 1 : 3))
    }
  }

  @Test(arguments: [(1, 1), (23, 10), (24, 6), (25, 7), (300, 80)])
  func `a screen of any size has its size`(columns: Int, lines: Int) {
    var model = model()
    model.resize(columns: columns, lines: lines)
    for key in [WatchKey.character("?"), .escape, .end, .down, .tab, .character("/")] {
      _ = model.press(key, at: .zero)
      let grid = model.screen(at: .zero)
      #expect(grid.columns == columns)
      #expect(grid.lines == lines)
    }
  }

  @Test(arguments: 1...amount(10, full: 20) as ClosedRange<UInt64>)
  func `random keys leave a page that can be painted`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var model = model(columns: 50, lines: 14)
    let keys: [WatchKey] =
      "jkhlgGcfpn/ox0123?i[]{}vsab".map { .character($0) } + [
        .up, .down, .left, .right, .pageUp, .pageDown, .tab, .backTab, .enter, .escape, .backspace,
        .click(line: 5, column: 9), .click(line: 0, column: 20), .wheelDown(line: 3, column: 3),
        .drag(line: 7, column: 20), .release(line: 8, column: 30), .moveUp, .moveDown,
      ]
    var price = 2.0
    for step in 0..<120 {
      let now = Duration.milliseconds(step * 40)
      _ = model.press(keys[Int.random(in: 0..<keys.count, using: &random)], at: now)
      if step % 5 == 0 {
        price += 0.1
        let (version, updates) = next(price, after: model.snapshot)
        model.show(version, updates, at: now)
      }
      let text = model.screen(at: now).text
      for line in text.split(separator: "\n") {
        #expect(TerminalWidth.of(line) <= 50, "seed \(seed)")
      }
    }
  }
}
