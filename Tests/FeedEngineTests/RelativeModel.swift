import FeedDefinition
import FeedFormatting
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@testable import FeedEngine

/// A random history of a feed with relative times, compared step by step with its rows.
struct RelativeModel {
  private struct Refusal: Error {}

  private let feed: RelativeFeed
  private let seed: UInt64
  private var random: SeededGenerator
  private var model: CollectionModel<SectionID, SectionContent, ItemID, Content>
  private var now: Int64?
  private var news: [(id: Int64, at: Value)] = []
  private var history: [String] = []

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    feed = try RelativeFeed(isInFile: seed.isMultiple(of: 3))
    model = CollectionModel(feed.core.snapshot.composition)
  }

  private var comment: Comment {
    "seed \(seed), step \(history.count): \(history.suffix(6).joined(separator: "; "))"
  }

  mutating func play(steps: Int) throws {
    for step in 0..<steps {
      try self.step()
      try expectWhatRowsSay()
      if step % 20 == 19 { try expectFresh() }
    }
  }

  // MARK: Steps

  private mutating func step() throws {
    let before = feed.core.snapshot
    let time = Int.random(in: 0..<3, using: &random) > 0 ? nextTime() : now
    let sql = Bool.random(using: &random) ? statement() : nil
    let document = Int.random(in: 0..<12, using: &random) == 0 ? stories() : nil
    // The statement is refused before the commit, or by it, after the feed has been evaluated.
    let isRefused = Int.random(in: 0..<8, using: &random) == 0
    let isDangling = Int.random(in: 0..<12, using: &random) == 0
    history.append(
      "\(time.map { "tick \($0)" } ?? "-") \(sql ?? "-") \(document.map { "\($0)" } ?? "-")"
        + (isRefused ? " refused" : "") + (isDangling ? " dangling" : "")
    )
    let value = time.map { isText($0) ? Value.text(Self.text($0)) : .integer($0) }
    var update: FeedUpdate?
    do {
      update = try feed.core.commit(
        time: value,
        approve: { _ in if isRefused { throw Refusal() } }
      ) { writer in
        if let sql { try writer.run(sql) }
        if isDangling { try writer.run("INSERT INTO bet VALUES (NULL, -1)") }
        if let document {
          let json = document.map { #"{"id":\#($0.id),"at":\#(Self.json($0.at))}"# }
          try feed.core.replaceDocument(
            "news",
            with: Array("[\(json.joined(separator: ","))]".utf8),
            isFromFile: false,
            in: writer
          )
        }
      }
      now = time
      if let document { news = document }
    } catch {
      #expect(feed.core.composer.composition == before.composition, comment)
    }
    guard let update else {
      #expect(feed.core.snapshot.version == before.version, comment)
      #expect(feed.core.composer.composition == before.composition, comment)
      return
    }
    #expect(update.updates == before.composition.updates(to: update.snapshot.composition), comment)
    #expect(!update.updates.isEmpty || update.snapshot.status != before.status, comment)
    do {
      try model.perform(
        update.updates,
        from: before.composition,
        to: update.snapshot.composition
      )
    } catch {
      Issue.record("\(comment): \(error)")
    }
  }

  private mutating func nextTime() -> Int64 {
    guard let now else { return 1_000_000 }
    let steps: [Int64] = [
      0, 1, 1, 2, 29, 59, 60, 61, 600, 3_599, 3_600, 86_400, 200_000, -1, -4_000,
    ]
    return now + (steps.randomElement(using: &random) ?? 1)
  }

  /// The notation of the time of a tick.
  private func isText(_ time: Int64) -> Bool { time.isMultiple(of: 2) && seed.isMultiple(of: 2) }

  private mutating func statement() -> String {
    let id = Int.random(in: 1...12, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1:
      return "INSERT OR REPLACE INTO game VALUES "
        + "(\(id), 'G\(id)', \(instant()), \(instant()), \(Int.random(in: 0..<5, using: &random)), '')"
    case 2: return "DELETE FROM game WHERE id = \(id)"
    case 3: return "UPDATE game SET at = \(instant()) WHERE id = \(id)"
    case 4: return "UPDATE game SET ends = \(instant()) WHERE id = \(id)"
    case 5:
      return "UPDATE game SET rank = \(Int.random(in: 0..<5, using: &random)) WHERE id = \(id)"
    case 6: return "UPDATE game SET note = note || 'x'"
    case 7:
      return "INSERT INTO goal SELECT NULL, id, \(instant()) FROM game WHERE id = \(id)"
    default: return "UPDATE goal SET at = \(instant()) WHERE id % 3 = \(id % 3)"
    }
  }

  private mutating func stories() -> [(id: Int64, at: Value)] {
    let ids = [Int64](1...5).filter { _ in Bool.random(using: &random) }
    return ids.map { ($0, Bool.random(using: &random) ? .null : .integer(near())) }
  }

  private mutating func near() -> Int64 {
    let ranges: [ClosedRange<Int64>] = [-70...70, -4_000...4_000, -300_000...300_000]
    return (now ?? 1_000_000)
      + Int64.random(in: ranges.randomElement(using: &random) ?? -70...70, using: &random)
  }

  /// Returns the SQL of a time, or of a value that is not a time.
  private mutating func instant() -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return "NULL"
    case 1: return "'never'"
    case 2: return "'\(Self.text(near()).string)'"
    case 3: return "\(near()).5"
    default: return "\(near())"
    }
  }

  private static func text(_ seconds: Int64) -> Text {
    let format = "yyyy-MM-dd'T'HH:mm:ss'Z'"
    let template = try? TextTemplate("{x:\(format)}")
    return Text(template?.text { _ in .integer(seconds) } ?? "")
  }

  private static func json(_ value: Value) -> String { value.int64.map { "\($0)" } ?? "null" }

  // MARK: What it is compared with

  private func expectFresh() throws {
    guard case .file = feed.location else { return }
    let fresh = try EngineCore(feed: feed.file.feed, store: feed.location)
    #expect(fresh.snapshot.composition == feed.core.snapshot.composition, comment)
  }

  private func expectWhatRowsSay() throws {
    var expected = news.map {
      "story:news/\($0.id): \(said($0.at, isPast: true, hasSeconds: true))"
    }
    let games = try rows("SELECT id, name, at, ends FROM game ORDER BY rank, id", columns: 4)
    let time: String =
      switch feed.core.evaluator.time {
      case .integer(let seconds): "\(seconds)"
      case .text(let text): "'\(text.string)'"
      default: "NULL"
      }
    for game in try rows(
      "SELECT id, name, at FROM game WHERE at > \(time) ORDER BY at, id",
      columns: 3
    ) {
      let text = "\(said(game[1])) \(said(game[2], isPast: false, hasSeconds: true))"
      expected.append("soon:game/\(said(game[0])): \(text)")
    }
    for game in games {
      let (ago, ahead) = (said(game[2], isPast: true), said(game[2], isPast: false))
      let title = "\(said(game[1])) \(ago)".trimmed
      // A separator next to an empty field is left out.
      let subtitle = [ahead, said(game[3], isPast: false)].filter { !$0.isEmpty }
        .joined(separator: ", ")
      expected.append(
        "game:game/\(said(game[0])): \(title)" + (subtitle.isEmpty ? "" : " / \(subtitle)")
      )
      let goals = try rows(
        "SELECT id, at FROM goal WHERE game = \(said(game[0])) ORDER BY id",
        columns: 2
      )
      expected += goals.map { "goal:goal/\(said($0[0])): \(said($0[1], isPast: true))" }
    }
    let texts = feed.texts(feed.core.snapshot)
    #expect(texts.map(\.trimmed) == expected.map(\.trimmed), comment)
  }

  private func rows(_ sql: String, columns: Int) throws -> [[Value]] {
    try feed.core.store.withWriter { writer in
      let statement = try writer.prepare(sql)
      defer { statement.reset() }
      var rows: [[Value]] = []
      while try statement.step() { rows.append((0..<columns).map { statement.value(at: $0) }) }
      return rows
    }
  }

  private func said(_ value: Value) -> String { ValueFormat.plainText(of: value) }

  /// Returns the expected text of a time, by the rule in its plainest form.
  private func said(_ time: Value, isPast: Bool, hasSeconds: Bool = false) -> String {
    let seconds: Double? =
      switch time {
      case .integer(let integer): Double(integer)
      case .real(let real): real
      default: time.microsecondsSince1970.map { Double($0) / 1_000_000 }
      }
    guard let now, let seconds else { return said(time) }
    let exact = isPast ? Double(now) - seconds : seconds - Double(now)
    let distance = Int64(exact.rounded(.down))
    let amount: String
    if distance < 60 {
      guard hasSeconds, distance > 0 else { return "now" }
      amount = "\(distance) s"
    } else if distance < 60 * 60 {
      amount = "\(distance / 60) min"
    } else if distance < 24 * 60 * 60 {
      amount = "\(distance / 60 / 60) h"
    } else {
      let days = distance / 60 / 60 / 24
      amount = days == 1 ? "1 day" : "\(days) days"
    }
    return isPast ? "\(amount) ago" : "in \(amount)"
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    while text.first == " " { text.removeFirst() }
    return String(text)
  }
}
