import FeedEngine
import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedInputs

@Suite("A schema that changes under inputs")
struct ChangedSchemaTests {
  @Test func `messages that do not fit a changed schema are rejected until it fits again`()
    async throws
  {
    let feed = try InputFeed("log: {follow: log.jsonl, adapter: ticks}")
    _ = try feed.directory.file("log.jsonl", "{\"id\":1}\n")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      #expect(await engine.ticks(1) == once(1...1))
      let other = try SQLiteClient(path: feed.directory.path("ticks.sqlite"))
      try other.run("ALTER TABLE tick RENAME COLUMN count TO total")
      try feed.append(2...20)
      let text = try #require(await notices.next(.rejected)?.text)
      #expect(text.contains("no such column") || text.contains("has no column named"), "\(text)")
      try await until { try await engine.rejectedMessages().count >= 19 }
      // The schema matches again, and the input continues without a restart.
      try other.run("ALTER TABLE tick RENAME COLUMN total TO count")
      try feed.append(21...30)
      try await until { try await engine.record(ofInput: "log").record?.messages == 11 }
      #expect(try await engine.rejectedMessages().count == 19)
      for message in try await engine.rejectedMessages() { try await engine.retry(message) }
      #expect(await engine.ticks(30) == once(1...30))
      #expect(try await engine.rejectedMessages().isEmpty)
    }
  }

  @Test func `a restarted input resumes after the last message before the schema change`()
    async throws
  {
    let feed = try InputFeed("log: {follow: log.jsonl, adapter: ticks}")
    _ = try feed.directory.file("log.jsonl", "{\"id\":1}\n{\"id\":2}\n")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in #expect(await engine.ticks(2) == once(1...2)) }
    try await engine.close()
    let other = try SQLiteClient(path: feed.directory.path("ticks.sqlite"))
    try other.run("ALTER TABLE tick RENAME COLUMN count TO total")
    // Opening the feed fails because of the changed table, and the error names it.
    let error = #expect(throws: StoreError.self) { try feed.engine() }
    #expect("\(try #require(error))".contains("tick"))
    try other.run("ALTER TABLE tick RENAME COLUMN total TO count")
    let next = try feed.engine()
    try await feed.whileRunning(next) { _ in
      try feed.append(3...3)
      #expect(await next.ticks(3) == once(1...3))
    }
  }

  @Test func `an input continues after another program has dropped the tables of its position`()
    async throws
  {
    let feed = try InputFeed("log: {follow: log.jsonl, adapter: ticks}")
    _ = try feed.directory.file("log.jsonl", "{\"id\":1}\n")
    // The database is that of the other program.
    let other = try SQLiteClient(path: feed.directory.path("ticks.sqlite"))
    let schema = try String(contentsOfFile: feed.directory.path("ticks.sql"), encoding: .utf8)
    try other.run(schema)
    let yaml = try String(contentsOfFile: feed.path, encoding: .utf8)
    let file = try feed.directory.file(
      "existing.yaml",
      yaml.replacing("{schema: ticks.sql}", with: "{file: ticks.sqlite}")
    )
    let engine = try FeedEngine(file: file, store: feed.store)
    try await feed.whileRunning(engine) { notices in
      #expect(await engine.ticks(1) == once(1...1))
      for count in 2...4 {
        try other.run(
          "DROP TABLE feed_position; DROP TABLE feed_state; DROP TABLE IF EXISTS _rejected"
        )
        try feed.append(count...count)
        #expect(await engine.ticks(count) == once(1...count))
      }
      try await until { try await engine.record(ofInput: "log").record?.messages == 4 }
      #expect(try await engine.rejectedMessages().isEmpty)
      #expect(notices.list.isEmpty, "\(notices.list)")
    }
    try await engine.close()
  }
}

extension InputFeed {
  /// Appends the lines of ticks to the file that the input follows.
  fileprivate func append(_ ids: ClosedRange<Int>) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: directory.path("log.jsonl")))
    try file.seekToEnd()
    let lines = ids.map { "{\"id\":\($0)}\n" }.joined()
    try file.write(contentsOf: Data(lines.utf8))
    try file.close()
  }
}
