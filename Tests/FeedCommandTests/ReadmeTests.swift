import FeedDefinition
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import Testing

@Suite("README")
struct ReadmeTests {
  /// The README's example, which a test below compares line by line.
  private func example() async throws {
    let file = try FeedFile.load(path: "layouts/sportsbook.yaml")
    let engine = try FeedEngine(feed: file.feed)

    let update = try await engine.write { store in
      try store.run("UPDATE event SET status = 'live' WHERE id = 100")
    }
    if let update {
      print(update.snapshot.version)  // 2
      print(update.updates.moveItems.count)  // 23: an event with all its markets is live now
    }

    for await update in engine.versions() {  // each reader at its own pace
      print(update.snapshot.version, update.updates.operationCount)
    }
  }

  @Test func `the figures of the README's example are correct`() async throws {
    let place = FeedProgram.root.appending(path: "layouts/sportsbook.yaml").path
    let engine = try FeedEngine(feed: try FeedFile.load(path: place).feed)
    let update = try await engine.write { store in
      try store.run("UPDATE event SET status = 'live' WHERE id = 100")
    }
    #expect(update?.snapshot.version == 2)
    #expect(update?.updates.moveItems.count == 23)
  }

  @Test func `the example of the README compiles`() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let readme = try String(
      contentsOf: FeedProgram.root.appending(path: "README.md"),
      encoding: .utf8
    )
    let body = try #require(source.firstRange(of: "async throws {\n"))
    let end = try #require(source.firstRange(of: "\n  }\n\n  @Test"))
    for line in source[body.upperBound..<end.lowerBound].split(separator: "\n") {
      #expect(readme.contains(line.drop { $0 == " " }), "\(line)")
    }
  }

  private func readme() throws -> String {
    try String(contentsOf: FeedProgram.root.appending(path: "README.md"), encoding: .utf8)
  }

  @Test func `the README is short, and names only existing targets`() throws {
    let readme = try readme()
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
    let makefile = try String(
      contentsOf: FeedProgram.root.appending(path: "Makefile"),
      encoding: .utf8
    )
    for target in readme.matches(of: /make ([a-z-]+)/).map(\.output.1) {
      #expect(makefile.contains("\n\(target):"), "make \(target)")
    }
  }
}
