package import FeedFormatting
import FeedLayout
package import FeedModel
import FeedSnapshots

/// A small feed with a section of each arrangement.
package struct TestFeed {
  package var appearance: FeedAppearance
  package var snapshot: FeedSnapshot

  /// Creates the feed; a function transforms each item's title.
  package init(version: Int = 7, _ name: (String) -> String = { $0 }) throws {
    let named = ItemAppearance(title: try TextTemplate("{name}"))
    appearance = FeedAppearance(
      title: "Sportsbook",
      items: [
        "banner": ItemAppearance(
          title: try TextTemplate("{name}"),
          subtitle: try TextTemplate("{text}"),
          image: try TextTemplate("{image}")
        ),
        "sport": named, "market-header": named, "message": named, "photo": named,
        "event-card": ItemAppearance(
          title: try TextTemplate("{name}"),
          subtitle: try TextTemplate("{time}")
        ),
        "event-header": ItemAppearance(
          title: try TextTemplate("{name}"),
          value: try TextTemplate("{time}")
        ),
        "selection": ItemAppearance(
          title: try TextTemplate("{name}"),
          value: try TextTemplate("{price:0.00}"),
          flags: [("added", "in_betslip")]
        ),
      ],
      sections: [
        "banners": SectionAppearance(.banners), "sports": SectionAppearance(.chips),
        "featured": SectionAppearance(.cards), "photos": SectionAppearance(.columns(2)),
        "standard": SectionAppearance(
          .rows,
          cells: ["selection": 3],
          depths: ["event-header": 0, "market-header": 1, "message": 1, "selection": 1],
          pinsHeader: true
        ),
      ]
    )
    var composition = FeedSnapshot.Composition()
    func add(_ id: Name, _ title: String?, _ items: [FeedSnapshot.Composition.Entry]) throws {
      let count = composition.sections.count
      let section = SectionID(id)
      let content = SectionContent(source: id, title: title)
      try composition.insertSection(section, content: content, at: count)
      try composition.insertItems(items, inSection: section, at: 0)
    }
    func item(
      _ kind: Name,
      _ key: Int64,
      _ title: String?,
      _ more: KeyValuePairs<String, Value> = [:],
      slot: UInt32 = 0
    ) -> FeedSnapshot.Composition.Entry {
      let named: [(String, Value)] =
        title.map { [("name", .text(Text(name($0)))), ("=true", 1), ("=false", 0)] } ?? []
      let fields = named + more.map { $0 }
      return .init(
        id: ItemID(kind: kind, object: ObjectID(entity: kind, key: .integer(key)), slot: slot),
        content: Content(shape: .init(fields.map(\.0)), values: .init(fields.map(\.1)))
      )
    }
    try add(
      "banners",
      nil,
      [
        item("banner", 1, "Derby day", ["text": "Odds boosted", "image": "a.webp"]),
        item("banner", 2, "大阪タイガース", ["text": "Volleyball from Osaka"]),
      ]
    )
    try add(
      "sports",
      nil,
      ["Football", "Ice hockey", "Volleyball"].enumerated().map {
        item("sport", Int64($0), $1)
      }
    )
    try add(
      "featured",
      "Featured",
      [
        item("event-card", 1, "FC Grünwald v Harrow", ["time": "20:25"]),
        item("event-card", 2, "Żalgiriai v Yıldız", ["time": "21:00"]),
      ]
    )
    try add("photos", "Photos", (1...5).map { item("photo", $0, "Photo \($0)") })
    try add(
      "standard",
      "Events",
      [
        item("event-header", 1, "FC Grünwald v Vale", ["time": "20:25"]),
        item("market-header", 1, "Match result"),
        item("selection", 1, "Grünwald", ["price": 2.92]),
        item("selection", 2, "Draw", ["price": 4.7]),
        item("selection", 3, "Vale", ["price": 12.5, "in_betslip": 1]),
        item("market-header", 2, "Total goals 2.5"),
        item("selection", 4, "Over", ["price": 1.9]),
        item("selection", 5, "Under", ["price": 1.9]),
        item("locked", 2, nil, slot: 3),
        item("event-header", 2, "Northbridge v Altfeld", ["time": "21:00"]),
        item("message", 2, "No markets"),
      ]
    )
    snapshot = FeedSnapshot(version: version, composition: composition, status: [])
  }

  /// Raises the banners to make room for pictures.
  package mutating func raiseBanners(lines: Double = 9) {
    appearance.sections["banners"]?.layout = LayoutSection(
      group: LayoutGroup(
        .horizontal([.item(LayoutItem())]),
        size: LayoutSize(width: .fractionalWidth(0.9), height: .absolute(lines * 16))
      ),
      orthogonalScrolling: .groupPaging
    )
  }

  /// The titles of the items, in order, in the form that renderers print.
  package var titles: [String] {
    snapshot.composition.sections.flatMap { $0.items.compactMap { $0.content["name"]?.string } }
  }
}
