import FeedDefinition
import FeedFormatting
import FeedModel
import FeedQueries

/// A feed of one query over any number of events, each of which is one item.
enum ScaledFeed {
  static func feed(events: Int) throws -> Feed {
    Feed(
      title: "Events",
      schema: SchemaReference(path: "events.sql", sql: EventTables.schema(events: events)),
      sources: [SourceDeclaration(id: "live", kind: .query(EventTables.live))],
      sections: [
        SectionDeclaration(
          id: "live",
          source: "live",
          title: try TextTemplate("{title}"),
          template: ObjectTemplate(items: [.item(kind: "event")])
        )
      ]
    )
  }

  static func appearance() throws -> FeedAppearance {
    FeedAppearance(
      title: "Events",
      items: [
        "event": ItemAppearance(
          title: try TextTemplate("{name}"),
          value: try TextTemplate("{odds:0.00}")
        )
      ],
      sections: ["live": SectionAppearance(.rows)]
    )
  }
}
