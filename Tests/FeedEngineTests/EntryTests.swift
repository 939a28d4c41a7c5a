import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@testable import FeedEngine

@Suite("Entries of a log")
struct EntryTests {
  static func file(in folder: TemporaryDirectory) throws -> FeedFile {
    _ = try folder.file(
      "book.sql",
      """
      CREATE TABLE team (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank REAL NOT NULL, since INTEGER NOT NULL DEFAULT 0,
        chosen INTEGER NOT NULL DEFAULT 0
      );
      CREATE TABLE player (
        id INTEGER PRIMARY KEY,
        team_id INTEGER NOT NULL REFERENCES team (id) DEFERRABLE INITIALLY DEFERRED
      );
      """
    )
    let path = try folder.file(
      "book.yaml",
      """
      feed: 1
      store: {schema: book.sql}
      sources:
        ads: {document: ads, items: $.ads, id: id}
        teams: {from: team, where: "since <= coalesce(:now, 0)", order: [rank]}
        players: {from: player, order: [id]}
      sections:
        - {id: ads, source: ads, item: ad}
        - {id: teams, source: teams, item: team, reorder: rank}
        - {id: players, source: players, item: player}
      items:
        ad: {title: "{title}"}
        team: {title: "{name}", flags: {chosen: chosen}}
        player: {title: "{id}"}
      actions:
        choose: {title: choose, item: team, sql: "UPDATE team SET chosen = NOT chosen WHERE id = :id"}
      adapters:
        odds: {sql: "INSERT INTO team (id, name, rank) VALUES (:message ->> 'i', :message ->> 'n', 1)"}
      """
    )
    return try FeedFile.load(path: path)
  }

  private func engine(_ location: Store.Location = .memory) throws -> FeedEngine {
    try FeedEngine(file: Self.file(in: TemporaryDirectory()), store: location)
  }

  static func upsert(_ id: Int, _ name: String) -> String {
    #"{"upsert":{"team":[{"id":\#(id),"name":"\#(name)","rank":\#(id)}]}}"#
  }

  /// Entries of a log, numbered from one.
  static func log(_ changes: [FeedEntry]) -> [SequencedEntry] {
    changes.enumerated().map { index, entry in
      SequencedEntry(
        UInt64(index + 1),
        SHA256.digest(of: Array("\(index)".utf8)),
        .success(entry)
      )
    }
  }

  /// A history of changes of all kinds, repeats, and entries that cannot be applied.
  static let history: [SequencedEntry] = {
    var entries: [FeedEntry] = (1...30).map {
      FeedEntry(.message(upsert($0, "Team \($0)"), adapter: nil))
    }
    entries += [
      FeedEntry(.document("ads", Array(#"{"ads":[{"id":"a","title":"Derby"}]}"#.utf8))),
      FeedEntry(.message(#"{"upsert":{"team":[{"id":3,"unknown":1}]}}"#, adapter: nil)),
      FeedEntry(.action("choose", target: "team/4", values: [:])),
      FeedEntry(.action("choose", target: "team/99", values: [:])),
      FeedEntry(.move("team/5", beside: "team/2", isBefore: true)),
      FeedEntry(.move("team/5", beside: "team/2", isBefore: true)),
      FeedEntry(.message(#"{"upsert":{"team":[{"id":8,"since":100}]}}"#, adapter: nil)),
      FeedEntry(.tick(.integer(99))),
      FeedEntry(.tick(.integer(100))),
      // A reference that this entry does not resolve, but the next one would.
      FeedEntry(.message(#"{"upsert":{"player":[{"id":1,"team_id":77}]}}"#, adapter: nil)),
      FeedEntry(.message(upsert(77, "Late"), adapter: nil)),
      FeedEntry(.document("none", [])),
      FeedEntry(.message("no JSON", adapter: "odds")),
    ]
    for number in [1, 2, 2, 3, 1, 4] {
      entries.append(
        FeedEntry(
          .message(number == 3 ? "{" : #"{"i":\#(100 + number),"n":"Odds"}"#, adapter: "odds"),
          step: .init(input: "odds", number: number, position: "p\(number)", time: 5)
        )
      )
    }
    for part in [1, 1, 2] {
      entries.append(
        FeedEntry(
          .action("choose", target: "team/6", values: [:]),
          request: IdempotencyKey(key: "k", digest: 7, time: 1, part: part)
        )
      )
    }
    return log(entries)
  }()

  private func names(_ engine: FeedEngine, _ section: String) -> [String] {
    engine.snapshot.composition.sections.first { $0.id.description == section }?.items
      .compactMap { $0.content["name"]?.string } ?? []
  }

  @Test func `an entry is one transaction and at most one version, with its position`() async throws
  {
    let engine = try engine()
    #expect(try await engine.appliedEntries() == nil)
    let start = engine.snapshot.version
    for entry in Self.history.prefix(3) {
      let outcomes = try await engine.apply([entry], of: "L")
      #expect(outcomes.count == 1 && outcomes[0].update != nil)
      #expect(engine.snapshot.version == start + Int(entry.sequence))
      let applied = try #require(try await engine.appliedEntries())
      #expect(applied.sequence == entry.sequence)
      #expect(applied.entry == entry.digest)
    }
  }

  @Test(arguments: [1, 2, 7, 1000])
  func `batches of any size lead to the same versions, contents and chain`(size: Int) async throws {
    let (alone, together) = (try engine(), try engine())
    var steps: [(version: Int, outcome: String)] = []
    for entry in Self.history {
      let outcome = try #require(try await alone.apply([entry], of: "L").first)
      steps.append((outcome.update?.snapshot.version ?? 0, outcome.outcome.word))
    }
    var others: [(version: Int, outcome: String)] = []
    var rest = Self.history[...]
    while !rest.isEmpty {
      let outcomes = try await together.apply(Array(rest.prefix(size)), of: "L")
      rest = rest.dropFirst(size)
      others += outcomes.map { ($0.update?.snapshot.version ?? 0, $0.outcome.word) }
    }
    #expect(steps.map(\.version) == others.map(\.version))
    #expect(steps.map(\.outcome) == others.map(\.outcome))
    #expect(alone.snapshot.version == together.snapshot.version)
    #expect(alone.snapshot.composition == together.snapshot.composition)
    #expect(try await alone.appliedEntries() == together.appliedEntries())
    for section: Name in ["ads", "teams", "players"] {
      #expect(try await together.check(section) == nil)
    }
    let words = steps.map(\.outcome)
    #expect(words.filter { $0 == "refused" }.count == 6)
    #expect(words.filter { $0 == "repeated" }.count == 3)
  }

  @Test func `every version of a batch leads from the one before`() async throws {
    let engine = try engine()
    var referee = FeedReferee(engine.snapshot)
    for outcome in try await engine.apply(Self.history, of: "L") {
      if let update = outcome.update { try referee.perform(update.updates, to: update.snapshot) }
    }
    #expect(engine.snapshot.version > 30)
  }

  @Test
  func `an entry that cannot be applied leaves only its place, and the next ones are applied`()
    async throws
  {
    let engine = try engine()
    let entries = Self.log([
      FeedEntry(.message(Self.upsert(1, "Reds"), adapter: nil)),
      FeedEntry(
        .message(
          #"{"upsert":{"team":[{"id":2,"name":"Lost","rank":2},{"id":3,"x":1}]}}"#,
          adapter: nil
        )
      ),
      FeedEntry(.message(Self.upsert(4, "Blues"), adapter: nil)),
    ])
    let outcomes = try await engine.apply(entries, of: "L")
    #expect(outcomes.map(\.outcome.word) == ["applied", "refused", "applied"])
    #expect(names(engine, "teams") == ["Reds", "Blues"])
    #expect(try await engine.appliedEntries()?.sequence == 3)
  }

  @Test func `a message of an input that cannot be applied is kept with its reason`() async throws {
    let engine = try engine()
    _ = try await engine.apply(Self.history, of: "L")
    let rejected = try await engine.rejectedMessages(of: "odds")
    #expect(rejected.map(\.text) == ["{"])
    #expect(rejected.first?.adapter == "odds")
    let record = try await engine.record(ofInput: "odds").record
    #expect(record?.messages == 3)
    #expect(record?.rejected == 1)
    #expect(record?.position == "p4")
  }

  @Test func `pitfall 3: a message that was appended twice is applied once, however late`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let file = try Self.file(in: directory)
    let store = Store.Location.file(directory.path("book.sqlite"))
    func entry(_ sequence: UInt64, _ number: Int) -> SequencedEntry {
      let message = FeedEntry(
        .message(#"{"i":\#(number),"n":"Odds"}"#, adapter: "odds"),
        step: .init(input: "odds", number: number, position: nil, time: 0)
      )
      return SequencedEntry(sequence, SHA256.digest(of: [UInt8(sequence)]), .success(message))
    }
    for (sequence, number) in [(1, 1), (2, 2), (3, 1), (4, 2)] as [(UInt64, Int)] {
      // Each run is a new engine that has only the store.
      let engine = try FeedEngine(file: file, store: store)
      let outcomes = try await engine.apply([entry(sequence, number)], of: "L")
      #expect(outcomes.map(\.outcome.word) == [sequence > 2 ? "repeated" : "applied"])
      #expect(try await engine.appliedEntries()?.sequence == sequence)
      try await engine.close()
    }
  }

  @Test func `entries that are known are passed over, and one that is missing is noticed`()
    async throws
  {
    let engine = try engine()
    _ = try await engine.apply(Array(Self.history.prefix(5)), of: "L")
    let version = engine.snapshot.version
    let outcomes = try await engine.apply(Array(Self.history.prefix(6)), of: "L")
    #expect(outcomes.count == 1)
    #expect(engine.snapshot.version == version + 1)
    let error = await #expect(throws: EngineError.self) {
      try await engine.apply([Self.history[8]], of: "L")
    }
    #expect(error?.code == .otherLog)
    #expect(error?.message == "entry 7 is missing: the log continues with entry 9")
    let other = await #expect(throws: EngineError.self) {
      try await engine.apply([Self.history[6]], of: "M")
    }
    #expect(other?.message == "the store has applied the log 'L', not 'M'")
  }

  @Test func `a restarted engine continues the log after the last applied entry`() async throws {
    let directory = try TemporaryDirectory()
    let file = try Self.file(in: directory)
    let store = Store.Location.file(directory.path("book.sqlite"))
    let whole = try FeedEngine(file: file, store: .memory)
    _ = try await whole.apply(Self.history, of: "L")
    var rest = Self.history[...]
    while !rest.isEmpty {
      let engine = try FeedEngine(file: file, store: store)
      _ = try await engine.apply(Array(rest.prefix(11)), of: "L")
      rest = rest.dropFirst(11)
      try await engine.close()
    }
    let engine = try FeedEngine(file: file, store: store)
    #expect(engine.snapshot.version == whole.snapshot.version)
    #expect(engine.snapshot.composition == whole.snapshot.composition)
    #expect(try await engine.appliedEntries() == whole.appliedEntries())
  }

  @Test func `the chain of hashes differs where an entry, its outcome or a version differs`() throws
  {
    let digest = SHA256.digest(of: [1])
    let entry = SequencedEntry(1, digest, .success(FeedEntry(.tick(1))))
    func chain(
      _ log: String,
      _ entry: SequencedEntry,
      _ outcome: EntryOutcome,
      _ version: Int
    ) -> String {
      var applied = AppliedEntries(nothingOf: log, state: StateHash(0))
      applied.add(entry, outcome, version: version)
      return applied.chain.description
    }
    let other = SequencedEntry(1, SHA256.digest(of: [2]), entry.entry)
    let chains = [
      chain("L", entry, .applied(nil), 5), chain("M", entry, .applied(nil), 5),
      chain("L", other, .applied(nil), 5), chain("L", entry, .repeated, 5),
      chain("L", entry, .refused(EngineError.malformedEntry(""), nil), 5),
      chain("L", entry, .applied(nil), 6),
    ]
    #expect(Set(chains).count == chains.count)
    // Part of what replicas compare: other releases must compute the same value.
    #expect(chains[0] == "9d51f9f73d1823fd42709ba3a9edb4436bfad6acad9825a3b1e2284d1d69e4c1")
  }
}

extension EntryOutcome {
  var word: String {
    switch self {
    case .applied: "applied"
    case .repeated: "repeated"
    case .refused: "refused"
    }
  }
}
