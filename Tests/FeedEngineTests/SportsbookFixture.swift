import FeedDefinition
import FeedFormatting
import FeedModel
import FeedQueries

/// A small sportsbook with all features that the composer handles.
enum Sportsbook {
  static let schema = """
    CREATE TABLE sport (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, display_order INTEGER NOT NULL DEFAULT 0,
      is_active INTEGER NOT NULL DEFAULT 1, is_folded INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY, sport_id INTEGER REFERENCES sport(id) ON DELETE CASCADE,
      name TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'scheduled',
      starts_at INTEGER, is_featured INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE market (
      id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL REFERENCES event(id) ON DELETE CASCADE,
      name TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'open',
      display_order INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE selection (
      id INTEGER PRIMARY KEY, market_id INTEGER NOT NULL REFERENCES market(id) ON DELETE CASCADE,
      name TEXT NOT NULL, price REAL, display_order INTEGER NOT NULL DEFAULT 0,
      in_betslip INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX event_sport ON event(sport_id);
    CREATE INDEX market_event ON market(event_id);
    CREATE INDEX selection_market ON selection(market_id);
    """

  static let markets = Inclusion(
    "markets",
    LiveQuery(
      from: "market",
      filter: "status <> 'closed'",
      order: ["display_order"],
      include: [
        Inclusion(
          "selections",
          LiveQuery(from: "selection", order: ["display_order DESC"], limit: 4),
          on: "market_id"
        )
      ]
    ),
    on: "event_id"
  )

  static let bySport = Grouping(
    by: "sport_id",
    order: ["sport.display_order DESC"],
    title: "sport.name",
    folded: "sport.is_folded"
  )

  /// The number of live events of a sport.
  static func liveEvents(_ name: String) -> Aggregate {
    Aggregate(
      name,
      "nullif(count(*), 0)",
      from: "event",
      on: "sport_id",
      filter: "status = 'live'"
    )
  }

  static var liveBySport: Grouping {
    var group = bySport
    group.aggregates = [liveEvents("events")]
    return group
  }

  static let folded = Fold(
    kind: "folded",
    text: (try? TextTemplate("{title}: {count}")) ?? TextTemplate(parts: [])
  )

  static let eventItems = ObjectTemplate(
    items: [
      .item(kind: "event-header"),
      .each(
        ChildrenTemplate(
          include: "markets",
          template: ObjectTemplate(
            items: [
              .item(kind: "market-header"),
              .each(
                ChildrenTemplate(
                  include: "selections",
                  template: ObjectTemplate(items: [.item(kind: "selection")]),
                  slots: 3,
                  fill: "locked"
                )
              ),
            ],
            when: [Condition(fields: [("status", "suspended")], kind: "locked")]
          ),
          empty: Notice(kind: "message", text: "No markets")
        )
      ),
    ])

  static func feed(schema: String = Sportsbook.schema) -> Feed {
    Feed(
      title: "Sportsbook",
      schema: SchemaReference(path: "sportsbook.sql", sql: schema),
      sources: [
        SourceDeclaration(
          id: "sports",
          kind: .query(
            LiveQuery(
              from: "sport",
              filter: "is_active",
              order: ["display_order"],
              aggregates: [liveEvents("live_events")]
            )
          )
        ),
        SourceDeclaration(
          id: "featured",
          kind: .query(
            LiveQuery(
              from: "event",
              filter: "is_featured AND status <> 'finished'",
              order: ["starts_at DESC"],
              limit: 4
            )
          )
        ),
        SourceDeclaration(
          id: "standard",
          kind: .query(
            LiveQuery(
              from: "event",
              filter: "status = 'scheduled'",
              order: ["starts_at"],
              group: bySport,
              include: [markets]
            )
          )
        ),
        SourceDeclaration(
          id: "live",
          kind: .query(
            LiveQuery(
              from: "event",
              filter: "status = 'live'",
              order: ["starts_at"],
              group: liveBySport,
              include: [markets]
            )
          )
        ),
        SourceDeclaration(
          id: "letters",
          kind: .query(
            LiveQuery(
              from: "event",
              filter: "sport.is_active",
              order: ["event.name COLLATE NOCASE DESC"],
              group: Grouping(
                by: "substr(event.name, 1, 1)",
                order: ["min(length(event.name), 3)"],
                title: "upper(event.name)",
                folded: "length(event.name) = 2"
              ),
              limit: 2
            )
          )
        ),
        SourceDeclaration(
          id: "busy",
          kind: .query(
            LiveQuery(
              from: "sport",
              filter: "EXISTS (SELECT 1 FROM event WHERE event.sport_id = sport.id)",
              order: ["name"],
              limit: 3,
              offset: 1
            )
          )
        ),
      ],
      sections: [
        SectionDeclaration(
          id: "sports",
          source: "sports",
          template: ObjectTemplate(items: [.item(kind: "sport")])
        ),
        SectionDeclaration(
          id: "featured",
          source: "featured",
          template: ObjectTemplate(items: [.item(kind: "event-card")]),
          placeholder: Notice(kind: "message", text: "Nothing featured")
        ),
        SectionDeclaration(
          id: "standard",
          source: "standard",
          template: eventItems,
          folded: folded
        ),
        SectionDeclaration(
          id: "live",
          source: "live",
          title: try? TextTemplate("{title} ({events})"),
          template: eventItems,
          folded: folded
        ),
        SectionDeclaration(
          id: "letters",
          source: "letters",
          template: ObjectTemplate(items: [.item(kind: "letter")]),
          folded: folded
        ),
        SectionDeclaration(
          id: "busy",
          source: "busy",
          template: ObjectTemplate(items: [.item(kind: "busy-sport")])
        ),
      ]
    )
  }
}
