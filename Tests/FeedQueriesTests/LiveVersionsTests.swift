import Dispatch
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("LiveVersions")
struct LiveVersionsTests {
  private func make() throws -> LiveQueries {
    try Leagues.queries("INSERT INTO event(id, live, odds) VALUES (1, 1, 1)")
  }

  @Test func `a reader begins with the newest version`() async throws {
    let live = try make()
    try live.run("UPDATE event SET odds = 2")
    var versions = live.versions().makeAsyncIterator()
    let first = await versions.next()
    #expect(first?.snapshot.version == 2)
    #expect(first?["QL"].description == "insertSections: 0")
  }

  @Test func `S34 P45 a reader that sleeps gets the newest version with one batch`() async throws {
    let live = try make()
    var versions = live.versions().makeAsyncIterator()
    _ = await versions.next()
    for odds in 2...50 { try live.run("UPDATE event SET odds = \(odds)") }
    let update = await versions.next()
    #expect(update?.snapshot.version == 50)
    #expect(update?.snapshot["QL"]?.rows.first?["odds"] == 50.0)
    #expect(update?["QL"].description == "reconfigureItems: [0, 0]")
  }

  @Test func `a row inserted and deleted while a reader slept is not in its batch`() async throws {
    let live = try make()
    var versions = live.versions().makeAsyncIterator()
    _ = await versions.next()
    try live.run("INSERT INTO event(id, live) VALUES (2, 1)")
    try live.run("DELETE FROM event WHERE id = 2")
    #expect(await versions.next()?.changes.isEmpty == true)
  }

  @Test func `S46 P47 readers that join during writes receive each version at most once`()
    async throws
  {
    let live = try make()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for odds in 2...200 { try live.run("UPDATE event SET odds = \(odds)") }
      }
      for _ in 0..<8 {
        group.addTask {
          var last = 0
          for await update in live.versions() {
            #expect(update.snapshot.version > last)
            last = update.snapshot.version
            #expect(update.snapshot["QL"]?.rows.first?["odds"] == .real(Double(last)))
            if last == 200 { break }
          }
          #expect(last == 200)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `S46 a reader that joins during a transaction begins with the version before it`()
    async throws
  {
    let live = try make()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let joined = DispatchSemaphore(value: 0)
    async let written: Void = withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        let result = Result {
          _ = try live.write { writer in
            try writer.run("UPDATE event SET odds = 2")
            begin.yield()
            joined.wait()
            try writer.run("UPDATE event SET odds = 3")
          }
        }
        continuation.resume(with: result)
      }
    }
    for await _ in begun { break }
    var versions = live.versions().makeAsyncIterator()
    let first = await versions.next()
    joined.signal()
    try await written
    let second = await versions.next()
    #expect(first?.snapshot.version == 1)
    #expect(first?.snapshot["QL"]?.rows.first?["odds"] == 1.0)
    #expect(second?.snapshot.version == 2)
    #expect(second?.snapshot["QL"]?.rows.first?["odds"] == 3.0)
    #expect(second?["QL"].description == "reconfigureItems: [0, 0]")
  }

  @Test func `S47 P46 a reader may write, and sees it as the next version`() async throws {
    let live = try make()
    var seen: [Int] = []
    for await update in live.versions() {
      seen.append(update.snapshot.version)
      if seen.count == 3 { break }
      try live.run("UPDATE event SET odds = odds + 1")
    }
    #expect(seen == [1, 2, 3])
  }

  @Test func `S47 cancelling ends the versions`() async throws {
    let live = try make()
    let task = Task {
      var count = 0
      for await _ in live.versions() { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value <= 1)
    try live.run("UPDATE event SET odds = 2")
  }

  @Test func `closing ends the versions`() async throws {
    let live = try make()
    var versions = live.versions().makeAsyncIterator()
    _ = await versions.next()
    try live.close()
    #expect(await versions.next() == nil)
    #expect(throws: StoreError.self) { try live.run("SELECT 1") }
  }

  @Test(.timeLimit(.minutes(10)))
  func `closing ends the versions and the checks even if the files are lost`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("a.sqlite")
    let live = try LiveQueries(
      at: .file(path),
      schema: SchemaSource(sql: Leagues.schema, name: "leagues.sql"),
      queries: [.init("q", LiveQuery(from: "event"))]
    )
    var versions = live.versions().makeAsyncIterator()
    _ = await versions.next()
    let checking = Task {
      await live.selfCheck(rate: 1, onError: { #expect(($0 as? StoreError)?.code == .lost) }) {
        Issue.record($0)
      }
    }
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: StoreError.self) { try live.close() }
    #expect(await versions.next() == nil)
    await checking.value
  }

  @Test func `a reader prints each of its events`() async throws {
    let live = try Leagues.queries(
      "INSERT INTO event(id, live) VALUES (1, 1)",
      [.init("live", Leagues.live), .init("today", LiveQuery(from: "league"))]
    )
    let lines = Lines()
    var versions = live.versions().print("home", to: lines.add).makeAsyncIterator()
    _ = await versions.next()
    try live.run("UPDATE event SET odds = 2; DROP TABLE league")
    _ = await versions.next()
    try live.close()
    _ = await versions.next()
    #expect(
      lines.all == [
        "home: joins",
        "home: version 1",
        "home:   live: insertSections: 0",
        "home:   today: insertSections: 0",
        "home: waits",
        "home: version 2",
        "home:   live: failed: no such table: league",
        "home:   today: failed: no such table: league",
        "home: waits",
        "home: ends",
      ]
    )
  }
}
