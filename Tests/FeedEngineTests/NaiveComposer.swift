import FeedModel
import FeedStore

/// Composes the sportsbook in the plainest way: with fresh SQL for every list, and without any
/// state.
///
/// It shares only the values with the engine.
struct NaiveComposer {
  struct Section: Equatable {
    var id: String
    var title: String?
    var items: [String]
    var contents: [Content]
  }

  let writer: Writer

  func sections() throws -> [Section] {
    var sections: [Section] = []
    let sports = try rows("\(Self.sport) WHERE is_active ORDER BY display_order, id", "sport")
    if !sports.isEmpty { sections.append(section("sports", nil, sports.map { ("sport", $0) })) }
    let featured = try rows(
      """
      SELECT * FROM event WHERE is_featured AND status <> 'finished'
      ORDER BY starts_at DESC, id LIMIT 4
      """,
      "event"
    )
    sections.append(
      featured.isEmpty
        ? Section(
          id: "featured",
          title: nil,
          items: ["message:section/featured"],
          contents: [text("Nothing featured")]
        )
        : section("featured", nil, featured.map { ("event-card", $0) })
    )
    sections += try events("standard", status: "scheduled")
    sections += try events("live", status: "live")
    sections += try letters()
    let busy = try rows(
      """
      SELECT * FROM sport WHERE id IN (SELECT sport_id FROM event)
      ORDER BY name, id LIMIT 3 OFFSET 1
      """,
      "sport"
    )
    if !busy.isEmpty { sections.append(section("busy", nil, busy.map { ("busy-sport", $0) })) }
    return sections
  }

  /// All sports, with the number of their live events, from one of the two queries.
  private static let sport = """
    SELECT *, (SELECT nullif(count(*), 0) FROM event WHERE sport_id = sport.id AND status = 'live')
      AS live_events FROM sport
    """

  private func events(_ id: String, status: String) throws -> [Section] {
    let groups = try values(
      """
      SELECT event.sport_id, sport.name, sport.is_folded, count(*)
      FROM event LEFT JOIN sport ON sport.id = sport_id
      WHERE status = '\(status)' GROUP BY sport_id ORDER BY sport.display_order DESC, sport_id
      """
    )
    return try groups.map { group in
      var section = Section(
        id: "\(id)/\(group[0])",
        title: status == "live"
          ? "\(group[1].string ?? "") (\(group[3]))" : group[1].string,
        items: [],
        contents: []
      )
      let events = try rows(
        """
        SELECT * FROM event WHERE status = '\(status)' AND sport_id IS \(group[0])
        ORDER BY starts_at, id
        """,
        "event"
      )
      if group[2] == 1 {
        fold(id, group[0], title: group[1].string, count: events.count, in: &section)
        return section
      }
      for event in events { try append(event, to: &section) }
      return section
    }
  }

  private func append(_ event: Row, to section: inout Section) throws {
    add("event-header", event, to: &section)
    let markets = try rows(
      """
      SELECT * FROM market WHERE event_id = \(event.key) AND status <> 'closed'
      ORDER BY display_order, id
      """,
      "market"
    )
    if markets.isEmpty {
      section.items.append("message:event/\(event.key)")
      section.contents.append(text("No markets"))
    }
    for market in markets {
      if market.content["status"] == "suspended" {
        add("locked", market, to: &section)
        continue
      }
      add("market-header", market, to: &section)
      let selections = try rows(
        """
        SELECT * FROM selection WHERE market_id = \(market.key)
        ORDER BY display_order DESC, id LIMIT 4
        """,
        "selection"
      )
      for selection in selections { add("selection", selection, to: &section) }
      var slot = selections.count
      while slot == 0 || slot % 3 != 0 {
        slot += 1
        section.items.append("locked:market/\(market.key)#\(slot)")
        section.contents.append(.empty)
      }
    }
  }

  private func letters() throws -> [Section] {
    let source = """
      FROM event JOIN sport ON sport.id = event.sport_id WHERE sport.is_active
      ORDER BY event.name COLLATE NOCASE DESC, event.id
      """
    let all = try rows("SELECT event.* \(source)", "event")
    let looks = try values(
      """
      SELECT substr(event.name, 1, 1), min(length(event.name), 3), upper(event.name),
        length(event.name) = 2 \(source)
      """
    )
    var groups: [(letter: Text, order: Value, title: String?, isFolded: Bool, rows: [Row])] = []
    for (row, look) in zip(all, looks) {
      let letter = Text(look[0].string ?? "")
      if let index = groups.firstIndex(where: { $0.letter == letter }) {
        groups[index].rows.append(row)
      } else {
        groups.append((letter, look[1], look[2].string, look[3] == 1, [row]))
      }
    }
    groups.sort {
      $0.order.description == $1.order.description
        ? $0.letter < $1.letter : $0.order.description < $1.order.description
    }
    return groups.map { group in
      var section = section(
        "letters/\(Value.text(group.letter))",
        group.title,
        group.isFolded ? [] : group.rows.prefix(2).map { ("letter", $0) }
      )
      if group.isFolded {
        fold(
          "letters",
          .text(group.letter),
          title: group.title,
          count: min(group.rows.count, 2),
          in: &section
        )
      }
      return section
    }
  }

  private func fold(
    _ id: String,
    _ group: Value,
    title: String?,
    count: Int,
    in section: inout Section
  ) {
    section.items.append("folded:section/\(ObjectKey.compound([.text(Text(id)), group]))")
    section.contents.append(
      Content(
        shape: Content.Shape(["text", "count"]),
        values: [.text(Text("\(title ?? ""): \(count)")), .integer(Int64(count))]
      )
    )
  }

  // MARK: Rows

  struct Row {
    var entity: String
    var key: Int64
    var content: Content
  }

  private func section(_ id: String, _ title: String?, _ rows: [(String, Row)]) -> Section {
    var section = Section(id: id, title: title, items: [], contents: [])
    for (kind, row) in rows { add(kind, row, to: &section) }
    return section
  }

  private func add(_ kind: String, _ row: Row, to section: inout Section) {
    section.items.append("\(kind):\(row.entity)/\(row.key)")
    section.contents.append(row.content)
  }

  private func text(_ text: String) -> Content {
    Content(shape: Content.Shape(["text"]), values: [.text(Text(text))])
  }

  private func rows(_ sql: String, _ entity: String) throws -> [Row] {
    let statement = try writer.prepare(sql)
    let shape = Content.Shape(statement.columnNames)
    var rows: [Row] = []
    while try statement.step() {
      rows.append(
        Row(entity: entity, key: statement.integer(at: 0), content: statement.content(shape: shape))
      )
    }
    return rows
  }

  private func values(_ sql: String) throws -> [[Value]] {
    let statement = try writer.prepare(sql)
    var rows: [[Value]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.value(at: $0) })
    }
    return rows
  }
}
