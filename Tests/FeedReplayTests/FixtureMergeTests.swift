import Foundation
import TestSupport
import Testing

@testable import FeedReplay

@Suite("FixtureMerge")
struct FixtureMergeTests {
  @Test func `fixtures are merged by time, and ties go to the file named first`() async throws {
    let first = try temporary("{\"at\":0}\n{\"at\":1}\n{\"at\":1}\n")
    let second = try temporary("{\"at\":0.5}\n{\"at\":1}\n{\"at\":2}\n")
    defer { remove(first, second) }
    let merge = try await FixtureMerge(paths: [first, second])
    let order = try played(merge)
    #expect(
      order == [
        "\(first):1", "\(second):1", "\(first):2", "\(first):3", "\(second):2", "\(second):3",
      ]
    )
  }

  @Test func `lines after the limit are not read, in any round`() async throws {
    let path = try temporary("{\"at\":0}\n{\"at\":1}\n{\"at\":2}\n")
    defer { remove(path) }
    for (limit, count) in [("0", 1), ("1.5", 2), ("2", 4), ("3.5", 5)] {
      let merge = try await FixtureMerge(
        [Recording(path: path)],
        passes: nil,
        until: PlayLimit(limit)
      )
      #expect(try played(merge).count == count, "until \(limit)")
      #expect(try merge.next() == nil)
    }
  }

  @Test func `lines up to a time of day need lines with times of day`() async throws {
    let path = try temporary("{\"at\":0}\n")
    defer { remove(path) }
    let merge = try await FixtureMerge(
      [Recording(path: path)],
      until: PlayLimit("2026-07-01T18:30:00Z")
    )
    let error = #expect(throws: FixtureError.self) { try merge.next() }
    #expect(error?.code == .noTimes)
    #expect(PlayLimit("-1") == nil && PlayLimit("soon") == nil)
  }

  @Test func `lines that were played already are skipped`() async throws {
    let first = try temporary("{\"at\":0}\n{\"at\":1}\n")
    let second = try temporary("{\"at\":0.5}\n{\"at\":2}\n")
    defer { remove(first, second) }
    var history = History()
    try await history.play([first], lines: 1)
    try await history.play([second], lines: 2)
    let merge = try await FixtureMerge(paths: [first, second], resuming: history.recall)
    #expect(try played(merge) == ["\(first):2"])
    #expect(merge.resumptions.map(\.line) == [1, 2])
  }

  @Test func `two paths to one file have one name`() throws {
    let path = try temporary("{\"at\":0}\n")
    defer { remove(path) }
    let roundabout = path.replacing("/tmp/", with: "/tmp/../tmp/./")
    let straight = try FixtureReader(path: path).fixture.name
    #expect(try FixtureReader(path: roundabout).fixture.name == straight)
  }

  @Test func `a file that is moved or grows keeps its name`() throws {
    let name = try name(of: "{\"at\":0,\"x\":1}")
    #expect(name.hasPrefix("f.jsonl#"))
    let same = [
      "{\"at\":0,\"x\":1}\n", "{\"at\":0,\"x\":1}\r\n", "{\"at\":0,\"x\":1}\n{\"at\":1}\n",
    ]
    for text in same { #expect(try self.name(of: text) == name, "\(text.debugDescription)") }
    let others = ["", "{\"at\":0,\"x\":2}\n", "{\"at\":0}\n{\"at\":0,\"x\":1}\n"]
    for text in others { #expect(try self.name(of: text) != name, "\(text.debugDescription)") }
  }

  @Test func `a formatted array is identified by its first message`() throws {
    let name = try name(of: "[\n  {\n    \"t\": 1\n  }\n]\n")
    #expect(try self.name(of: "[\n  {\n    \"t\": 1\n  },\n  {\n    \"t\": 2\n  }\n]\n") == name)
    #expect(try self.name(of: "[\n  {\n    \"t\": 3\n  }\n]\n") != name)
  }

  /// Returns the name of a file with a text, in a new directory each time.
  private func name(of text: String) throws -> String {
    let directory = try TemporaryDirectory()
    return try RecordedFile(path: try directory.file("f.jsonl", text)).fixture.name
  }

  private func played(_ merge: FixtureMerge) throws -> [String] {
    var order: [String] = []
    while case .entry(let entry)? = try merge.next() {
      order.append("\(entry.fixture.path):\(entry.line)")
    }
    return order
  }

  private func temporary(_ text: String) throws -> String {
    let path = "/tmp/fixture-\(UUID().uuidString).jsonl"
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private func remove(_ paths: String...) {
    for path in paths { try? FileManager.default.removeItem(atPath: path) }
  }
}
