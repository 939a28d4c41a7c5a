import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedEngine

@Suite("One commit, one version")
struct ModelTests {
  private static let seeds = UInt64(0)..<amount(8, full: 25, soak: 250)
  private static let commits = amount(100, soak: 400)

  @Test(arguments: seeds)
  func `after every commit the feed agrees with fresh queries, and every batch leads there`(
    seed: UInt64
  ) throws {
    try play(Sportsbook.feed(), seed: seed)
  }

  /// A commit is evaluated for all sections together, so one section could hide a mistake of
  /// another.
  @Test(arguments: seeds)
  func `each section is correct on its own`(seed: UInt64) throws {
    for section in Sportsbook.feed().sections {
      var feed = Sportsbook.feed()
      feed.sections = [section]
      try play(feed, seed: seed)
    }
  }

  private func play(_ feed: Feed, seed: UInt64) throws {
    let core = try EngineCore(feed: feed, store: .memory)
    var history = RandomHistory(seed: seed)
    var model = CollectionModel(core.snapshot.composition)
    for commit in 0..<Self.commits {
      let statements = history.transaction()
      let names = feed.sections.map(\.id.description).joined(separator: ", ")
      let comment: Comment = "seed \(seed), \(names), commit \(commit): \(statements)"
      let before = core.snapshot
      var update: FeedUpdate?
      do {
        update = try core.commit { writer in for sql in statements { try writer.run(sql) } }
      } catch is StoreError {
        // A failed transaction must not have changed anything.
        #expect(core.composer.composition == before.composition, comment)
      }
      try expectFresh(core, comment)
      guard let update else {
        #expect(core.snapshot.version == before.version, comment)
        #expect(core.composer.composition == before.composition, comment)
        continue
      }
      #expect(update.from.version == before.version, comment)
      #expect(update.snapshot.version == before.version + 1, comment)
      let compared = before.composition.updates(to: update.snapshot.composition)
      #expect(update.updates == compared, comment)
      #expect(model.warnings(of: update.updates, to: update.snapshot.composition).isEmpty, comment)
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
  }

  /// Compares the feed with the results of fresh SQL.
  private func expectFresh(_ core: EngineCore, _ comment: Comment) throws {
    let expected = try core.store.withWriter { try NaiveComposer(writer: $0).sections() }
      .filter { section in
        core.feed.sections.contains { $0.id.description == section.id.prefix { $0 != "/" } }
      }
    let actual = core.composer.composition.sections.map { section in
      NaiveComposer.Section(
        id: section.id.description,
        title: section.content.title,
        items: section.items.map(\.id.description),
        contents: section.items.map(\.content)
      )
    }
    try #require(actual.map(\.id) == expected.map(\.id), comment)
    for (actual, expected) in zip(actual, expected) {
      try #require(actual.title == expected.title, comment)
      try #require(actual.items == expected.items, comment)
      try #require(actual.contents == expected.contents, comment)
    }
  }
}
