import FeedDefinition
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("FeedFile loading")
struct LoadingTests {
  @Test func `a missing file, a directory and a file that is not text are rejected`() throws {
    try withDirectory { directory in
      let none = directory.appending(path: "none.yaml").path
      #expect(
        message(none) == """
          \(none): error[unreadable-file]: the feed file does not exist
            hint: check the path; it is relative to where the program runs
          """
      )
      #expect(
        message(directory.path) == """
          \(directory.path): error[unreadable-file]: the feed file is a directory
            hint: name a file in it
          """
      )
      let bad = directory.appending(path: "bad.yaml")
      try Data("feed: 1\ntitle: caf".utf8 + [0xE9, 0x0A]).write(to: bad)
      #expect(
        message(bad.path) == """
          \(bad.path):2:11: error[invalid-utf8]: the file is not UTF-8
            title: caf\u{FFFD}
                      ^
            hint: save the file as UTF-8
          """
      )
      let large = directory.appending(path: "large.yaml")
      try Data(repeating: 0x23, count: 5 << 20).write(to: large)
      #expect(
        message(large.path) == """
          \(large.path): error[too-large]: the file has more than 4194304 bytes
            hint: a feed file declares a feed; put its data into fixtures
          """
      )
    }
  }

  @Test func `a schema that is not text is rejected at the place that names it`() throws {
    try withDirectory { directory in
      try Data([0xFF]).write(to: directory.appending(path: "feed.sql"))
      let file = directory.appending(path: "feed.yaml")
      try Data("feed: 1\nstore: {schema: feed.sql}\n".utf8).write(to: file)
      #expect(
        message(file.path) == """
          \(file.path):2:17: error[unreadable-schema]: the schema 'feed.sql' is not UTF-8
            store: {schema: feed.sql}
                            ^
            hint: save the file as UTF-8
          """
      )
    }
  }

  @Test func `paths are relative to the feed file`() throws {
    try withDirectory { directory in
      try Data("-- nothing".utf8).write(to: directory.appending(path: "feed.sql"))
      let file = directory.appending(path: "feed.yaml")
      let text = """
        feed: 1
        store: {schema: feed.sql}
        sources: {a: {document: a, file: a.json}, b: {document: b, file: /none/b.json}}
        sections: [{id: a, source: a, item: a}, {id: b, source: b, item: b}]
        """
      try Data(text.utf8).write(to: file)
      let feed = try FeedFile.load(path: file.path).feed
      #expect(feed.schema?.path == directory.path + "/feed.sql")
      #expect(feed.schema?.sql == "-- nothing")
      #expect(feed.sources[0].document?.file == directory.path + "/a.json")
      #expect(feed.sources[1].document?.file == "/none/b.json")
    }
  }

  @Test(arguments: ["- ", "? ", "[", "{a: ", "{? ", "- &a ", "- !t "])
  func `the reader survives any depth`(piece: String) {
    for count in [65, 500, 999, 1_001, 5_000] {
      let text = "feed: 1\nlayouts:\n  " + String(repeating: piece, count: count)
      #expect(throws: FeedFileErrors.self) { try FeedFile.parse(text: text, name: "f") }
    }
  }

  @Test(arguments: 0..<4)
  func `the reader survives any text`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let path = Repository.path("layouts/sportsbook.yaml")
    let original = Array(try String(contentsOfFile: path, encoding: .utf8).unicodeScalars)
    let pieces = Array("{}[]:,-?&*!|>'\"%@#\\ \n\t\r\u{FEFF}\u{2028}é😀0~".unicodeScalars)
    for _ in 0..<amount(20, soak: 2_000) {
      var scalars = original
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: scalars.indices, using: &random)
        let piece = pieces[Int.random(in: pieces.indices, using: &random)]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: scalars.insert(piece, at: index)
        case 1: scalars[index] = piece
        case 2: scalars.removeSubrange(index..<min(index + 9, scalars.count))
        default: scalars.insert(contentsOf: scalars[index...].prefix(30), at: index)
        }
      }
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      do throws(FeedFileErrors) {
        _ = try FeedFile.parse(text: String(view), name: "f", directory: Repository.path("layouts"))
      } catch {
        #expect(!error.problems.isEmpty, "seed \(seed)")
        for problem in error.problems {
          #expect(problem.position == nil || problem.sourceLine != nil, "seed \(seed): \(problem)")
        }
      }
    }
  }

  private func message(_ path: String) -> String {
    do throws(FeedFileErrors) {
      _ = try FeedFile.load(path: path)
      return "nothing"
    } catch {
      return error.description
    }
  }

  private func withDirectory(_ body: (URL) throws -> Void) throws {
    let directory = try TemporaryDirectory()
    try body(directory.url)
  }
}
