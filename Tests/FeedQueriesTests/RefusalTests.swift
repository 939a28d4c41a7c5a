import FeedQueries
import Testing

/// A refused query and its exact message.
struct Refusal: CustomTestStringConvertible, Sendable {
  let query: LiveQuery
  let message: String

  init(_ query: LiveQuery, _ message: String) {
    self.query = query
    self.message = message
  }

  var testDescription: String { message }
}

@Suite("Live queries that are refused")
struct RefusalTests {
  private static let schema = """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE game (
      id INTEGER PRIMARY KEY, home INTEGER REFERENCES team (id), away INTEGER REFERENCES team (id));
    CREATE TABLE goal (id INTEGER PRIMARY KEY, game INTEGER REFERENCES game, scorer INTEGER);
    CREATE VIEW home_game AS SELECT id, home + 1 AS home FROM game WHERE home > away;
    CREATE VIEW Late (number) AS SELECT id FROM "game" WHERE away IN (SELECT id FROM game)
      AND home = ';' ORDER BY id;
    CREATE VIEW all_games AS SELECT id AS number FROM game;
    CREATE VIEW some_games AS SELECT g.id FROM game AS g WHERE g.home > 1;
    CREATE VIEW wins AS SELECT home, count(*) AS n FROM game GROUP BY home;
    CREATE VIEW most AS SELECT max(home) FROM game WHERE away > 1;
    CREATE VIEW named AS SELECT game.id, name FROM game JOIN team ON team.id = home;
    CREATE TABLE seat (line INTEGER, number INTEGER, PRIMARY KEY (line, number));
    """

  private static func counts(_ value: String, filter: String? = nil) -> LiveQuery {
    LiveQuery(
      from: "team",
      aggregates: [Aggregate("games", value, from: "game", on: "home", filter: filter)]
    )
  }

  private static let hint =
    "  hint: give 'seat' a key of one column, as id INTEGER PRIMARY KEY, and add UNIQUE (line, number)"

  static let all: [Refusal] = [
    Refusal(
      LiveQuery(from: "taem"),
      """
      error[unknown-table]: q.from: the schema has no table 'taem'
        hint: did you mean 'team'?
      """
    ),
    Refusal(
      LiveQuery(from: "team", columns: ["id", "nmae"]),
      """
      error[unknown-column]: q.columns.1: 'team' has no column 'nmae'
        hint: did you mean 'name'?
      """
    ),
    Refusal(
      LiveQuery(from: "team", filter: "nmae = 'a'"),
      """
      error[sql]: q.filter: no such column: nmae
        hint: did you mean 'name'?
      """
    ),
    Refusal(
      LiveQuery(from: "team", filter: "name = \"O'Hara\""),
      """
      error[sql]: q.filter: no such column: O'Hara
        hint: a text is in single quotes: 'O''Hara'
      """
    ),
    Refusal(
      LiveQuery(from: "team", filter: "\"nmae\" = 'a'"),
      """
      error[sql]: q.filter: no such column: nmae
        hint: did you mean 'name'? a text is in single quotes: 'nmae'
      """
    ),
    Refusal(
      LiveQuery(from: "team", filter: "WHERE name = 'a'"),
      """
      error[sql]: q.filter: near "WHERE": syntax error
        hint: leave out 'WHERE'
      """
    ),
    Refusal(
      LiveQuery(from: "team", filter: "name > 'a' && id > 2"),
      """
      error[sql]: q.filter: near "&": syntax error
        hint: write 'AND'
      """
    ),
    Refusal(
      LiveQuery(from: "team", filter: "id =< 3"),
      """
      error[sql]: q.filter: near "<": syntax error
        hint: write '<='
      """
    ),
    Refusal(
      LiveQuery(from: "team", filter: "!id"),
      """
      error[sql]: q.filter: unrecognized token: "!"
        hint: write 'NOT'
      """
    ),
    Refusal(
      LiveQuery(from: "team", filter: "name = 'x"),
      """
      error[sql]: q.filter: a text or a name in quotes has no end
        hint: write the closing quote
      """
    ),
    Refusal(
      LiveQuery(from: "team", order: ["name DESCENDING"]),
      """
      error[sql]: q.order.0: near "DESCENDING": syntax error
        hint: write 'DESC'
      """
    ),
    Refusal(
      LiveQuery(from: "team", filter: "id > strftime('%s', 'now')"),
      """
      error[non-deterministic]: q.filter: 'strftime' with 'now' reads the clock
        hint: write ':now', and call 'tick(to:)'
      """
    ),
    Refusal(
      LiveQuery(from: "team", filter: "date(id, 'unixepoch', 'localtime') > '2026'"),
      """
      error[non-deterministic]: q.filter: 'date' with 'localtime' depends on the machine's time zone
        hint: leave it out, or keep the local time in a column
      """
    ),
    Refusal(
      LiveQuery(from: "team", order: ["current_time"]),
      """
      error[non-deterministic]: q.order.0: 'current_time' reads the clock
        hint: write ':now', and call 'tick(to:)'
      """
    ),
    Refusal(
      LiveQuery(from: "team", order: ["random()"]),
      """
      error[non-deterministic]: q.order.0: 'random' depends on chance
        hint: leave it out, or keep the value in a column
      """
    ),
    Refusal(
      counts("sum(random())"),
      """
      error[non-deterministic]: q.aggregates.games.value: 'random' depends on chance
        hint: leave it out, or keep the value in a column
      """
    ),
    Refusal(
      LiveQuery(from: "team", group: Grouping(by: "id - :now")),
      """
      error[parameter]: q.group.by: ':now' is allowed only in the conditions and the order of a query
        hint: compare with ':now' in 'filter' or 'order', so that 'tick(to:)' inserts, removes and moves rows
      """
    ),
    Refusal(
      LiveQuery(from: "team", filter: "name = 'a'; DROP TABLE team"),
      "error[not-an-expression]: q.filter: ';' is not allowed in an expression"
    ),
    Refusal(
      LiveQuery(from: "team", filter: "(name = 'a'"),
      "error[not-an-expression]: q.filter: a parenthesis is not closed"
    ),
    Refusal(
      LiveQuery(from: "team", order: ["max(name, 'a'),id DESC"]),
      """
      error[not-an-expression]: q.order.0: ',' separates two expressions; write one
        hint: write ["max(name, 'a')", "id DESC"]
      """
    ),
    Refusal(
      LiveQuery(from: "team", order: ["1"]),
      """
      error[not-an-expression]: q.order.0: '1' is the same for all rows and does not order them
        hint: name a column
      """
    ),
    Refusal(
      LiveQuery(from: "team", filter: "name = :name"),
      """
      error[parameter]: q.filter: the parameter ':name' has no value in a live query
        hint: write the value itself, a text as a literal of SQL, or keep it in a table
      """
    ),
    Refusal(
      LiveQuery(from: "game", order: ["team.name"]),
      """
      error[ambiguous-parent]: q.order.0: 2 foreign keys of 'game' lead to 'team'
        hint: write 'home.name' or 'away.name'
      """
    ),
    Refusal(
      LiveQuery(from: "goal", filter: "team.name > ''"),
      """
      error[ambiguous-parent]: q.filter: 2 ways lead from 'goal' to 'team'
        hint: write 'game.home.name' or 'game.away.name'
      """
    ),
    Refusal(
      LiveQuery(from: "game", order: ["name"]),
      """
      error[ambiguous-parent]: q.order.0: 'name' is a column of 2 rows that 'game' refers to
        hint: write 'home.name' or 'away.name'
      """
    ),
    Refusal(
      LiveQuery(from: "goal", order: ["home"], group: Grouping(by: "id", title: "name")),
      """
      error[sql]: q.group.title: no such column: name
        hint: write 'game.home.name'
      """
    ),
    Refusal(
      LiveQuery(from: "goal", order: ["seat.line"]),
      """
      error[unknown-reference]: q.order.0: 'goal' has no reference called 'seat'
        hint: declare a foreign key that leads there; 'goal' refers to: game
      """
    ),
    Refusal(
      LiveQuery(from: "goal", order: ["gaem.home"]),
      """
      error[unknown-reference]: q.order.0: 'goal' has no reference called 'gaem'
        hint: did you mean 'game.home'?
      """
    ),
    Refusal(
      LiveQuery(from: "goal", order: ["goals.minute"]),
      """
      error[unknown-reference]: q.order.0: 'goal' has no reference called 'goals'
        hint: did you mean 'goal.minute'?
      """
    ),
    Refusal(
      LiveQuery(from: "goal", order: ["seats.line"]),
      """
      error[unknown-reference]: q.order.0: 'goal' has no reference called 'seats'
        hint: did you mean 'seat'? declare a foreign key that leads there; 'goal' refers to: game
      """
    ),
    Refusal(
      LiveQuery(from: "goal", filter: "EXISTS (SELECT 1 FROM seats)"),
      """
      error[sql]: q.filter: no such table: seats
        hint: did you mean 'seat'?
      """
    ),
    Refusal(
      LiveQuery(from: "goal", order: ["game.home.nmae"]),
      """
      error[sql]: q.order.0: no such column: game.home.nmae
        hint: did you mean 'name'?
      """
    ),
    Refusal(
      LiveQuery(from: "home_game"),
      """
      error[view]: q.from: 'home_game' is a view, whose rows have no primary key
        hint: write 'from: game' and 'filter: home > away', with 'home + 1' in place of 'home'
      """
    ),
    Refusal(
      LiveQuery(from: "late"),
      """
      error[view]: q.from: 'late' is a view, whose rows have no primary key
        hint: write 'from: game' and 'filter: away IN (SELECT id FROM game) AND home = ';''
      """
    ),
    Refusal(
      LiveQuery(from: "all_games"),
      """
      error[view]: q.from: 'all_games' is a view, whose rows have no primary key
        hint: write 'from: game', with 'id' in place of 'number'
      """
    ),
    Refusal(
      LiveQuery(from: "some_games"),
      """
      error[view]: q.from: 'some_games' is a view, whose rows have no primary key
        hint: write 'from: game', and the condition of the view as 'filter'
      """
    ),
    Refusal(
      LiveQuery(from: "wins"),
      """
      error[view]: q.from: 'wins' is a view, whose rows have no primary key
        hint: write 'from: game' with 'group', and what the view computes as 'aggregates'
      """
    ),
    Refusal(
      LiveQuery(from: "most"),
      """
      error[view]: q.from: 'most' is a view, whose rows have no primary key
        hint: write 'from: game' with 'group', and what the view computes as 'aggregates'
      """
    ),
    Refusal(
      LiveQuery(from: "named"),
      """
      error[view]: q.from: 'named' is a view, whose rows have no primary key
        hint: write 'from:' with the table whose rows to show (game, team), and name the \
      columns of others through its foreign keys
      """
    ),
    Refusal(
      LiveQuery(from: "team", limit: 0),
      "error[limit]: q.limit: the limit is 0, but at least one row must be shown"
    ),
    Refusal(
      LiveQuery(from: "team", offset: -1),
      "error[limit]: q.offset: the offset is -1, but it counts rows"
    ),
    Refusal(
      LiveQuery(from: "seat", include: [Inclusion("teams", LiveQuery(from: "team"), on: "id")]),
      "error[compound-parent-key]: q.include.teams: 'seat' has a key of 2 columns, which one column "
        + "of 'team' cannot refer to\n" + hint
    ),
    Refusal(
      LiveQuery(
        from: "seat",
        aggregates: [Aggregate("teams", "count(*)", from: "team", on: "id")]
      ),
      "error[compound-parent-key]: q.aggregates.teams: 'seat' has a key of 2 columns, which one "
        + "column of 'team' cannot refer to\n" + hint
    ),
    Refusal(
      LiveQuery(from: "team", include: [Inclusion("games", LiveQuery(from: "game"), on: "hom")]),
      """
      error[unknown-column]: q.include.games.on: 'game' has no column 'hom'
        hint: did you mean 'home'?
      """
    ),
    Refusal(
      counts("count(*)", filter: "EXISTS (SELECT 1 FROM team)"),
      """
      error[not-an-aggregate]: q.aggregates.games.filter: the condition reads more than 'game'
        hint: store the value in a column of 'game'
      """
    ),
    Refusal(
      counts("group_concat(away)"),
      """
      error[not-an-aggregate]: q.aggregates.games.value: 'group_concat' depends on the order of the rows
        hint: include the rows as children
      """
    ),
    Refusal(
      counts("away"),
      """
      error[not-an-aggregate]: q.aggregates.games.value: 'away' is not an aggregate
        hint: for example count(*), min(away) or sum(…)
      """
    ),
    Refusal(
      LiveQuery(
        from: "team",
        aggregates: [Aggregate("name", "count(*)", from: "game", on: "home")]
      ),
      """
      error[duplicate-name]: q.aggregates.name: 'team' already has a column 'name'
        hint: give the aggregate another name
      """
    ),
    Refusal(
      LiveQuery(
        from: "team",
        include: [
          Inclusion("games", LiveQuery(from: "game", group: Grouping(by: "away")), on: "home"),
          Inclusion("games", LiveQuery(from: "game"), on: "away"),
        ],
        aggregates: [
          Aggregate("n", "count(*)", from: "game", on: "home"),
          Aggregate("n", "count(*)", from: "game", on: "away"),
        ],
        computed: [ComputedColumn("name", "upper(name)"), ComputedColumn("n", "id + 1")]
      ),
      """
      error[duplicate-name]: q.aggregates.n: two fields of the query are called 'n'
        hint: give each a different name
      error[duplicate-name]: q.computed.name: two fields of the query are called 'name'
        hint: give each a different name
      error[duplicate-name]: q.computed.n: two fields of the query are called 'n'
        hint: give each a different name
      error[duplicate-name]: q.include.games: two inclusions of the query are called 'games'
        hint: give each a different name
      error[grouped-inclusion]: q.include.games.group: included rows are in one list, without groups
        hint: leave 'group' out, and order by its expression first
      """
    ),
  ]

  @Test(arguments: all)
  func `a query that cannot be kept current is refused with place and remedy`(refused: Refusal) {
    #expect(refusal(Self.schema, refused.query) == refused.message)
  }

  @Test func `one error lists all faults of a query`() {
    let query = LiveQuery(from: "team", filter: "nmae", order: ["1"], limit: 0)
    let message = refusal(Self.schema, query)
    #expect(message.split(separator: "\n").filter { $0.hasPrefix("error[") }.count == 3)
  }
}
