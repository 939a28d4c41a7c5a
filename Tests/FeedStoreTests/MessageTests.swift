import FeedModel
import FeedStore
import Testing

@Suite("Messages")
struct MessageTests {
  static let sql = """
    CREATE TABLE sport (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY,
      sport_id INTEGER NOT NULL REFERENCES sport,
      status TEXT NOT NULL DEFAULT 'scheduled' CHECK (status <> ''),
      score REAL, shout TEXT AS (upper(status)) STORED
    );
    CREATE TABLE line (market INTEGER, side TEXT, price REAL, PRIMARY KEY (market, side))
      WITHOUT ROWID;
    CREATE TABLE tag (name TEXT PRIMARY KEY NOT NULL);
    CREATE TABLE later (
      id INTEGER PRIMARY KEY, event INTEGER REFERENCES event DEFERRABLE INITIALLY DEFERRED
    );
    INSERT INTO sport VALUES (1, 'Tennis'), (2, 'Golf');
    INSERT INTO event (id, sport_id) VALUES (1, 1), (2, 2);
    """
  let store: Store

  init() throws { store = try memoryStore(Self.sql) }

  /// Applies one message in its own transaction, and returns the touched keys.
  @discardableResult
  private func apply(
    _ message: String,
    adapters: [String: Adapter] = [:]
  ) throws -> [String] {
    try store.withWriter { writer in
      let messages = try MessageWriter(in: writer, adapters: adapters)
      return keys(try writer.transaction { _ in try messages.apply(message) }, in: store.schema)
    }
  }

  @Test func `an upsert changes only the given columns`() throws {
    let changed = try apply(#"{"at":0.25,"upsert":{"event":[{"id":1,"status":"live"}]}}"#)
    #expect(changed == ["event/1"])
    #expect(
      try store.rows("SELECT * FROM event") == [
        "1 1 live NULL LIVE", "2 2 scheduled NULL SCHEDULED",
      ]
    )
  }

  @Test func `an upsert inserts rows whose key is new`() throws {
    let changed = try apply(
      """
      {"upsert":{"sport":[{"name":"Chess","id":3}],
        "event":[{"sport_id":3,"id":4},{"id":1,"score":1},{"id":5,"sport_id":1,"status":"x"}],
        "line":[{"side":"home","market":1,"price":2},{"market":1,"side":"away"}],
        "tag":[{"name":"é"},{"name":"é"}]}}
      """
    )
    #expect(
      changed == [
        "event/1", "event/4", "event/5", "line/1,home", "line/1,away", "sport/3", "tag/é",
      ]
    )
    #expect(
      try store.rows("SELECT id, sport_id, status, score FROM event") == [
        "1 1 scheduled 1.0", "2 2 scheduled NULL", "4 3 scheduled NULL", "5 1 x NULL",
      ]
    )
    #expect(try store.rows("SELECT * FROM line") == ["1 away NULL", "1 home 2.0"])
  }

  @Test func `an upsert without a difference touches the row`() throws {
    #expect(try apply(#"{"upsert":{"sport":[{"id":1,"name":"Tennis"},{"id":2}]}}"#) == ["sport/1"])
  }

  @Test func `values are stored as in JSON, true and false as 1 and 0`() throws {
    try apply(
      #"""
      {"upsert":{"line":[
        {"market":1,"side":"a\"\u00e9\n","price":1e-3},{"market":-9223372036854775808,"side":""},
        {"market":true,"side":"f","price":false},{"market":2,"side":"n","price":null},
        {"market":3,"side":"t","price":"txt"}]}}
      """#
    )
    let values = try store.withWriter { writer in
      let statement = try writer.prepare("SELECT * FROM line ORDER BY market, side")
      var rows: [[Value]] = []
      while try statement.step() { rows.append((0..<3).map { statement.value(at: $0) }) }
      return rows
    }
    #expect(
      values == [
        [.integer(.min), "", .null], [1, "a\"é\n", 0.001], [1, "f", 0.0], [2, "n", .null],
        [3, "t", "txt"],
      ]
    )
  }

  @Test func `a delete takes keys, as scalars or as lists`() throws {
    try apply(
      #"{"upsert":{"line":[{"market":1,"side":"a"},{"market":1,"side":"b"}],"tag":[{"name":"x"}]}}"#
    )
    let changed = try apply(#"{"delete":{"line":[[1,"a"],[7,"z"]],"tag":["x","y"],"event":[[2]]}}"#)
    #expect(changed == ["event/2", "line/1,a", "tag/x"])
    #expect(try store.rows("SELECT * FROM line") == ["1 b NULL"])
  }

  @Test func `parts are applied in the order of the text`() throws {
    try apply(
      """
      {"delete":{"event":[1]},"upsert":{"event":[{"id":1,"sport_id":2}]},
       "sql":["UPDATE event SET score = 3 WHERE id = 1; DELETE FROM event WHERE id = 2"]}
      """
    )
    #expect(try store.rows("SELECT id, sport_id, score FROM event") == ["1 2 3.0"])
    try apply(
      #"{"sql":"UPDATE event SET score = score + 1","upsert":{"event":[{"id":1,"score":9}]}}"#
    )
    #expect(try store.rows("SELECT id, sport_id, score FROM event") == ["1 2 9.0"])
  }

  @Test func `parts of other kinds are skipped, however long`() throws {
    let ad = #"{"id":"a1","upsert":{"sport":[{"id":9}]},"list":[[1],{"x":[]}]}"#
    for count in [1, 100] {
      let ads = Array(repeating: ad, count: count).joined(separator: ",")
      let changed = try apply(
        #"{"at":1,"document":{"ads":[\#(ads)]},"upsert":{"event":[{"id":1,"score":\#(count)}]}}"#
      )
      #expect(changed == ["event/1"])
    }
    #expect(try apply(#"{"at":0.4,"document":{"ads":{"ads":[]}}}"#) == [])
    #expect(try apply("{}") == [])
  }

  @Test func `the result reports whether there is a document`() throws {
    let long = String(repeating: " ", count: 600)
    for (message, hasDocument) in [
      (#"{"document":{"ads":[]}}"#, true), (#"{"document":{"ads":[]},\#(long)"at":1}"#, true),
      (#"{"upsert":{"tag":[{"name":"x"}]}}"#, false),
      (#"{"upsert":{"tag":[{"name":"\"document\""}]},\#(long)"at":1}"#, false),
      (
        #"{"upsert":{"tag":[{"name":"document"}]},\#(long)"sql":["SELECT 1 AS \"document\""]}"#,
        false
      ),
    ] {
      try store.withWriter { writer in
        let messages = try MessageWriter(in: writer)
        var found: Bool?
        _ = try writer.transaction { _ in found = try messages.apply(message) }
        #expect(found == hasDocument, "\(message)")
      }
    }
  }

  @Test func `an adapter converts a foreign message to rows`() throws {
    let adapters: [String: Adapter] = [
      "feed": [
        """
        INSERT INTO event (id, sport_id, score)
        SELECT json_extract(value, '$.i'), 1, json_extract(value, '$.s')
        FROM json_each(:message, '$.events') WHERE true
        ON CONFLICT (id) DO UPDATE SET score = excluded.score
        """,
        "DELETE FROM event WHERE id IN (SELECT value FROM json_each(:message, '$.gone'))",
      ],
      "text": ["INSERT INTO tag VALUES (:message)"],
    ]
    let long = String(repeating: " ", count: 600)
    for blanks in ["", long] {
      let changed = try apply(
        #"{"adapter":"feed","message":{"events":[{"i":1,"s":4.5},{"i":8,"s":2}],\#(blanks)"gone":[8]}}"#,
        adapters: adapters
      )
      #expect(changed.contains("event/1"))
      #expect(changed.contains("event/8"))
      #expect(try store.rows("SELECT id, score FROM event WHERE sport_id = 1") == ["1 4.5"])
    }
    #expect(try apply(#"{"message":"hi","adapter":"text"}"#, adapters: adapters) == ["tag/hi"])
  }

  @Test func `a message that fails leaves no trace, even if its error is caught`() throws {
    let message = #"{"upsert":{"sport":[{"id":3,"name":"Chess"},{"id":4}]}}"#
    #expect(storeError { try apply(message) }?.code == .constraint)
    let swallowed = storeError {
      try store.withWriter { writer in
        let messages = try MessageWriter(in: writer)
        _ = try writer.transaction { _ in _ = storeError { try messages.apply(message) } }
      }
    }
    #expect(swallowed?.code == .transactionEnded)
    #expect(try store.rows("SELECT count(*) FROM sport") == ["2"])
    #expect(try store.withWriter { $0.takeChanges() }.isEmpty)
    #expect(try apply(#"{"upsert":{"sport":[{"id":3,"name":"Chess"}]}}"#) == ["sport/3"])
  }

  @Test func `messages with many different sets of columns are written`() throws {
    let names = (0..<12).map { "c\($0)" }
    let store = try memoryStore(
      "CREATE TABLE wide (id INTEGER PRIMARY KEY, \(names.joined(separator: ",")))"
    )
    try store.withWriter { writer in
      let messages = try MessageWriter(in: writer)
      for set in 0..<300 {
        let fields = names.enumerated().filter { set >> $0.offset & 1 == 1 }
          .map { ",\"\($0.element)\":\(set)" }.joined()
        _ = try writer.transaction { _ in
          try messages.apply("{\"upsert\":{\"wide\":[{\"id\":1\(fields)}]}}")
        }
      }
    }
    #expect(try store.rows("SELECT c0, c1, c8, c9 FROM wide") == ["299 299 299 NULL"])
  }
}
