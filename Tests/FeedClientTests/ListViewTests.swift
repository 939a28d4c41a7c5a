import FeedClient
import FeedModel
import FeedSnapshots
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

@testable import ExampleListView

/// A strict list view: it collects the calls of a batch, and rejects invalid batches.
@MainActor private final class StrictListView: ListView {
  private(set) var model = CollectionModel(WireSnapshot())
  private(set) var mistakes: [InvalidBatch] = []
  private var batch = BatchUpdates()
  weak var source: FeedListSource?

  func deleteSections(_ sections: [Int]) { batch.deleteSections = sections }
  func insertSections(_ sections: [Int]) { batch.insertSections = sections }
  func moveSection(_ section: Int, toSection newSection: Int) {
    batch.moveSections.append(.init(from: section, to: newSection))
  }
  func deleteItems(at paths: [SnapshotPath]) { batch.deleteItems = paths }
  func insertItems(at paths: [SnapshotPath]) { batch.insertItems = paths }
  func moveItem(at path: SnapshotPath, to newPath: SnapshotPath) {
    batch.moveItems.append(.init(from: path, to: newPath))
  }
  func performBatch(_ edits: @escaping () -> Void) {
    batch = BatchUpdates()
    edits()
  }
  func reloadSections(_ sections: [Int]) { batch.reloadSections = sections }
  func reloadItems(at paths: [SnapshotPath]) { batch.reloadItems = paths }

  /// The last call of every version.
  func reconfigureItems(at paths: [SnapshotPath]) {
    batch.reconfigureItems = paths
    guard let new = source?.shown else { return }
    do { try model.perform(batch, to: new) } catch { mistakes.append(error) }
  }
}

@Suite("Examples: a list view", .timeLimit(.minutes(10)))
struct ListViewTests {
  @MainActor @Test func `a list that performs each batch shows the served feed`()
    async throws
  {
    try await ServedFeed.whileServing { feed in
      let view = StrictListView()
      let source = FeedListSource(view)
      view.source = source
      var updates = FeedClient("http://127.0.0.1:\(feed.port)").updates().makeAsyncIterator()
      let changes = [
        "UPDATE player SET price = 9 WHERE id = 1", "UPDATE team SET rank = 9 WHERE id = 1",
        "DELETE FROM player WHERE id = 2", "UPDATE team SET name = 'Reds & Co.' WHERE id = 1",
        "INSERT INTO player (id, team_id, name) VALUES (9, 3, 'Di')",
      ]
      for sql in changes {
        try await feed.run(sql)
        var version = 0
        while version < feed.version {
          let update = try #require(try await updates.next())
          source.perform(update.updates, to: update.snapshot)
          version = update.cursor.version
        }
        let answer = try await feed.request("GET", "/v1/feed")
        let sections = try FeedImage(json: answer.body).sections
        #expect(source.shown?.wireSections == sections)
        #expect(view.model.sections.map(\.id.string) == sections.map(\.id))
        #expect(view.model.sections.map(\.items.count) == sections.map(\.items.count))
      }
      #expect(view.mistakes.isEmpty, "\(view.mistakes)")
    }
  }

  #if os(Linux)
  @Test func `the files for Apple's systems type-check against the declarations that they use`()
    throws
  {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    var build = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    for _ in 0..<3 { build.deleteLastPathComponent() }
    let script = root.appending(path: "Scripts/type-check-examples").path
    func check(_ files: [String] = []) throws -> (status: Int32, output: String) {
      try ForeignProgram.run("bash", [script, build.path] + files)
    }
    let right = try check()
    #expect(right.status == 0, "\(right.output)")

    let folder = try TemporaryDirectory()
    let wrong = try folder.file(
      "FeedList.swift",
      String(contentsOf: root.appending(path: "Examples/ListView/FeedList.swift"), encoding: .utf8)
        .replacing("item.content.value", with: "item.content.price")
    )
    let refused = try check([wrong])
    #expect(refused.status != 0)
    #expect(refused.output.contains("no member 'price'"), "\(refused.output)")
    withExtendedLifetime(folder) {}
  }
  #endif
}
