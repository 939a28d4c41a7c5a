import FeedModel
import FeedStore
import TestSupport
import Testing

@testable import FeedQueries

@Suite("The wording of errors and descriptions of live queries")
struct WordingTests {
  private static let schema = """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
    CREATE VIEW late AS SELECT count(*) FROM team;
    CREATE VIEW big AS SELECT id + 1 FROM team WHERE id > 9;
    """

  /// The errors of a query as its feed and as ``LiveQueries`` report them.
  private func errors(_ query: LiveQuery) throws -> (inFeed: [QueryError], inSwift: [QueryError]) {
    let store = try Store(at: .memory, schema: SchemaSource(sql: Self.schema, name: "s.sql"))
    let inFeed = try #require(
      store.withWriter { writer in
        #expect(throws: QueryErrors.self) {
          try QuerySet.make([(name: "q", query: query)], writer: writer)
        }
      }
    )
    let inSwift = try #require(
      #expect(throws: QueryErrors.self) {
        try LiveQueries(over: store, queries: [.init("q", query)])
      }
    )
    return (inFeed.errors, inSwift.errors)
  }

  @Test func `a condition is 'where' in a feed and 'filter' in Swift`() throws {
    let query = LiveQuery(
      from: "team",
      filter: "nmae",
      aggregates: [
        Aggregate("order", "count(*)", from: "none", on: "id"),
        Aggregate("n", "count(*)", from: "team", on: "id", filter: "nmae"),
      ],
      computed: [ComputedColumn("where", "nmae")]
    )
    let (inFeed, inSwift) = try errors(query)
    func paths(_ errors: [QueryError]) -> Set<String> {
      Set(errors.map { $0.path.joined(separator: ".") })
    }
    #expect(paths(inFeed).isSuperset(of: ["q.where", "q.aggregates.n.where", "q.computed.where"]))
    #expect(
      paths(inSwift).isSuperset(of: ["q.filter", "q.aggregates.n.filter", "q.computed.where"])
    )
    #expect(inSwift.map(\.message) == inFeed.map(\.message))
  }

  @Test(
    arguments: [
      (
        LiveQuery(from: "team", filter: "id > unixepoch()"), "write ':now'",
        "write ':now', and call 'tick(to:)'"
      ),
      (
        LiveQuery(from: "team", group: Grouping(by: ":now - id")),
        "compare with ':now' in 'where' or 'order', so that a tick inserts, removes and moves rows",
        "compare with ':now' in 'filter' or 'order', so that 'tick(to:)' inserts, removes and moves rows"
      ),
      (
        LiveQuery(from: "big"), "write 'from: team' and 'where: id > 9'",
        "write 'from: team' and 'filter: id > 9'"
      ),
      (
        LiveQuery(from: "team", order: ["random()"]),
        "leave it out, or keep the value in a column",
        "leave it out, or keep the value in a column"
      ),
    ]
  )
  func `a hint names what a feed file or Swift declares`(
    query: LiveQuery,
    inFeed: String,
    inSwift: String
  ) throws {
    let errors = try errors(query)
    #expect(errors.inFeed.map(\.hint) == [inFeed])
    #expect(errors.inSwift.map(\.hint) == [inSwift])
  }

  @Test func `rows, snapshots and updates have short descriptions`() throws {
    let columns = (0..<20).map { "c\($0) INTEGER" }.joined(separator: ", ")
    let live = try liveQueries(
      "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);"
        + "CREATE TABLE wide (id INTEGER PRIMARY KEY, \(columns));",
      [
        .init("teams", LiveQuery(from: "team", group: Grouping(by: "name"))),
        .init("wide", LiveQuery(from: "wide")),
        .init("broken", LiveQuery(from: "team", filter: "json(name)")),
      ]
    )
    let long = String(repeating: "x", count: 99)
    let update = try #require(
      try live.run(
        "INSERT INTO team VALUES (1, 'Reds\nand Blues'), (2, '\(long)');"
          + "INSERT INTO wide (id) VALUES (7)"
      )
    )
    #expect("\(update)" == "version 2; teams (edits: 2); wide (edits: 1); broken (edits: 0)")
    let snapshot = live.snapshot
    #expect(
      "\(snapshot)".hasPrefix(
        "version 2; teams (rows: 2, sections: 2); wide (rows: 1, sections: 1); broken (rows: 0, "
      )
    )
    #expect("\(snapshot)".contains(", failed: malformed JSON (row team/1)"))
    let team = try #require(snapshot["teams"])
    let rows = (1...2).compactMap { team[ObjectID(entity: "team", key: .integer($0))] }
    #expect("\(rows[0])" == "team/1 (id: 1, name: Reds\\nand Blues)")
    #expect("\(rows[1])" == "team/2 (id: 2, name: \(String(repeating: "x", count: 40))…)")
    let last = try #require(snapshot["wide"]?.rows.first)
    #expect("\(last)".hasPrefix("wide/7 (id: 7, c0: NULL, "))
    #expect("\(last)".hasSuffix(", c6: NULL, …)"))
  }
}
