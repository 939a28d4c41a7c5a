import FeedDefinition
import FeedFormatting
import FeedModel
import FeedQueries
import FeedStore
import TestSupport

/// A feed of rows that refer to each other: as parents, as their own parents, in cycles.
enum FamilyFeed {
  static let schema = """
    CREATE TABLE n (
      id INTEGER PRIMARY KEY,
      up INTEGER REFERENCES n (id) DEFERRABLE INITIALLY DEFERRED,
      v INTEGER NOT NULL DEFAULT 0,
      ends INTEGER);
    CREATE INDEX n_up ON n (up);
    """

  private static let below = Inclusion("below", LiveQuery(from: "n", order: ["v"]), on: "up")

  /// The children of all rows, and the children of these.
  static let deep = LiveQuery(
    from: "n",
    include: [
      Inclusion("below", LiveQuery(from: "n", order: ["v"], include: [below]), on: "up")
    ]
  )

  /// Only the children whose time has not passed.
  static let waiting = LiveQuery(
    from: "n",
    filter: "v <> 3",
    include: [
      Inclusion("kids", LiveQuery(from: "n", filter: "ends IS NULL OR ends > :now"), on: "up")
    ]
  )

  /// A window of each group, some of which are folded away.
  static let grouped = LiveQuery(
    from: "n",
    group: Grouping(by: "v", folded: "v = 2"),
    limit: 2,
    offset: 1,
    include: [Inclusion("kids", LiveQuery(from: "n", limit: 3), on: "up")]
  )

  /// The feed of these queries.
  ///
  /// All rows may be shown by items of one kind, so that nearly every item is claimed more than
  /// once.
  static func feed(sharingKinds shares: Bool = false) throws -> Feed {
    func kind(_ own: Name) -> Name { shares ? "n" : own }
    func each(
      _ include: String,
      _ template: ObjectTemplate,
      slots: Int? = nil,
      fill: Name? = nil
    ) -> ItemTemplate {
      .each(ChildrenTemplate(include: include, template: template, slots: slots, fill: fill))
    }
    return Feed(
      schema: SchemaReference(path: "family.sql", sql: schema),
      sources: [
        SourceDeclaration(id: "deep", kind: .query(deep)),
        SourceDeclaration(id: "waiting", kind: .query(waiting)),
        SourceDeclaration(id: "grouped", kind: .query(grouped)),
      ],
      sections: [
        SectionDeclaration(
          id: "deep",
          source: "deep",
          template: ObjectTemplate(items: [
            .item(kind: "n"),
            each(
              "below",
              ObjectTemplate(items: [
                .item(kind: kind("c")),
                each("below", ObjectTemplate(items: [.item(kind: kind("d"))])),
              ])
            ),
          ])
        ),
        SectionDeclaration(
          id: "waiting",
          source: "waiting",
          template: ObjectTemplate(items: [
            each("kids", ObjectTemplate(items: [.item(kind: kind("k"))]))
          ]
          ),
          placeholder: Notice(kind: "none", text: "nobody")
        ),
        SectionDeclaration(
          id: "grouped",
          source: "grouped",
          template: ObjectTemplate(
            items: [
              each(
                "kids",
                ObjectTemplate(items: [.item(kind: kind("g"))]),
                slots: 2,
                fill: "locked"
              )
            ],
            when: [Condition(fields: [("ends", 9)], kind: kind("over"))]
          ),
          folded: Fold(kind: "fold", text: try TextTemplate("{count}"))
        ),
      ]
    )
  }

  // MARK: What is right

  struct Row {
    let id: Int64
    let up: Int64?
    let v: Int64
    let ends: Int64?
  }

  static func rows(_ writer: Writer) throws -> [Row] {
    let statement = try writer.prepare("SELECT id, up, v, ends FROM n ORDER BY id")
    var rows: [Row] = []
    while try statement.step() {
      func integer(_ column: Int) -> Int64? {
        statement.isNull(at: column) ? nil : statement.integer(at: column)
      }
      rows.append(
        Row(
          id: statement.integer(at: 0),
          up: integer(1),
          v: statement.integer(at: 2),
          ends: integer(3)
        )
      )
    }
    return rows
  }

  /// Returns the sections and items by name, computed with plain loops.
  static func sections(_ rows: [Row], now: Int64?, sharingKinds shares: Bool = false) -> [String] {
    var known: Set<String> = []
    // Of repeated claims for an item, the first is kept.
    func first(_ items: [String]) -> [String] { items.filter { known.insert($0).inserted } }
    func item(_ own: Name, _ row: Row, slot: Int = 0) -> String {
      let kind = shares && own != "locked" ? "n" : own
      let object = ObjectID(entity: "n", key: .integer(row.id))
      return ItemID(kind: kind, object: object, slot: UInt32(slot)).description
    }
    func stand(_ kind: Name, _ key: ObjectKey) -> String {
      "\(kind):section/\(key)"
    }
    func children(_ parent: Row) -> [Row] { rows.filter { $0.up == parent.id } }
    func byValue(_ rows: [Row]) -> [Row] { rows.sorted { ($0.v, $0.id) < ($1.v, $1.id) } }
    var sections: [String] = []
    let deep = first(
      rows.flatMap { row in
        [item("n", row)]
          + byValue(children(row)).flatMap { child in
            [item("c", child)] + byValue(children(child)).map { item("d", $0) }
          }
      }
    )
    if !deep.isEmpty { sections.append("deep: \(deep)") }
    let waiting = first(
      rows.filter { $0.v != 3 }.flatMap { row in
        children(row).filter { child in
          guard let ends = child.ends else { return true }
          return now.map { ends > $0 } ?? false
        }.map { item("k", $0) }
      }
    )
    sections.append("waiting: \(waiting.isEmpty ? [stand("none", .text("waiting"))] : waiting)")
    for v in Set(rows.map(\.v)).sorted() {
      let window = rows.filter { $0.v == v }.dropFirst().prefix(2)
      if window.isEmpty { continue }
      if v == 2 {
        sections.append("grouped/2: \([stand("fold", .compound([.text("grouped"), 2]))])")
        continue
      }
      let items = first(
        window.flatMap { row in
          if row.ends == 9 { return [item("over", row)] }
          let kids = children(row).prefix(3).map { item("g", $0) }
          let filled = max(1, (kids.count + 1) / 2) * 2
          return kids + (kids.count..<filled).map { item("locked", row, slot: $0 + 1) }
        }
      )
      if !items.isEmpty { sections.append("grouped/\(v): \(items)") }
    }
    return sections
  }

  // MARK: What happens

  /// The statements of one transaction over rows 1 to 7; some break a reference when they commit.
  static func transaction(_ random: inout SeededGenerator) -> [String] {
    func id() -> Int { Int.random(in: 1...7, using: &random) }
    func parent() -> String { Int.random(in: 0..<4, using: &random) == 0 ? "NULL" : "\(id())" }
    func ends() -> String {
      Int.random(in: 0..<3, using: &random) == 0
        ? "NULL" : "\(Int.random(in: 1...12, using: &random))"
    }
    return (0..<Int.random(in: 1...3, using: &random)).map { _ in
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<2:
        "INSERT OR REPLACE INTO n VALUES (\(id()), \(parent()), \(id() % 4), \(ends()))"
      case 2..<6: "UPDATE n SET up = \(parent()) WHERE id = \(id())"
      case 6: "UPDATE n SET v = \(id() % 4) WHERE id = \(id())"
      case 7: "UPDATE n SET ends = \(ends()) WHERE id = \(id())"
      case 8: "UPDATE n SET up = NULL WHERE up = \(id())"
      default: "DELETE FROM n WHERE id = \(id())"
      }
    }
  }
}
