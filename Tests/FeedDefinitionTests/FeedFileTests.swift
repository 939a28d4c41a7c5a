import FeedDefinition
import FeedFormatting
import FeedLayout
import FeedModel
import FeedQueries
import FeedStore
import TestSupport
import Testing

@Suite("FeedFile")
struct FeedFileTests {
  @Test(arguments: ["sportsbook", "photos", "dates", "exchange", "quakes", "trace"])
  func `the feed files of the repository have neither errors nor warnings`(name: String) throws {
    let file = try FeedFile.load(path: Repository.path("layouts/\(name).yaml"))
    #expect(
      file.warnings.filter { $0.code != "missing-document" }.map(\.description) == []
    )
    #expect(file.feed.schema?.sql.contains("CREATE TABLE") == true)
  }

  @Test func `y and n are ordinary names`() throws {
    let text = """
      feed: 1
      sources: {n: {document: n, id: y}}
      sections: [{id: y, source: n, item: n}]
      """
    let feed = try FeedFile.parse(text: text, name: "points.yaml").feed
    #expect(feed.sources[0].document?.id == "y")
    #expect(feed.sections[0].id == "y")
  }

  private static func liveEvents(_ name: String) -> Aggregate {
    Aggregate(
      name,
      "nullif(count(*), 0)",
      from: "event",
      on: "sport_id",
      filter: "status = 'live'"
    )
  }

  @Test func `aggregates and offsets of queries, groups and children are read`() throws {
    let text = """
      feed: 1
      store: {schema: empty.sql}
      sources:
        sports:
          from: sport
          offset: 2
          limit: 3
          aggregates: &live {events: {value: max(rank), from: event, on: sport_id}}
          include:
            events:
              from: event
              on: sport_id
              offset: 1
              aggregates: {markets: {value: count(*), from: market, on: event_id, where: open}}
        live: {from: event, group: {by: sport_id, title: sport.name, aggregates: *live}}
      sections:
        - {id: sports, source: sports, item: sport}
        - {id: live, source: live, item: event, title: "{title}: {events}"}
      """
    let file = try FeedFile.parse(
      text: text,
      name: "feed.yaml",
      directory: Repository.path("Tests/FeedDefinitionTests/Messages")
    )
    let best = Aggregate("events", "max(rank)", from: "event", on: "sport_id")
    let events = LiveQuery(
      from: "event",
      offset: 1,
      aggregates: [Aggregate("markets", "count(*)", from: "market", on: "event_id", filter: "open")]
    )
    #expect(
      file.feed.sources.map(\.query) == [
        LiveQuery(
          from: "sport",
          limit: 3,
          offset: 2,
          include: [Inclusion("events", events, on: "sport_id")],
          aggregates: [best]
        ),
        LiveQuery(
          from: "event",
          group: Grouping(by: "sport_id", title: "sport.name", aggregates: [best])
        ),
      ]
    )
    let title = file.feed.sections[1].title(ofGroup: "Golf") { $0 == "events" ? 3 : nil }
    #expect(title == "Golf: 3")
  }

  @Test func `the sources of the sportsbook match its file`() throws {
    let feed = try FeedFile.load(path: Repository.path("layouts/sportsbook.yaml")).feed
    #expect(feed.title == "Sportsbook")
    #expect(
      feed.sources.map(\.id.description) == ["ads", "sports", "featured", "standard", "live"]
    )
    let document = try #require(feed.sources[0].document)
    #expect(document.name == "ads")
    #expect(document.id == "id")
    #expect(document.items == JSONPath(steps: [.member("ads")]))
    #expect(document.file?.hasSuffix("layouts/../fixtures/sportsbook/ads.json") == true)
    let selections = LiveQuery(from: "selection", order: ["display_order"])
    let markets = LiveQuery(
      from: "market",
      filter: "status <> 'closed'",
      order: ["display_order"],
      include: [Inclusion("selections", selections, on: "market_id")]
    )
    #expect(
      feed.sources[4].query
        == LiveQuery(
          from: "event",
          filter: "status = 'live' AND NOT sport.is_hidden",
          order: ["starts_at"],
          group: Grouping(
            by: "sport_id",
            order: ["sport.display_order"],
            title: "sport.name",
            folded: "sport.is_folded",
            aggregates: [Self.liveEvents("events")]
          ),
          include: [Inclusion("markets", markets, on: "event_id")]
        )
    )
    #expect(feed.sources[2].query.limit == 12)
  }

  @Test func `the sections of the sportsbook match its file`() throws {
    let feed = try FeedFile.load(path: Repository.path("layouts/sportsbook.yaml")).feed
    #expect(
      feed.sections.map(\.id.description) == ["banners", "sports", "featured", "live", "standard"]
    )
    let selections = ChildrenTemplate(
      include: "selections",
      template: ObjectTemplate(items: [.item(kind: "selection")]),
      slots: 3,
      fill: "locked",
      widths: CellWidths(most: 176, label: 120)
    )
    let markets = ChildrenTemplate(
      include: "markets",
      template: ObjectTemplate(
        items: [.item(kind: "market-header"), .each(selections)],
        when: [Condition(fields: [("status", "suspended")], kind: "locked")]
      ),
      empty: Notice(kind: "message", text: "No markets")
    )
    let template = ObjectTemplate(items: [.item(kind: "event-header"), .each(markets)])
    #expect(
      feed.sections[4]
        == SectionDeclaration(
          id: "standard",
          source: "standard",
          title: try TextTemplate("{title}"),
          header: Header(text: try TextTemplate("{title}"), pin: true),
          template: template,
          folded: Fold(kind: "folded", text: try TextTemplate("{count} folded away")),
          layout: "event-rows"
        )
    )
    #expect(feed.sections[3].template == template)
    #expect(
      feed.actions.first
        == ActionDeclaration(
          name: "toggle-betslip",
          title: "onto the betslip, or off it",
          key: "b",
          items: ["selection"],
          statements: ["UPDATE selection SET in_betslip = NOT in_betslip WHERE id = :id"],
          viewer: .toggle("added")
        )
    )
    #expect(
      feed.items["selection"]
        == ItemAppearance(
          title: try TextTemplate("{name}"),
          value: try TextTemplate("{price:0.00}"),
          flags: [("added", "in_betslip")]
        )
    )
  }
}
