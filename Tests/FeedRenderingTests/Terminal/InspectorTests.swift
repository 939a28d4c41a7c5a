import FeedModel
import FeedRendering
import FeedSnapshots
import TestFeeds
import Testing

@testable import FeedTerminal

@Suite("WatchModel: inspecting and moving")
struct InspectorTests {
  let feed: TestFeed
  let records: [VersionRecord]

  /// Five versions, each with another price of the first selection.
  init() throws {
    feed = try TestFeed()
    var records: [VersionRecord] = []
    var latest = feed.snapshot
    for step in 1...5 {
      var composition = latest.composition
      let content = Content(
        shape: .init(["name", "price"]),
        values: ["Grünwald", .real(3 + Double(step) / 10)]
      )
      _ = composition.setContent(content, of: Self.selection)
      let next = FeedSnapshot(version: 7 + step, composition: composition, status: [])
      let updates = latest.composition.updates(to: composition)
      records.append(VersionRecord(from: latest, to: next, updates, cause: "lines.jsonl:\(step)"))
      latest = next
    }
    self.records = records
  }

  private static let selection = ItemID(
    kind: "selection",
    object: ObjectID(entity: "selection", key: .integer(1))
  )

  private func photo(_ key: Int64) -> ItemID {
    ItemID(kind: "photo", object: ObjectID(entity: "photo", key: .integer(key)))
  }

  private func model(isStepping: Bool = false) -> WatchModel {
    var model = WatchModel(
      feed.snapshot,
      feed.appearance,
      columns: 100,
      lines: 60,
      features: WatchFeatures(reorderable: ["photos"]),
      isStepping: isStepping
    )
    _ = model.press(.end, at: .zero)
    return model
  }

  private func press(_ keys: String, _ model: inout WatchModel) -> [WatchModel.Command] {
    keys.compactMap { model.press(.character($0), at: .seconds(1)) }
  }

  @Test func `the inspector shows each batch with ids and reasons`() {
    var model = model()
    for record in records {
      model.record([record])
      model.show(record.after, record.updates, at: .seconds(1))
    }
    #expect(!model.screen(at: .seconds(1)).text.contains("Inspector"))
    _ = press("i", &model)
    let text = model.screen(at: .seconds(1)).text
    #expect(text.contains("Inspector live"))
    #expect(text.contains("version 12 · lines.jsonl:5 · reconfigureItems 1"))
    #expect(text.contains("reconfigureItems(at: [4, 2])  selection:selection/1"))
    #expect(text.contains("price 3.4 → 3.5"))
    _ = press("i", &model)
    #expect(!model.screen(at: .seconds(1)).text.contains("Inspector"))
  }

  @Test func `old versions are shown again, and the newest after them`() {
    var model = model()
    for record in records {
      model.record([record])
      model.show(record.after, record.updates, at: .seconds(1))
    }
    _ = press("i[[", &model)
    let held = model.screen(at: .seconds(1)).text
    #expect(model.snapshot.version == 10)
    #expect(held.contains("▼3.30"))
    #expect(held.contains("held at version 10"))
    #expect(held.contains("2 behind"))
    _ = press("[[[[[[", &model)
    #expect(model.snapshot.version == 7)
    #expect(model.message == "version 7 is the first one")
    _ = press("v9", &model)
    _ = model.press(.enter, at: .seconds(1))
    #expect(model.snapshot.version == 9)
    _ = press("]]]", &model)
    #expect(model.snapshot.version == 12)
    #expect(!model.isPaused)
    _ = press("[[p", &model)
    #expect(model.snapshot.version == 12)
    #expect(!model.isPaused)
  }

  @Test func `the inspector reports that older versions are not kept`() {
    var model = model()
    // The first version that arrived is not kept any more.
    for record in records.dropFirst() { model.record([record]) }
    model.show(records[4].after, records[4].updates, at: .seconds(1))
    _ = press("iv7", &model)
    _ = model.press(.enter, at: .seconds(1))
    #expect(model.snapshot.version == 8)
    let text = "version 8 is the oldest that is kept; 'feed replay --step' shows all of a recording"
    #expect(model.message == text)
    let screen = model.screen(at: .seconds(1)).text
    #expect(screen.contains(" \(text)"), "\(screen)")
    #expect(!screen.contains("nothing has changed since the start"))
  }

  @Test func `the time of a message is in the last line and in the inspector`() {
    var model = model()
    var record = records[0]
    record.cause = VersionCause("day.jsonl:1, at 0 s", time: "2026-07-01T18:30:00.250Z")
    model.record([record])
    model.show(record.after, record.updates, at: .seconds(1))
    _ = press("i", &model)
    let text = model.screen(at: .seconds(1)).text
    #expect(text.contains("version 8 · day.jsonl:1, at 0 s, 2026-07-01T18:30:00.250Z · reconf"))
    #expect(text.contains("version 8 · 2026-07-01T18:30:00.250Z · "), "\(text)")
  }

  @Test func `a page that is stepped through asks for what it has not seen`() {
    var model = model(isStepping: true)
    #expect(model.screen(at: .zero).text.contains(" STEP  version 7"))
    #expect(press("n", &model) == [.step])
    for record in records.prefix(3) {
      model.record([record])
      #expect(press("]", &model).isEmpty)
    }
    #expect(model.snapshot.version == 10)
    #expect(press("ppp", &model).isEmpty)
    #expect(model.snapshot.version == 7)
    #expect(press("nnn", &model).isEmpty)
    #expect(model.snapshot.version == 10)
    _ = press("v12", &model)
    #expect(model.press(.enter, at: .zero) == .stepTo(12))
    // Lines are played after the newest version, whichever is shown.
    #expect(press("ppv12", &model).isEmpty)
    #expect(model.press(.enter, at: .zero) == .stepTo(12))
    #expect(model.snapshot.version == 10)
  }

  @Test func `v goes to the first message of a time or a later one`() {
    var model = model(isStepping: true)
    for (second, record) in records.prefix(3).enumerated() {
      var record = record
      record.cause.time = "2026-07-01T18:30:0\(second).500Z"
      model.record([record])
    }
    for (typed, version) in [("18:30", 8), ("18:30:01", 9), ("2026-07-01T18:30:01.600Z", 10)] {
      _ = press("v" + typed, &model)
      #expect(model.press(.enter, at: .zero) == nil)
      #expect(model.snapshot.version == version)
    }
    #expect(model.history.endsBefore(time: "18:31"))
    #expect(!model.history.endsBefore(time: "18:30:02"))
    _ = press("pv18:31", &model)
    #expect(model.press(.enter, at: .zero) == .stepToTime("18:31"))
    #expect(model.snapshot.version == 10)
  }

  @Test func `w names the version that last changed the selected item`() {
    var model = model()
    #expect(press("w", &model).isEmpty)
    #expect(model.message == "select an item first")
    model.record(Array(records.prefix(2)))
    model.selected = photo(1)
    _ = press("w", &model)
    #expect(model.message == "no kept version has changed photo:photo/1")
    model.show(records[1].after, records[1].updates, at: .seconds(1))
    model.selected = Self.selection
    _ = press("w", &model)
    #expect(
      model.message == "selection:selection/1: version 9 · lines.jsonl:2 · price 3.1 → 3.2"
    )
  }

  @Test func `a dragged item is in flight until it is let go`() throws {
    var model = model()
    _ = model.screen(at: .zero)
    func place(_ key: Int64) throws -> (line: Int, column: Int) {
      let target = try #require(model.targets.first { $0.item == photo(key) })
      return (target.line, target.columns.lowerBound + 2)
    }
    let (from, to) = (try place(5), try place(1))
    #expect(model.press(.click(line: from.line, column: from.column), at: .zero) == nil)
    #expect(model.press(.drag(line: to.line, column: to.column), at: .zero) == nil)
    let flying = model.screen(at: .zero).text
    #expect(flying.contains(" ≡ Photo 5 "))
    #expect(flying.contains("moving Photo 5 before Photo 1"))
    // Changes around it do not end the drag.
    let record = records[0]
    model.show(record.after, record.updates, at: .zero)
    let after = model.screen(at: .zero).text
    #expect(after.contains("▲3.10"))
    #expect(after.contains(" ≡ Photo 5 "))
    #expect(
      model.press(.release(line: to.line, column: to.column), at: .zero)
        == .drop(photo(5), photo(1), isBehind: false)
    )
    #expect(!model.screen(at: .zero).text.contains("≡"))
    _ = model.press(.click(line: to.line, column: to.column), at: .zero)
    _ = model.press(.drag(line: from.line, column: from.column), at: .zero)
    #expect(
      model.press(.release(line: from.line, column: from.column), at: .zero)
        == .drop(photo(1), photo(5), isBehind: true)
    )
    _ = model.press(.click(line: to.line, column: to.column), at: .zero)
    _ = model.press(.drag(line: from.line, column: from.column), at: .zero)
    _ = model.press(.escape, at: .zero)
    #expect(model.press(.release(line: from.line, column: from.column), at: .zero) == nil)
  }

  @Test func `an item moves by keys where its section allows it`() {
    var model = model()
    model.selected = photo(2)
    #expect(model.press(.moveUp, at: .zero) == .move(photo(2), isUp: true))
    #expect(model.press(.moveDown, at: .zero) == .move(photo(2), isUp: false))
    model.selected = Self.selection
    #expect(model.press(.moveUp, at: .zero) == .explain(Self.selection))
  }

  @Test func `the choice moves through a grid by rows`() {
    var model = model()
    model.selected = photo(2)
    _ = model.press(.down, at: .zero)
    #expect(model.selected == photo(4))
    _ = model.press(.down, at: .zero)
    #expect(model.selected == photo(5))
    _ = model.press(.up, at: .zero)
    #expect(model.selected == photo(3))
  }
}
