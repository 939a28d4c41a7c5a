import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedEngine
@testable import FeedQueries

@Suite("Nothing is lost")
struct NothingIsLostTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func path(_ name: String) -> String { folder.path(name) }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
  }

  /// A feed of ads and of events.
  private func feed(schema: String = Sportsbook.schema, filter: String? = nil) throws -> Feed {
    let items = try #require(JSONPath("$.ads"))
    return Feed(
      schema: SchemaReference(path: "sportsbook.sql", sql: schema),
      sources: [
        SourceDeclaration(
          id: "ads",
          kind: .document(
            DocumentDeclaration(name: "ads", file: path("ads.json"), items: items)
          )
        ),
        SourceDeclaration(
          id: "events",
          kind: .query(LiveQuery(from: "event", filter: filter, order: ["name"]))
        ),
      ],
      sections: [
        SectionDeclaration(
          id: "ads",
          source: "ads",
          template: ObjectTemplate(items: [.item(kind: "banner")])
        ),
        SectionDeclaration(
          id: "events",
          source: "events",
          template: ObjectTemplate(items: [.item(kind: "event")])
        ),
      ]
    )
  }

  private func items(_ snapshot: FeedSnapshot) -> [String] {
    snapshot.composition.sections.flatMap { $0.items.map(\.id.description) }
  }

  @Test func `a store that is opened again has the same version of the same feed`() async throws {
    try write(#"{"ads": [{"id": "a1"}, {"id": "a2"}]}"#, to: "ads.json")
    let store = Store.Location.file(path("store.sqlite"))
    let engine = try FeedEngine(feed: feed(), store: store)
    _ = try await engine.apply(
      FixtureLine(
        #"{"at":1,"upsert":{"event":[{"id":1,"name":"e"}]},"document":{"ads":{"ads":[{"id":"a3"}]}}}"#,
        fixture: "f",
        line: 7
      )
    )
    let last = engine.snapshot
    #expect(items(last) == ["banner:ads/a3", "event:event/1"])
    try await engine.close()

    let again = try FeedEngine(feed: feed(), store: store)
    #expect(again.snapshot.version == last.version)
    #expect(again.snapshot.composition == last.composition)
    #expect(try await again.position(of: "f") == 7)

    // A file that has changed since is read again, and creates a version.
    try await again.close()
    try write(#"{"ads": [{"id": "a4"}]}"#, to: "ads.json")
    let third = try FeedEngine(feed: feed(), store: store)
    #expect(items(third.snapshot) == ["banner:ads/a4", "event:event/1"])
    #expect(third.snapshot.version == last.version + 1)
  }

  @Test func `S50 ads that are added and removed between commits create versions`()
    async throws
  {
    try write(#"{"ads": []}"#, to: "ads.json")
    let engine = try FeedEngine(feed: feed())
    func replaceAds(_ text: String) async throws -> FeedUpdate? {
      try await engine.replaceDocument("ads", with: Array(text.utf8))
    }
    func insert(_ id: Int) async throws -> FeedUpdate? {
      try await engine.write { try $0.run("INSERT INTO event(id, name) VALUES (\(id), 'e\(id)')") }
    }
    var referee = FeedReferee(engine.snapshot)
    let steps = [
      try await insert(1), try await replaceAds(#"{"ads": [{"id": "a1"}]}"#), try await insert(2),
      try await replaceAds(#"{"ads": []}"#),
    ]
    let shown = [
      ["event:event/1"], ["banner:ads/a1", "event:event/1"],
      ["banner:ads/a1", "event:event/1", "event:event/2"], ["event:event/1", "event:event/2"],
    ]
    for (index, step) in steps.enumerated() {
      let update = try #require(step)
      try referee.perform(update.updates, to: update.snapshot)
      #expect(update.snapshot.version == index + 2)
      #expect(items(update.snapshot) == shown[index])
    }
    #expect(steps[1]?.updates.insertSections == [0])
    #expect(steps[2]?.updates.insertItems.count == 1)
    #expect(steps[3]?.updates.deleteSections == [0])
    try await engine.close()
  }

  @Test(arguments: [
    (#"{"ads": [{"id": "a1"}, {"id": "a1"}]}"#, "duplicate-id"),
    (#"{"ads": [{"title": "x"}]}"#, "missing-id"),
    (#"{"ads": ["#, "malformed-json"),
    (#"{"banners": []}"#, "not-a-list"),
  ])
  func `a document that cannot be read leaves the last good one and is reported`(
    text: String,
    code: String
  ) async throws {
    try write(#"{"ads": [{"id": "a1"}]}"#, to: "ads.json")
    let engine = try FeedEngine(feed: feed())
    let update = try #require(try await engine.replaceDocument("ads", with: Array(text.utf8)))
    #expect(update.updates.isEmpty)
    #expect(items(update.snapshot) == ["banner:ads/a1"])
    #expect(update.snapshot.status.first?.problem?.contains("error[\(code)]") == true)
    let good = try await engine.replaceDocument("ads", with: Array(#"{"ads":[]}"#.utf8))
    #expect(good?.snapshot.status.first?.state == .ok)
  }

  @Test func `a broken document is still reported after a restart`() async throws {
    let store = Store.Location.file(path("store.sqlite"))
    try write(#"{"ads": [{"id": "a1"}]}"#, to: "ads.json")
    try await FeedEngine(feed: feed(), store: store).close()
    try write(#"{"ads": [{}]}"#, to: "ads.json")
    for _ in 1...2 {
      let engine = try FeedEngine(feed: feed(), store: store)
      let snapshot = engine.snapshot
      #expect(items(snapshot) == ["banner:ads/a1"])
      #expect(snapshot.version == 2)
      #expect(snapshot.status.first?.problem?.contains("error[missing-id]") == true)
      try await engine.close()
    }
    try write(#"{"ads": [{"id": "a2"}]}"#, to: "ads.json")
    let engine = try FeedEngine(feed: feed(), store: store)
    #expect(items(engine.snapshot) == ["banner:ads/a2"])
    #expect(engine.snapshot.status.first?.state == .ok)
  }

  @Test func `a document that is missing at the start is an error of its section only`()
    async throws
  {
    let engine = try FeedEngine(feed: feed())
    let update = try await engine.write {
      try $0.run("INSERT INTO event(id, name) VALUES (1, 'e')")
    }
    #expect(items(try #require(update?.snapshot)) == ["event:event/1"])
    #expect(update?.snapshot.status.map(\.source) == ["ads", "events"])
    #expect(update?.snapshot.status[0].problem?.contains("does not exist") == true)
    #expect(update?.snapshot.status[1].problem == nil)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a document's file is watched, and a broken one changes nothing but the status`()
    async throws
  {
    try write(#"{"ads": [{"id": "a1"}]}"#, to: "ads.json")
    let engine = try FeedEngine(feed: feed())
    let watching = Task { try await engine.followDocumentFiles() }
    var versions = engine.versions().makeAsyncIterator()
    #expect(items(try #require(await versions.next()).snapshot) == ["banner:ads/a1"])
    try write(#"{"ads": [{"id": "a2"}, {"id": "a1"}]}"#, to: "ads.json")
    #expect(
      items(try #require(await versions.next()).snapshot) == ["banner:ads/a2", "banner:ads/a1"]
    )
    try write(#"{"ads": ["#, to: "ads.json")
    let broken = try #require(await versions.next()).snapshot
    #expect(items(broken) == ["banner:ads/a2", "banner:ads/a1"])
    #expect(broken.status[0].problem?.contains("malformed-json") == true)
    watching.cancel()
    _ = await watching.result
  }

  @Test func `a message for an unknown document is refused with the known ones`() async throws {
    let engine = try FeedEngine(feed: feed())
    await #expect(throws: EngineError.self) {
      try await engine.apply(
        FixtureLine(#"{"at":0,"document":{"adds":{"ads":[]}}}"#, fixture: "f", line: 1)
      )
    }
    #expect(try await engine.position(of: "f") == 0)
  }

  @Test func `a commit that fails at its end does not change the feed or the store`() throws {
    let core = try EngineCore(
      feed: feed(
        schema: """
          CREATE TABLE sport(id INTEGER PRIMARY KEY);
          CREATE TABLE event(id INTEGER PRIMARY KEY, name TEXT,
            sport INTEGER REFERENCES sport DEFERRABLE INITIALLY DEFERRED);
          INSERT INTO event(id, name) VALUES (1, 'a'), (2, 'b');
          """
      ),
      store: .memory
    )
    let before = core.snapshot
    for _ in 0..<2 {
      #expect(throws: StoreError.self) {
        _ = try core.commit {
          try $0.run(
            """
            INSERT INTO event(id, name, sport) VALUES (3, 'c', 99); DELETE FROM event WHERE id = 1;
            UPDATE event SET name = 'z' WHERE id = 2;
            """
          )
        }
      }
      #expect(core.composer.composition == before.composition)
      #expect(core.snapshot.version == before.version)
    }
    let update = try core.commit { try $0.run("UPDATE event SET name = 'c' WHERE id = 1") }
    #expect(update?.snapshot.version == before.version + 1)
    #expect(items(core.snapshot) == ["event:event/2", "event:event/1"])
  }

  @Test func `a query that fails marks its own section, and heals`() throws {
    let core = try EngineCore(
      feed: feed(filter: "json_extract(name, '$.show')"),
      store: .memory
    )
    _ = try core.commit {
      try $0.run(#"INSERT INTO event(id, name) VALUES (1, '{"show": 1}'), (2, '{"show": 0}')"#)
    }
    #expect(items(core.snapshot) == ["event:event/1"])
    let failed = try core.commit { try $0.run("UPDATE event SET name = '{' WHERE id = 2") }
    #expect(failed?.snapshot.status.last?.problem?.contains("malformed JSON") == true)
    #expect(items(core.snapshot) == ["event:event/1"])
    let healed = try core.commit {
      try $0.run(#"UPDATE event SET name = '{"show": 2}' WHERE id = 2"#)
    }
    #expect(healed?.snapshot.status.last?.problem == nil)
    #expect(items(core.snapshot) == ["event:event/1", "event:event/2"])
  }

  @Test func `children whose query fails mark the section of their parents, which heals`() throws {
    let children = LiveQuery(from: "note", filter: "json_extract(text, '$.show')")
    let core = try EngineCore(
      feed: Feed(
        schema: SchemaReference(
          path: "notes.sql",
          sql: """
            CREATE TABLE event(id INTEGER PRIMARY KEY);
            CREATE TABLE note(id INTEGER PRIMARY KEY, event_id INTEGER REFERENCES event, text TEXT);
            INSERT INTO event VALUES (1); INSERT INTO note VALUES (1, 1, '{"show": 1}');
            """
        ),
        sources: [
          SourceDeclaration(
            id: "events",
            kind: .query(
              LiveQuery(from: "event", include: [Inclusion("notes", children, on: "event_id")])
            )
          )
        ],
        sections: [
          SectionDeclaration(
            id: "events",
            source: "events",
            template: ObjectTemplate(items: [
              .each(
                ChildrenTemplate(
                  include: "notes",
                  template: ObjectTemplate(items: [.item(kind: "note")])
                )
              )
            ])
          )
        ]
      ),
      store: .memory
    )
    #expect(items(core.snapshot) == ["note:note/1"])
    let failed = try core.commit { try $0.run("UPDATE note SET text = '{' WHERE id = 1") }
    #expect(failed?.snapshot.status.last?.problem == "malformed JSON (row note/1)")
    #expect(items(core.snapshot) == [])
    let healed = try core.commit { try $0.run("DELETE FROM note") }
    #expect(healed?.snapshot.status.last?.problem == nil)
    #expect(items(core.snapshot) == [])
  }

  @Test func `an item that two sections claim is shown by the first of them`() throws {
    var feed = try feed(filter: "status = 'live'")
    feed.sources.append(
      SourceDeclaration(
        id: "featured",
        kind: .query(LiveQuery(from: "event", filter: "is_featured"))
      )
    )
    feed.sections.insert(
      SectionDeclaration(
        id: "featured",
        source: "featured",
        template: ObjectTemplate(items: [.item(kind: "event")])
      ),
      at: 0
    )
    let core = try EngineCore(feed: feed, store: .memory)
    _ = try core.commit {
      try $0.run("INSERT INTO event(id, name, status) VALUES (1, 'a', 'live'), (2, 'b', 'live')")
    }
    let both = try core.commit { try $0.run("UPDATE event SET is_featured = 1 WHERE id = 2") }
    let sections = core.snapshot.composition.sections.map { section in
      "\(section.id): \(section.items.map(\.id.description))"
    }
    #expect(sections == [#"featured: ["event:event/2"]"#, #"events: ["event:event/1"]"#])
    #expect(both?.snapshot.status[1].note?.contains("leaves out 'event:event/2'") == true)
    let one = try core.commit { try $0.run("UPDATE event SET is_featured = 0 WHERE id = 2") }
    #expect(items(core.snapshot) == ["event:event/1", "event:event/2"])
    #expect(one?.snapshot.status.allSatisfy { $0.note == nil } == true)
  }

  @Test func `a released engine leaves no object in memory`() throws {
    var core: EngineCore? = try EngineCore(feed: Sportsbook.feed(), store: .memory)
    _ = try core?.commit {
      try $0.run("INSERT INTO event(id, name, status) VALUES (1, 'a', 'live'), (2, 'b', 'live')")
    }
    weak let node = core?.evaluator.queries.nodes.first
    weak let composer = core?.composer
    #expect(node != nil)
    #expect(composer != nil)
    core = nil
    #expect(node == nil)
    #expect(composer == nil)
  }

  @Test func `a seed is applied once, and an invalid seed is reported with its line`() throws {
    var feed = try feed()
    feed.seed = SeedReference(
      path: "seed.jsonl",
      text: #"""
        {"upsert":{"event":[{"id":1,"name":"a"}]}}

        {"document":{"ads":{"ads":[{"id":"a9"}]}}}
        """#
    )
    let store = Store.Location.file(path("seeded.sqlite"))
    var core = try EngineCore(feed: feed, store: store)
    #expect(items(core.snapshot) == ["banner:ads/a9", "event:event/1"])
    _ = try core.commit { try $0.run("DELETE FROM event") }
    try core.store.close()
    core = try EngineCore(feed: feed, store: store)
    #expect(items(core.snapshot) == ["banner:ads/a9"])

    feed.seed?.text += "\n{\"upsert\":{\"event\":[{\"id\":1,\"nam\":\"a\"}]}}"
    let error = #expect(throws: EngineError.self) { try EngineCore(feed: feed, store: .memory) }
    #expect(error?.message.contains("seed.jsonl:4") == true)
  }
}
