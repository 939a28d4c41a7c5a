import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedEngine

/// The cost of a commit is proportional to the number of its changes.
@Suite("Work of many changes in one commit")
struct ManyChangesTests {
  /// Returns the instructions of SQLite's machine for each new sport of the sportsbook.
  private static func instructions(newSports count: Int) throws -> Double {
    let folder = Repository.root
    let file = try FeedFile.load(
      path: folder.appendingPathComponent("layouts/sportsbook.yaml").path
    )
    let core = try EngineCore(feed: file.feed, store: .memory)
    _ = try core.store.withWriter { $0.takeWork() }
    let update = try core.commit { writer in
      try writer.run(
        """
        INSERT INTO sport(id, name, display_order)
        WITH RECURSIVE n(x) AS (SELECT 1000 UNION ALL SELECT x + 1 FROM n WHERE x < \(999 + count))
        SELECT x, 'Sport ' || x, x FROM n
        """
      )
    }
    #expect(update?.updates.insertItems.count == count || update?.updates.insertSections == [0])
    let work = try core.store.withWriter { $0.takeWork() }
    return Double(work.instructions) / Double(count)
  }

  @Test func `a new sport costs the same among 500 and among 4,000`() throws {
    let few = try Self.instructions(newSports: 500)
    let many = try Self.instructions(newSports: 4000)
    #expect(many <= few * 1.1, "\(few) instructions for each of 500, \(many) for each of 4,000")
  }

  /// Returns the instructions for each group that one commit gives another row, title and place.
  private static func instructions(groups count: Int) throws -> Double {
    let live = try LiveQueries(
      at: .memory,
      schema: SchemaSource(
        sql: """
          CREATE TABLE league (id INTEGER PRIMARY KEY, name TEXT, ord INTEGER);
          CREATE TABLE event (id INTEGER PRIMARY KEY, league INTEGER REFERENCES league, name TEXT);
          CREATE INDEX event_league ON event(league);
          WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(count))
            INSERT INTO league SELECT x, 'League ' || x, x FROM n;
          INSERT INTO event SELECT id, id, name FROM league;
          """,
        name: "groups.sql"
      ),
      queries: [
        .init(
          "events",
          LiveQuery(
            from: "event",
            order: ["name"],
            group: Grouping(
              by: "league",
              order: ["league.ord"],
              title: "league.name",
              aggregates: [Aggregate("events", "count(*)", from: "event", on: "league")]
            ),
            limit: 2
          )
        )
      ]
    )
    _ = try live.store.withWriter { $0.takeWork() }
    let update = try live.write { writer in
      try writer.run("INSERT INTO event(league, name) SELECT id, 'a' FROM league")
      try writer.run("UPDATE league SET name = name || '!', ord = -ord")
    }
    #expect(update?.snapshot["events"]?.rows.count == 2 * count)
    #expect(update?.snapshot["events"]?.sections.sections.first?.id == .integer(Int64(count)))
    let work = try live.store.withWriter { $0.takeWork() }
    return Double(work.instructions) / Double(count)
  }

  @Test func `a group costs the same in a commit that touches 250 and in one that touches 2,000`()
    throws
  {
    let few = try Self.instructions(groups: 250)
    let many = try Self.instructions(groups: 2000)
    #expect(many <= few * 1.1, "\(few) instructions for each of 250, \(many) for each of 2,000")
  }
}
