import FeedFormatting
import FeedModel
import FeedSnapshots
import TestSupport

@testable import FeedWire

/// A feed of random sections and items with random changes and all kinds of texts.
struct RandomFeed {
  private(set) var snapshot = FeedSnapshot(version: 1, composition: .init(), status: [])
  private var random: SeededGenerator
  private var next: Int64 = 0

  /// Declarations; the second and third are grouped.
  private static let declarations: [Name] = ["featured", "live", "standard", "ads"]
  private static let kinds: [Name] = ["selection", "event-card", "plain", "carrier"]
  private static let shape = Content.Shape([
    "name", "price", "note", "in_betslip", "a", "2", "1", "=warning", "=good",
  ])

  static func encoder() throws -> WireEncoder {
    WireEncoder(epoch: Epoch(of: ["random"]), appearance: try appearance())
  }

  static func appearance() throws -> FeedAppearance {
    FeedAppearance(
      title: "Random é",
      items: [
        "selection": ItemAppearance(
          title: try TextTemplate("{name}"),
          value: try TextTemplate("{price:0.00}"),
          flags: [("added", "in_betslip"), ("noted", "note")],
          tones: [
            .init(.warning, where: RowCondition(field: "=warning")),
            .init(.good, where: RowCondition(field: "=good")),
          ]
        ),
        "event-card": ItemAppearance(
          title: try TextTemplate("{name}"),
          subtitle: try TextTemplate("{note}"),
          badge: try TextTemplate("{in_betslip}"),
          image: try TextTemplate("/{a}.webp")
        ),
        "carrier": ItemAppearance(
          title: try TextTemplate("{name}"),
          fields: ["price", "note", "a", "2", "1"]
        ),
      ],
      sections: [
        "live": SectionAppearance(.rows, layoutName: "event-rows", pinsHeader: true),
        "featured": SectionAppearance(.cards, layoutName: "cards"),
      ]
    )
  }

  init(seed: UInt64, sections: Int = 5, items: Int = 6) {
    random = SeededGenerator(seed: seed)
    var composition = FeedSnapshot.Composition()
    for _ in 0..<sections {
      insertSection(into: &composition, items: Int.random(in: 0...items, using: &random))
    }
    snapshot = FeedSnapshot(version: 1, composition: composition, status: status())
  }

  /// Returns another version after the given number of edits.
  mutating func change(edits: ClosedRange<Int> = 0...6) {
    var composition = snapshot.composition
    for _ in 0..<Int.random(in: edits, using: &random) { edit(&composition) }
    let isTold = Int.random(in: 0..<8, using: &random) == 0
    snapshot = FeedSnapshot(
      version: snapshot.version + Int.random(in: 1...3, using: &random),
      composition: composition,
      status: isTold ? status() : snapshot.status
    )
  }

  /// Returns a view, usually of all sections; every other one has raw values.
  mutating func view() throws -> FeedView {
    var view = try sections()
    view.hasRawValues = Bool.random(using: &random)
    return view
  }

  private mutating func sections() throws -> FeedView {
    let views = [
      "live/*", "featured", "featured,ads", "*d*", "live/?,standard/*", "none", "*/1,featured",
    ]
    guard Bool.random(using: &random), let view = views.randomElement(using: &random) else {
      return .all
    }
    return try FeedView(view)
  }

  mutating func index(below count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
}

extension RandomFeed {
  private mutating func status() -> [SourceStatus] {
    let states: [SourceStatus.State] = [.ok, .waiting, .failed("gone")]
    return Self.declarations.prefix(2).map {
      SourceStatus(source: $0, state: states.randomElement(using: &random) ?? .ok)
    }
  }

  private mutating func text() -> Value {
    let texts: [Value] = [
      "Derby", "Draw", "é", "e\u{301}", "a\"b\\c\n", "大阪", "👩‍👩‍👧", "\u{2028}", "", .null, "  spaced  ",
      "\u{202E}right", .blob([1, 0xAB]), "</script>", 7,
    ]
    return texts.randomElement(using: &random) ?? .null
  }

  private mutating func number() -> Value {
    let numbers: [Value] = [
      2.5, 2.501, 3, 3.0, .null, -0.0, .integer(.max), .integer(.min), 1e300, .real(.infinity), 0.1,
      "x",
    ]
    return numbers.randomElement(using: &random) ?? .null
  }

  private mutating func content() -> Content {
    let flag: Value = Bool.random(using: &random) ? 1 : 0
    var values: ContiguousArray<Value> = [
      text(), number(), text(), flag, text(), number(), number(),
    ]
    // The results of `note = 'Derby'` and `price > 2.5`; a text is greater than a number.
    let isHigh = values[1].string != nil || (values[1].double ?? 0) > 2.5
    values += [values[2] == "Derby" ? 1 : 0, isHigh ? 1 : 0]
    return Content(shape: Self.shape, values: values)
  }

  private mutating func item() -> FeedSnapshot.Composition.Entry {
    next += 1
    let kind = Self.kinds.randomElement(using: &random) ?? "plain"
    let isText = Int.random(in: 0..<4, using: &random) == 0
    let key: ObjectKey = isText ? .text(Text("é\"\(next)")) : .integer(next)
    return .init(
      id: ItemID(kind: kind, object: ObjectID(entity: "selection", key: key)),
      content: content()
    )
  }

  private mutating func insertSection(
    into composition: inout FeedSnapshot.Composition,
    items: Int
  ) {
    let declaration = Self.declarations.randomElement(using: &random) ?? "ads"
    let isGrouped = declaration == "live" || declaration == "standard"
    let group = Value.integer(Int64.random(in: 0..<5, using: &random))
    let id = SectionID(declaration, group: isGrouped ? group : nil)
    guard composition.index(ofSection: id) == nil else { return }
    let place = Int.random(in: 0...composition.sectionCount, using: &random)
    let entries = (0..<items).map { _ in item() }
    try? composition.insertSection(id, content: header(declaration), at: place)
    try? composition.insertItems(entries, inSection: id, at: 0)
  }

  private mutating func header(_ source: Name) -> SectionContent {
    let titles: [String?] = ["Live", "Live (2)", "", nil, "é"]
    return SectionContent(source: source, title: titles.randomElement(using: &random) ?? nil)
  }

  private mutating func edit(_ composition: inout FeedSnapshot.Composition) {
    guard composition.sectionCount > 0 else {
      return insertSection(into: &composition, items: 3)
    }
    let section = Int.random(in: 0..<composition.sectionCount, using: &random)
    let id = composition.sectionID(at: section)
    let count = composition.itemCount(inSection: id) ?? 0
    let start = Int.random(in: 0...count, using: &random)
    let range = start..<min(count, start + Int.random(in: 0...2, using: &random))
    let other = composition.sectionID(
      at: Int.random(in: 0..<composition.sectionCount, using: &random)
    )
    let room = (composition.itemCount(inSection: other) ?? 0) - (other == id ? range.count : 0)
    switch Int.random(in: 0..<14, using: &random) {
    case 0: insertSection(into: &composition, items: Int.random(in: 0...5, using: &random))
    case 1: composition.deleteSection(id)
    case 2:
      let target = Int.random(in: 0..<composition.sectionCount, using: &random)
      try? composition.moveSection(id, to: target)
    case 3: try? composition.setContent(header(id.declaration), ofSection: id)
    case 4, 5: try? composition.insertItems([item(), item()], inSection: id, at: start)
    case 6: composition.deleteItems(inSection: id, range: range)
    case 7, 8:
      let target = Int.random(in: 0...room, using: &random)
      composition.moveItems(from: id, range: range, toSection: other, at: target)
    default:
      guard start < count else { return }
      let item = composition.item(at: SnapshotPath(section: section, item: start)).id
      composition.setContent(content(), of: item)
    }
  }
}
