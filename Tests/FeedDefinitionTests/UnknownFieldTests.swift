import FeedDefinition
import FeedStore
import TestSupport
import Testing

@Suite("Unknown fields")
struct UnknownFieldTests {
  @Test func `an error about an unknown field of an item has its place`() throws {
    let found = try problems(
      """
      feed: 1
      store: {schema: empty.sql}
      sources:
        ads: {document: ads}
        games:
          from: game
          group: {by: team, folded: team = ''}
          aggregates: {goals: {value: count(*), from: goal, on: game}}
          include: {goals: {from: goal, on: game}}
      sections:
        - {id: banners, source: ads, item: banner}
        - id: games
          source: games
          items:
            - card
            - each: goals
              items: [goal, both]
              when: {minte: 9, item: late}
              slots: 2
              fill: gap
              empty: {item: none, text: No goals}
          when: {live: 1, lvie: 2, item: both}
          folded: {item: fold, text: "{count}"}
          placeholder: {item: none, text: No games}
      items:
        banner: {title: "{whatever}"}
        card:
          title: "{{}} {name} v {nmae:0.0}"
          subtitle: "{goals} of {Live}"
          flags: {on: live, off: lives}
          tone: {good: live = 1 AND goals > gaols, bad: live = 0}
          fields: [id, idd]
        goal: {title: "{minute}", value: "{name}"}
        late: {title: "{minute}"}
        both: {title: "{name} {minute} {scorer}"}
        gap: {title: "{name}"}
        none: {title: "{text} {txt}"}
        fold: {title: "{text} {count} {title}"}
      """
    )
    #expect(
      found.joined(separator: "\n") == """
        28:27 unknown-field: the title of items of the kind 'card' names a column that 'game' does not have: 'nmae'; did you mean 'name'? fields: id, name, team, live, goals
        29:27 unknown-field: the subtitle of items of the kind 'card' names a column that 'game' does not have: 'Live'; did you mean 'live'? fields: id, name, team, live, goals
        30:28 unknown-field: the flag 'off' of items of the kind 'card' names a column that 'game' does not have: 'lives'; did you mean 'live'? fields: id, name, team, live, goals
        31:39 unknown-field: the tone 'good' of items of the kind 'card' names a column that 'game' does not have: 'gaols'; did you mean 'goals'? fields: id, name, team, live, goals
        32:18 unknown-field: 'fields' of items of the kind 'card' names a column that 'game' does not have: 'idd'; did you mean 'id'? fields: id, name, team, live, goals
        36:16 unknown-field: the title of items of the kind 'gap' shows no object, and so no field 'name'; write a text without fields
        37:25 unknown-field: the title of items of the kind 'none' shows no object, and so no field 'txt'; did you mean 'text'? fields: text
        33:36 unknown-field: the value of items of the kind 'goal' names a column that 'goal' does not have: 'name'; did you mean 'game.name'? fields: id, game, minute, game.id, game.name, game.team, game.live
        35:34 unknown-field: the title of items of the kind 'both' names a column that none of 'goal', 'game' has: 'scorer'; fields: id, game, minute, name, team, live, goals, game.id, game.name, game.team, game.live
        38:33 unknown-field: the title of items of the kind 'fold' shows no object, and so no field 'title'; fields: text, count
        18:23 unknown-field: the rule names a column that 'goal' does not have: 'minte'; did you mean 'minute'? fields: id, game, minute, game.id, game.name, game.team, game.live
        22:27 unknown-field: the rule names a column that 'game' does not have: 'lvie'; did you mean 'live'? fields: id, name, team, live, goals
        """
    )
  }

  private func problems(_ text: String) throws -> [String] {
    let file = try FeedFile.parse(
      text: text,
      name: "feed.yaml",
      directory: Repository.path("Tests/FeedDefinitionTests/Messages")
    )
    let store = try Store(
      at: .memory,
      schema: SchemaSource(
        sql: """
          CREATE TABLE game (id INTEGER PRIMARY KEY, name TEXT, team TEXT, live INTEGER);
          CREATE TABLE goal (id INTEGER PRIMARY KEY, game INTEGER REFERENCES game, minute REAL);
          """,
        name: "tables.sql"
      )
    )
    let errors = DeclarationErrors(errors: file.feed.unknownFields(in: store.schema))
    return file.problems(for: errors).problems.map { problem in
      let place = problem.position.map { "\($0.line):\($0.column)" } ?? "?"
      return "\(place) \(problem.code): \(problem.message); \(problem.hint ?? "")"
    }
  }

  @Test func `items read the fields that texts, flags, tones, fields and rules name`() throws {
    let file = try FeedFile.load(path: Repository.path("layouts/sportsbook.yaml"))
    let fields = file.feed.itemFields.map { "\($0.kind) \($0.entity) \($0.names ?? ["*"])" }
    #expect(
      fields == [
        #"banner ads ["title", "text", "image", "link"]"#,
        #"sport sport ["name", "live_events", "is_selected"]"#,
        #"event-card event ["name", "competition", "score", "clock", "starts_at", "is_suspended"]"#,
        #"event-header event ["name", "competition", "score", "clock", "starts_at", "is_suspended"]"#,
        #"market-header market ["name", "status"]"#,
        #"selection selection ["name", "price", "in_betslip"]"#,
        #"locked market ["name", "status"]"#,
      ]
    )
  }
}
