import FeedDefinition
import FeedEngine
import FeedModel
import FeedStore
import Foundation
import TestFeeds
import TestSupport
import Testing

@testable import FeedInputs

@Suite("Alerts")
struct AlertTests {
  /// A feed that follows no source; ticks have an alert while their value is above 5.
  private static func feed(
    _ alert: String = "",
    beside files: [String: String] = [:]
  ) throws -> InputFeed {
    try InputFeed(
      "desk: {listen: /v1/messages, adapter: ticks}\nalerts:\n  high: {item: tick, when: value > 5\(alert)}",
      beside: files
    )
  }

  private static func engine(_ feed: InputFeed) throws -> FeedEngine {
    var file = try FeedFile.load(path: feed.path)
    file.feed.allowPrograms()
    return try FeedEngine(file: file, store: feed.store)
  }

  private static func set(_ id: Int, _ value: Int, in engine: FeedEngine) async throws {
    try await engine.write {
      try $0.run("INSERT OR REPLACE INTO tick (id, count, value) VALUES (\(id), 1, \(value))")
    }
  }

  /// Notes each notification in the file `told`, unless the file `deaf` exists.
  private static let program = [
    "tell.sh":
      "test ! -e deaf && echo \"$alert_state $alert_item $alert_title $alert_alert\" >> told"
  ]
  private static let receiver = ", exec: [sh, tell.sh]"

  private static func told(_ feed: InputFeed) -> [String] {
    let text = try? String(contentsOfFile: feed.directory.path("told"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  private static func until(_ told: [String], _ feed: InputFeed) async throws {
    try await TestSupport.until(every: .milliseconds(5)) { self.told(feed).count >= told.count }
    #expect(self.told(feed) == told)
  }

  /// Waits until it is stored that the receiver has taken the notification about a tick.
  private static func untilSent(_ id: Int, _ engine: FeedEngine) async throws {
    try await TestSupport.until(every: .milliseconds(5)) {
      try await engine.alertStates()["high:tick:tick/\(id)"]?.string?
        .contains(#""isSent":true"#) == true
    }
  }

  @Test func `each transition is notified once, and a deleted row ends its alert`() async throws {
    let feed = try Self.feed(Self.receiver, beside: Self.program)
    let engine = try Self.engine(feed)
    try await feed.whileRunning(engine) { _ in
      try await Self.set(1, 3, in: engine)
      try await Self.set(1, 6, in: engine)
      try await Self.until(["firing tick:tick/1 1 high"], feed)
      try await Self.set(1, 7, in: engine)
      try await Self.set(1, 2, in: engine)
      try await Self.until(["firing tick:tick/1 1 high", "resolved tick:tick/1 1 high"], feed)
      try await Self.set(2, 9, in: engine)
      let first = ["firing tick:tick/1 1 high", "resolved tick:tick/1 1 high"]
      try await Self.until(first + ["firing tick:tick/2 2 high"], feed)
      try await engine.write { try $0.run("DELETE FROM tick") }
      try await Self.until(
        first + ["firing tick:tick/2 2 high", "resolved tick:tick/2 2 high"],
        feed
      )
      try await TestSupport.until(every: .milliseconds(5)) {
        try await engine.alertStates().isEmpty
      }
    }
  }

  @Test func `a restart neither repeats nor loses a notification`() async throws {
    let feed = try Self.feed(Self.receiver, beside: Self.program)
    var engine = try Self.engine(feed)
    try await feed.whileRunning(engine) { notices in
      try await Self.set(1, 6, in: engine)
      try await Self.until(["firing tick:tick/1 1 high"], feed)
      try await Self.untilSent(1, engine)
      // The receiver does not take the next one before the end.
      _ = try feed.directory.file("deaf", "")
      try await Self.set(2, 6, in: engine)
      _ = try #require(await notices.next(.failed))
    }
    try await engine.close()
    try FileManager.default.removeItem(atPath: feed.directory.path("deaf"))
    engine = try Self.engine(feed)
    try await feed.whileRunning(engine) { _ in
      try await Self.until(["firing tick:tick/1 1 high", "firing tick:tick/2 2 high"], feed)
      try await Self.untilSent(2, engine)
    }
    try await Self.set(1, 1, in: engine)
    try await Self.set(2, 1, in: engine)
    try await feed.whileRunning(engine) { _ in
      try await TestSupport.until(every: .milliseconds(5)) { Self.told(feed).count == 4 }
      #expect(
        Self.told(feed).suffix(2).sorted()
          == ["resolved tick:tick/1 1 high", "resolved tick:tick/2 2 high"]
      )
    }
  }

  @Test func `a webhook gets JSON, its headers and the same id at each attempt`() async throws {
    let directory = try TemporaryDirectory()
    let source = try await WebSource.start(in: directory.url)
    let feed = try Self.feed(
      ", webhook: \"\(source.url("/hook?k=${KEY}"))\", headers: {Authorization: \"Bearer ${TOKEN}\"}"
    )
    let engine = try Self.engine(feed)
    let secrets = ["KEY": "one", "TOKEN": "planted"]
    try await feed.whileRunning(engine, secrets: secrets) { notices in
      try await Self.set(7, 9, in: engine)
      let log = try await source.requests(2)
      let notice = try #require(await notices.next(.failed))
      #expect(notice.input == "high")
      let place = "127.0.0.1:\(source.port)"
      #expect(notice.text == "the alert cannot be sent: the receiver answers 503 (\(place))")
      #expect(await notices.next(.live)?.text == "the alert was sent")
      let body = try #require(log[1]["body"])
      #expect(log[0]["body"] == body)
      let members = try JSONDecoder().decode([String: String].self, from: Data(body.utf8))
      #expect(members["alert"] == "high")
      #expect(members["state"] == "firing")
      #expect(members["item"] == "tick:tick/7")
      #expect(members["title"] == "7")
      #expect(members["subtitle"] == "9")
      #expect(members["since"]?.hasSuffix("Z") == true)
      #expect(log[1]["idempotency-key"] == members["id"])
      #expect(log[1]["authorization"] == "Bearer planted")
      #expect(log[1]["path"] == "/hook?k=one")
      #expect(log[1]["content-type"] == "application/json")
      // The texts of the end are those of the item then.
      try await Self.set(7, 2, in: engine)
      let end = try #require(try await source.requests(3)[2]["body"])
      let last = try JSONDecoder().decode([String: String].self, from: Data(end.utf8))
      #expect(last["state"] == "resolved")
      #expect(last["subtitle"] == "2")
    }
  }

  @Test func `an alert that cannot be sent is a failed input until it is sent`() async throws {
    let feed = try Self.feed(Self.receiver, beside: Self.program)
    let deaf = try feed.directory.file("deaf", "")
    func alerts(_ engine: FeedEngine) async throws -> [String: String?] {
      let records = try await engine.inputRecords().filter { $0.input.kind == "alert" }
      return Dictionary(uniqueKeysWithValues: records.map { ($0.input.name, $0.failure) })
    }
    var engine = try Self.engine(feed)
    try await feed.whileRunning(engine) { _ in
      try await Self.set(1, 9, in: engine)
      try await TestSupport.until(every: .milliseconds(5)) { try await !alerts(engine).isEmpty }
      let failure = try #require(try await alerts(engine)["alert/high"] ?? nil)
      #expect(failure.hasPrefix("the alert cannot be sent: "), "\(failure)")
    }
    try await engine.close()
    engine = try Self.engine(feed)
    #expect(try await alerts(engine).count == 1)
    try FileManager.default.removeItem(atPath: deaf)
    try await feed.whileRunning(engine) { _ in
      try await Self.until(["firing tick:tick/1 1 high"], feed)
      try await TestSupport.until(every: .milliseconds(5)) { try await alerts(engine).isEmpty }
    }
    try await engine.close()
  }

  @Test func `a receiver that redirects to another address has not taken the notification`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let source = try await WebSource.start(in: directory.url)
    let feed = try Self.feed(", webhook: \"\(source.url("/hook-moved"))\"")
    let engine = try Self.engine(feed)
    try await feed.whileRunning(engine) { notices in
      try await Self.set(1, 9, in: engine)
      let notice = try #require(await notices.next(.failed))
      #expect(notice.text.contains("redirects the request with 302"), "\(notice.text)")
      // It is sent again, and never as a GET.
      let log = try await source.requests(2)
      #expect(log.allSatisfy { $0["method"] == "POST" }, "\(log)")
    }
    #expect(try await engine.alertStates()["high:tick:tick/1"] != nil)
  }

  @Test func `an alert without a receiver is one notice for each transition, across a restart`()
    async throws
  {
    let feed = try Self.feed()
    var engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      try await Self.set(1, 6, in: engine)
      let notice = try #require(await notices.next(.firing))
      #expect(notice == InputNotice(input: "high", kind: .firing, text: "1 · 6 · 1"))
      try await Self.untilSent(1, engine)
    }
    try await engine.close()
    engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      try await Self.set(1, 2, in: engine)
      let notice = try #require(await notices.next(.resolved))
      #expect(notice.text.hasPrefix("1 · 2 · 1 · since 20"))
      #expect(notices.list.map(\.kind) == [.resolved])
    }
  }

  @Test func `a runner leaves the states of alerts that another feed over the store declares`()
    async throws
  {
    let feed = try Self.feed()
    var engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      try await Self.set(1, 6, in: engine)
      try await Self.untilSent(1, engine)
    }
    try await engine.close()
    var file = try FeedFile.load(path: feed.path)
    file.feed.alerts[0].name = "low"
    engine = try FeedEngine(file: file, store: feed.store)
    try await feed.whileRunning(engine) { notices in
      #expect(await notices.next(.firing)?.input == "low")
    }
    let items = try await engine.alertStates().keys.sorted()
    #expect(items == ["high:tick:tick/1", "low:tick:tick/1"])
    try await engine.close()
    // The first feed has sent its notification.
    engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      try await Self.set(1, 2, in: engine)
      #expect(await notices.next(.resolved)?.input == "high")
      #expect(notices.list.map(\.kind) == [.resolved])
    }
  }

  @Test func `an alert with a time fires only if the condition holds that long`() async throws {
    let feed = try Self.feed(", for: 60s\(Self.receiver)", beside: Self.program)
    let engine = try Self.engine(feed)
    var book = try await AlertBook(engine) { 100 }
    var update = try #require(await Self.versions(of: engine))
    #expect(try await book.take(update).isEmpty)
    try await Self.set(1, 6, in: engine)
    update = try #require(await Self.versions(of: engine))
    let waits = try await book.take(update)
    #expect(waits.map(\.seconds) == [60])
    let key = try #require(waits.first?.key)
    #expect(await book.notification(key) == nil)
    // After a restart at 130 s it waits for the rest.
    book = try await AlertBook(engine) { 130 }
    let rest = try await book.take(update)
    #expect(rest.map(\.seconds) == [30])
    #expect(try await book.take(update).isEmpty)
    // Its sources get ten seconds to answer.
    let late = try await AlertBook(engine) { 1_000 }
    #expect(try await late.take(update).map(\.seconds) == [10])
    try await book.fire(rest[0])
    #expect(await book.notification(key)?.state == .firing)
    // The condition of tick 2 ends before.
    try await Self.set(2, 6, in: engine)
    let early = try await book.take(try #require(await Self.versions(of: engine)))
    #expect(early.map(\.key.item) == ["tick:tick/2"])
    try await Self.set(2, 1, in: engine)
    _ = try await book.take(try #require(await Self.versions(of: engine)))
    try await book.fire(early[0])
    #expect(await book.notification(early[0].key) == nil)
    #expect(try await engine.alertStates().keys.sorted() == ["high:tick:tick/1"])
  }

  /// The whole feed as the first element of a new reader.
  private static func versions(of engine: FeedEngine) async -> FeedUpdate? {
    var versions = engine.versions().makeAsyncIterator()
    return await versions.next()
  }

  /// Rows that change at random, a receiver that takes notifications at random times, and restarts.
  @Test(arguments: 0..<amount(20, full: 200))
  func `the notifications of an item alternate, and the last one agrees with the row`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let feed = try Self.feed(Self.receiver)
    let engine = try Self.engine(feed)
    let alert = try #require(engine.feed.alerts.first)
    var book = try await AlertBook(engine) { 0 }
    var reader = engine.versions().makeAsyncIterator()
    var taken = 0
    func take() async throws {
      let update = try #require(await reader.next())
      _ = try await book.take(update)
      taken = update.snapshot.version
    }
    try await take()
    var values: [Int: Int] = [:]
    var told: [String: [AlertNotification.State]] = [:]
    func deliver(_ id: Int) async throws {
      let key = AlertBook.Key(alert: "high", item: "tick:tick/\(id)")
      guard let notification = await book.notification(key) else { return }
      told[key.item, default: []].append(notification.state)
      _ = try await book.didSend(notification, of: alert)
    }
    for _ in 0..<30 {
      let id = Int.random(in: 1...3, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let value = Int.random(in: 4...7, using: &random)
        try await Self.set(id, value, in: engine)
        values[id] = value
      case 5:
        try await engine.write { try $0.run("DELETE FROM tick WHERE id = \(id)") }
        values[id] = nil
      case 6..<9: try await deliver(id)
      default:
        book = try await AlertBook(engine) { 0 }
        reader = engine.versions().makeAsyncIterator()
        try await take()
      }
      if engine.snapshot.version > taken { try await take() }
    }
    for id in 1...3 {
      for _ in 0..<4 { try await deliver(id) }
      let item = "tick:tick/\(id)"
      let states = told[item] ?? []
      for (index, state) in states.enumerated() {
        #expect(state == (index.isMultiple(of: 2) ? .firing : .resolved), "seed \(seed): \(states)")
      }
      let value = values[id] ?? 0
      #expect((states.last == .firing) == (value > 5), "seed \(seed): \(item) \(value) \(states)")
    }
  }
}
