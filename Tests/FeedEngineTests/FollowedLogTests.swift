import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedEngine

@Suite("Where a log is followed")
struct FollowedLogTests {
  @Test func `the state of an input is an entry, and survives a restart`() async throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("t.sql", "CREATE TABLE t (id INTEGER PRIMARY KEY);")
    let path = try directory.file(
      "t.yaml",
      """
      feed: 1
      store: {schema: t.sql}
      sources: {ts: {from: t}}
      sections: [{id: ts, source: ts, item: t}]
      items: {t: {title: "{id}"}}
      inputs: {odds: {follow: odds.jsonl, stale: 2s, sources: [ts]}}
      """
    )
    let file = try FeedFile.load(path: path)
    let place = Store.Location.file(directory.path("t.sqlite"))
    let conditions: [InputCondition] = [.late(.seconds(2)), .failed("it is gone"), .live]
    var sequence: UInt64 = 0
    for condition in conditions {
      sequence += 1
      let engine = try FeedEngine(file: file, store: place, followsLog: true)
      let entry = FeedEntry(.condition(condition, input: "odds"))
      let digest = SHA256.digest(of: [UInt8(sequence)])
      let applied = try await engine.apply(
        [SequencedEntry(sequence, digest, .success(entry))],
        of: "L"
      )
      #expect(applied.first?.update != nil)
      let status = engine.snapshot.status
      try await engine.close()
      let again = try FeedEngine(file: file, store: place, followsLog: true)
      #expect(again.snapshot.status == status)
      #expect(again.snapshot.version == engine.snapshot.version)
      #expect(await again.condition(ofInput: "odds") == condition)
      try await again.close()
    }
  }

  @Test func `files of documents are not read where a log is followed`() async throws {
    let directory = try TemporaryDirectory()
    let ads = try directory.file("ads.json", #"{"ads":[{"id":"a","title":"Derby"}]}"#)
    _ = try directory.file("t.sql", "CREATE TABLE t (id INTEGER PRIMARY KEY);")
    let path = try directory.file(
      "t.yaml",
      """
      feed: 1
      store: {schema: t.sql}
      sources: {ads: {document: ads, file: ads.json, items: $.ads, id: id}}
      sections: [{id: ads, source: ads, item: ad}]
      items: {ad: {title: "{title}"}}
      """
    )
    let file = try FeedFile.load(path: path)
    let alone = try FeedEngine(file: file, store: .memory)
    #expect(alone.snapshot.composition.sections.count == 1)
    let engine = try FeedEngine(file: file, store: .memory, followsLog: true)
    #expect(engine.snapshot.composition.sections.isEmpty)
    let bytes = Array(try String(contentsOfFile: ads, encoding: .utf8).utf8)
    _ = try await engine.apply(EntryTests.log([FeedEntry(.document("ads", bytes))]), of: "L")
    #expect(engine.snapshot.composition == alone.snapshot.composition)
  }

  @Test
  func `a posted message is the next one of its input, and has no effect if refused`()
    async throws
  {
    let engine = try FeedEngine(file: EntryTests.file(in: TemporaryDirectory()), store: .memory)
    let entries = [#"{"i":1,"n":"Odds"}"#, "{", #"{"i":2,"n":"Odds"}"#].map { text in
      FeedEntry(
        .message(text, adapter: "odds"),
        step: .init(input: "desk", number: 0, position: nil, time: 4)
      )
    }
    let applied = try await engine.apply(EntryTests.log(entries), of: "L")
    #expect(applied.map(\.outcome.word) == ["applied", "refused", "applied"])
    #expect(try await engine.record(ofInput: "desk").record?.messages == 2)
    #expect(try await engine.rejectedMessages().isEmpty)
  }

  @Test func `a message that cannot be applied is kept with its reason and its place`() async throws
  {
    let engine = try FeedEngine(file: EntryTests.file(in: TemporaryDirectory()), store: .memory)
    let entry = FeedEntry(
      .rejected("\u{FFFD}", adapter: "odds", reason: "the message is not UTF-8"),
      step: .init(input: "odds", number: 1, position: "p", time: 4)
    )
    _ = try await engine.apply(EntryTests.log([entry]), of: "L")
    let kept = try await engine.rejectedMessages(of: "odds")
    #expect(kept.map(\.reason) == ["the message is not UTF-8"])
    let record = try await engine.record(ofInput: "odds").record
    #expect(record?.rejected == 1)
    #expect(record?.position == "p")
  }
}
