import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore
import Testing

@testable import FeedEngine
@testable import FeedQueries

@Suite("Checking the feed against its queries")
struct SelfCheckTests {
  private func engine() async throws -> FeedEngine {
    let engine = try FeedEngine(feed: Sportsbook.feed())
    _ = try await engine.write {
      try $0.run(
        """
        INSERT INTO sport (id, name) VALUES (1, 'Football'), (2, 'Tennis');
        INSERT INTO event (id, sport_id, name, status) VALUES
          (1, 1, 'Ajax - PSV', 'live'), (2, 1, 'Reds - Blues', 'live'), (3, 2, 'Ada - Bo', 'live');
        INSERT INTO market (id, event_id, name) VALUES (1, 1, 'Result');
        INSERT INTO selection (id, market_id, name, price) VALUES (1, 1, 'Ajax', 1.5);
        """
      )
    }
    return engine
  }

  /// Applies a line that the queries overlook, as a fault would.
  private func overlook(_ sql: String, _ engine: FeedEngine) async throws {
    let line = FixtureLine(#"{"sql": ["\#(sql)"]}"#, fixture: "lines.jsonl", line: 7)
    await engine.overlook(true)
    #expect(try await engine.apply(line) == nil)
    await engine.overlook(false)
  }

  @Test func `a check of a correct feed finds nothing and creates no version`() async throws {
    let engine = try await engine()
    let before = engine.snapshot
    for section in engine.feed.sections {
      #expect(try await engine.check(section.id) == nil)
    }
    await #expect(throws: EngineError.self) { try await engine.check("nothing") }
    #expect(engine.snapshot.version == before.version)
  }

  @Test(arguments: [
    ("UPDATE selection SET price = 1.75", "selection/1: price was 1.5, is 1.75"),
    ("DELETE FROM event WHERE id = 2", "event/2: was there, and is not"),
    (
      "INSERT INTO event (id, sport_id, name, status) VALUES (4, 2, 'New', 'live')",
      "event/4: was missing"
    ),
    ("UPDATE event SET starts_at = -1 WHERE id = 2", "event/2: starts_at was NULL, is -1"),
    (
      "UPDATE event SET sport_id = 2 WHERE id = 1",
      "event/1: sport_id was 1, is 2; was in list 1, is in list 2"
    ),
    (
      "UPDATE sport SET name = 'Soccer' WHERE id = 1",
      "group 1: had another title or other aggregates"
    ),
  ])
  func `a check finds and reports an overlooked change, and corrects it as a version`(
    sql: String,
    difference: String
  ) async throws {
    let engine = try await engine()
    var referee = FeedReferee(engine.snapshot)
    try await overlook(sql, engine)
    let (found, update) = try await engine.checked("live")
    let mismatch = try #require(found)
    let healing = try #require(update)
    try referee.perform(healing.updates, to: healing.snapshot)
    #expect(mismatch.version == 2)
    #expect(mismatch.healedVersion == 3)
    #expect(healing.snapshot.version == 3)
    #expect(mismatch.line?.line == 7)
    #expect(
      mismatch.differences.contains { $0.hasPrefix(difference) },
      "\(mismatch.differences)"
    )
    #expect(mismatch.description.contains("line: lines.jsonl:7: {\"sql\": [\"\(sql)\"]}"))
    #expect(
      mismatch.description.contains("query: from event where status = 'live' group (by sport_id")
    )
    #expect(try await engine.check("live") == nil)
    for section in engine.feed.sections { _ = try await engine.check(section.id) }
    // Compared with the naive composition of the same rows.
    #expect(try await engine.isWhatAFreshOneIs)
  }

  @Test func `the background check takes one section after the other, as often as requested`()
    async throws
  {
    let engine = try await engine()
    try await overlook("UPDATE event SET name = 'overlooked' WHERE id = 1", engine)
    let (mismatches, send) = AsyncStream.makeStream(of: FeedMismatch.self)
    let checking = Task { await engine.selfCheck(rate: 1) { send.yield($0) } }
    // Each commit is a version, and one section of each version is checked.
    let writing = Task {
      var round = 0
      while !Task.isCancelled {
        round += 1
        let number = round
        _ = try await engine.write {
          try $0.run("UPDATE sport SET display_order = \(number) WHERE id = 2")
        }
        await Task.yield()
      }
    }
    let mismatch = await mismatches.first { _ in true }
    writing.cancel()
    _ = await writing.result
    checking.cancel()
    #expect(await checking.value > 0)
    #expect(mismatch?.section == "live" || mismatch?.section == "letters")
    #expect(mismatch?.differences == ["event/1: name was Ajax - PSV, is overlooked"])
  }

  @Test func `checks are due for the requested share of the versions`() {
    var check = SelfCheck(rate: 0.25, sections: ["a", "b"], after: 1)
    let sections = (2...17).map { check.section(after: $0) }
    #expect(sections.compactMap { $0 } == ["a", "b", "a", "b"])
    #expect(sections.firstIndex(of: "a") == 3)
    // After a long silence one check is enough.
    #expect(check.section(after: 1_000) == "a")
    #expect(check.section(after: 1_001) == nil)
    #expect(check.checks == 5)
  }
}

extension FeedEngine {
  fileprivate func overlook(_ overlooks: Bool) {
    core.evaluator.queries.overlooksChanges = overlooks
  }

  fileprivate var isWhatAFreshOneIs: Bool {
    get throws {
      try core.store.withWriter { writer in
        let old = core.composer.composition
        _ = core.evaluator.queries.refresh(writer)
        core.evaluator.queries.removeEmptyLists()
        core.composer.recompose()
        return core.composer.composition == old
      }
    }
  }
}
