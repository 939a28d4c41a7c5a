import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots
import TestFeeds
import TestSupport
import Testing

@testable import FeedTerminal

@Suite("WatchModel: sorting")
struct SortingTests {
  private static let section = SectionID("photos")

  private static func photo(_ key: Int64) -> ItemID {
    ItemID(kind: "photo", object: ObjectID(entity: "photo", key: .integer(key)))
  }

  /// A model whose photos have the given sizes; a photo without one has no value.
  private static func model(_ sizes: [Int64: Value]) throws -> WatchModel {
    var feed = try TestFeed()
    feed.appearance.items["photo"]?.value = try TextTemplate("{size}")
    let snapshot = Self.snapshot(feed.snapshot, sizes, version: 7)
    var model = WatchModel(
      snapshot,
      feed.appearance,
      columns: 80,
      lines: 40,
      features: WatchFeatures(reorderable: ["photos"])
    )
    _ = model.screen(at: .zero)
    model.selected = photo(1)
    return model
  }

  private static func snapshot(
    _ snapshot: FeedSnapshot,
    _ sizes: [Int64: Value],
    version: Int
  ) -> FeedSnapshot {
    var composition = snapshot.composition
    for (key, size) in sizes {
      let content = Content(
        shape: .init(["name", "size"]),
        values: [.text(Text("Photo \(key)")), size]
      )
      _ = composition.setContent(content, of: photo(key))
    }
    return FeedSnapshot(version: version, composition: composition, status: [])
  }

  private static func photos(_ model: WatchModel) -> [Int64] {
    let composition = model.snapshot.composition
    guard let count = composition.itemCount(inSection: section) else { return [] }
    return composition.items(inSection: section, range: 0..<count).compactMap {
      if case .integer(let key) = $0.id.object.key { key } else { nil }
    }
  }

  private static func press(_ keys: String, _ model: inout WatchModel) {
    for key in keys { _ = model.press(.character(key), at: .zero) }
  }

  @Test func `a column sorts a section, the same column reverses it, and o restores it`() throws {
    var model = try Self.model([1: 30, 2: 4, 3: .null, 4: "200", 5: 4])
    Self.press("ov", &model)
    #expect(Self.photos(model) == [2, 5, 1, 4, 3])
    #expect(model.screen(at: .zero).text.contains("\nphotos by value ↑ · version 7"))
    Self.press("ov", &model)
    #expect(Self.photos(model) == [4, 1, 2, 5, 3])
    #expect(model.screen(at: .zero).text.contains("\nphotos by value ↓ · version 7"))
    Self.press("ot", &model)
    #expect(Self.photos(model) == [1, 2, 3, 4, 5])
    Self.press("ovoo", &model)
    #expect(Self.photos(model) == [1, 2, 3, 4, 5])
    #expect(model.unsorted == nil)
    #expect(!model.screen(at: .zero).text.contains(" by value"))
  }

  @Test func `dates sort by their time, whatever their format`() throws {
    var model = try Self.model([
      1: "2026-07-02T19:05:00Z", 2: "2026-06-30T23:59:00Z", 3: "2026-07-01T08:15:00Z", 4: .null,
      5: "2026-07-01T08:14:00Z",
    ])
    var appearance = model.appearance
    appearance.items["photo"]?.value = try TextTemplate("{size:EEE d MMM}")
    model = WatchModel(model.snapshot, appearance, columns: 80, lines: 40)
    _ = model.screen(at: .zero)
    model.selected = Self.photo(1)
    Self.press("ov", &model)
    #expect(Self.photos(model) == [2, 5, 3, 1, 4])
  }

  @Test func `a sorted section stays sorted when a value changes, and cannot be moved in`() throws {
    var model = try Self.model([1: 30, 2: 4, 3: 7, 4: 200, 5: 5])
    Self.press("ov", &model)
    #expect(Self.photos(model) == [2, 5, 3, 1, 4])
    let old = try #require(model.unsorted)
    let next = Self.snapshot(old, [4: 1], version: 8)
    model.show(next, old.composition.updates(to: next.composition), at: .seconds(1))
    #expect(Self.photos(model) == [4, 2, 5, 3, 1])
    #expect(model.press(.moveUp, at: .seconds(1)) == nil)
    #expect(!model.canMove(Self.photo(1)))
    Self.press("oo", &model)
    #expect(Self.photos(model) == [1, 2, 3, 4, 5])
    #expect(model.canMove(Self.photo(1)))
  }

  @Test func `a filter shows the items whose value has the word, also of later versions`() throws {
    var model = try Self.model([1: 30, 2: 4, 3: .null, 4: 3, 5: 50])
    Self.press("&value:3", &model)
    _ = model.press(.enter, at: .zero)
    #expect(Self.photos(model) == [1, 4])
    #expect(model.screen(at: .zero).text.contains("&value:3"))
    #expect(!model.canMove(Self.photo(1)))
    let old = try #require(model.unsorted)
    let next = Self.snapshot(old, [4: 7, 5: 53], version: 8)
    model.show(next, old.composition.updates(to: next.composition), at: .seconds(1))
    #expect(Self.photos(model) == [1, 5])
    model.selected = Self.photo(1)
    Self.press("ovov", &model)
    #expect(Self.photos(model) == [5, 1])
    Self.press("oo", &model)
    _ = model.press(.escape, at: .seconds(2))
    #expect(Self.photos(model) == [1, 2, 3, 4, 5])
    #expect(model.unsorted == nil)
    #expect(!model.screen(at: .zero).text.contains(" by value"))
  }

  @Test func `a filter keeps the headings of a found row, and all rows of a found heading`() throws
  {
    let whole = try Self.model([:])
    func items(_ words: String) -> [String] {
      let found = WatchModel.Filtering(text: words)
        .applied(to: whole.snapshot, whole.appearance)
      return found.composition.sections.flatMap { $0.items.map(\.id.description) }
    }
    let all = items("")
    #expect(all.count == whole.snapshot.composition.itemCount)
    for item in whole.snapshot.composition.sections.flatMap({ Array($0.items) }) {
      let face = ItemFace(item.content, appearance: whole.appearance.items[item.id.kind])
      guard !face.title.isEmpty else { continue }
      #expect(items(face.title).contains(item.id.description), "\(face.title)")
    }
    #expect(items("title:no-such-item") == [])
  }

  @Test(arguments: [
    ("novotna", "Novotná"), ("Grunwald", "Grünwald"), ("zurek", "Żurek"), ("lodz", "Łódź"),
    ("strasse", "Straße"),
    ("sohne", "So\u{308}hne"), ("1-0", "1–0"), ("o'hara", "O’Hara"), ("1234567", "€1,234,567.89"),
    ("и", "Игра"),
  ])
  func `a typed word finds its spelling with accents, other dashes and separators`(
    _ typed: String,
    _ text: String
  ) {
    #expect(SearchText.has(SearchText.folded(typed)[...], in: SearchText.folded(text)))
    #expect(!SearchText.has("x1-0", in: SearchText.folded(text)))
  }

  @Test func `the line of a filter counts its items without headings`() throws {
    var model = try Self.model([:])
    Self.press("&", &model)
    let page = model.snapshot.composition
    let (all, items) = (page.itemCount, Self.items(of: model))
    #expect(items < all)
    #expect(model.screen(at: .zero).text.contains("&▏  \(items) items"))
    // The headings above the items that are found stay on the page.
    let item = page.sections.lazy.flatMap(\.items).first { $0.id.kind == "selection" }
    let look = model.appearance.items["selection"]
    let face = ItemFace(try #require(item).content, appearance: look)
    Self.press("title:" + (face.title.split(separator: " ").first ?? ""), &model)
    let found = Self.items(of: model)
    #expect(found > 0 && found < model.snapshot.composition.itemCount)
    #expect(model.screen(at: .zero).text.contains("  \(found) item"))
  }

  /// Counts the items of the page that are not headings.
  private static func items(of model: WatchModel) -> Int {
    model.snapshot.composition.sections.reduce(0) { count, section in
      let look = model.appearance.sections[section.id.declaration] ?? SectionAppearance()
      let markup = SectionMarkup(section.id.declaration, look)
      return count + section.items.count { !markup.isHead($0.id.kind) }
    }
  }

  @Test
  func `the items below an item move with it, and rows with columns stay below their heading`()
    throws
  {
    func kinds(_ sizes: [(String, Int64)], columns: Bool) throws -> [String] {
      var feed = try TestFeed()
      for kind in ["photo", "text"] as [Name] {
        feed.appearance.items[kind] = ItemAppearance(value: try TextTemplate("{size}"))
      }
      var look = SectionAppearance(depths: ["text": 1])
      if columns { look.columns = ["text": [ColumnHead(.value, "Size")]] }
      feed.appearance.sections["photos"] = look
      var composition = FeedSnapshot.Composition()
      let content = SectionContent(source: "photos")
      try composition.insertSection(Self.section, content: content, at: 0)
      let entries = sizes.enumerated().map { index, size in
        FeedSnapshot.Composition.Entry(
          id: ItemID(
            kind: Name(size.0),
            object: ObjectID(entity: "photo", key: .integer(Int64(index)))
          ),
          content: Content(shape: .init(["size"]), values: [.integer(size.1)])
        )
      }
      try composition.insertItems(entries, inSection: Self.section, at: 0)
      let sorting = WatchModel.Sorting(
        section: Self.section,
        column: .value,
        isDescending: false
      )
      let snapshot = FeedSnapshot(version: 1, composition: composition, status: [])
      return sorting.applied(to: snapshot, feed.appearance).composition.sections[0].items.map {
        "\($0.id.kind) \($0.content["size"] ?? .null)"
      }
    }
    let rows: [(String, Int64)] = [
      ("text", 9), ("photo", 3), ("text", 8), ("text", 7), ("photo", 2), ("text", 6),
    ]
    #expect(
      try kinds(rows, columns: false)
        == ["text 9", "photo 2", "text 6", "photo 3", "text 8", "text 7"]
    )
    #expect(
      try kinds(rows, columns: true)
        == ["text 9", "photo 3", "text 7", "text 8", "photo 2", "text 6"]
    )
  }

  @Test(arguments: 0..<amount(20, full: 200))
  func `after any keys and versions the page shows the sorted newest version`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model = try Self.model([1: 1, 2: 2, 3: 3, 4: 4, 5: 5])
    var newest = model.snapshot
    for step in 1...30 {
      if Int.random(in: 0..<6, using: &random) == 0 {
        _ = model.press(.escape, at: .zero)
        Self.press(
          "&" + ("value:2 photo 9".split(separator: " ").randomElement(using: &random) ?? ""),
          &model
        )
        _ = model.press(.enter, at: .zero)
      } else if Bool.random(using: &random), let first = Self.photos(model).first {
        model.selected = Self.photo(first)
        Self.press("o" + String("tvo".randomElement(using: &random) ?? "o"), &model)
      } else {
        let sizes = (Int64(1)...5).map {
          ($0, Value.integer(Int64.random(in: 0...3, using: &random)))
        }
        let next = Self.snapshot(
          newest,
          Dictionary(uniqueKeysWithValues: sizes),
          version: newest.version + 1
        )
        model.show(next, newest.composition.updates(to: next.composition), at: .seconds(step))
        newest = next
      }
      let filtered = model.filtering.applied(to: newest, model.appearance)
      let expected = model.sorting?.applied(to: filtered, model.appearance) ?? filtered
      #expect(model.snapshot.composition == expected.composition, "seed \(seed), step \(step)")
      // A page that is laid out again from the same snapshot is the same.
      let shown = model.screen(at: .seconds(100 + step)).text
      model.layout = nil
      #expect(model.screen(at: .seconds(100 + step)).text == shown, "seed \(seed), step \(step)")
    }
  }
}
