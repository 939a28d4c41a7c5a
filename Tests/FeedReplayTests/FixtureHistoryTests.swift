import FeedEngine
import FeedReplay
import FeedStore
import Foundation
import TestSupport
import Testing

/// The fixtures in a store after some of their lines were played.
struct History {
  private(set) var fixtures: [PlayedFixture] = []

  var recall: (String) -> [PlayedFixture] {
    { [fixtures] mark in fixtures.filter { $0.position.fixture.hasPrefix(mark) } }
  }

  /// Plays the given number of lines, or all.
  @discardableResult
  mutating func play(
    _ paths: [String],
    lines count: Int = .max,
    passes: Int? = 1
  ) async throws -> [String] {
    let merge = try await FixtureMerge(
      paths.map { Recording(path: $0) },
      passes: passes,
      resuming: recall
    )
    var texts: [String] = []
    while texts.count < count, let line = try merge.next() {
      guard case .entry(let entry) = line else { continue }
      texts.append(entry.text)
      fixtures.removeAll { $0.position.fixture == entry.fixture.name }
      fixtures.append(
        PlayedFixture(
          position: FixturePosition(
            fixture: entry.fixture.name,
            line: entry.position,
            digest: entry.digest
          ),
          place: entry.fixture.place
        )
      )
    }
    return texts
  }
}

@Suite("The identity of a fixture")
struct FixtureHistoryTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Creates a file of the same name in a folder, with a line for each letter.
  private func file(_ place: String, _ letters: String) throws -> String {
    let folder = folder.url.appending(path: place)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "updates.jsonl")
    let lines = letters.map { "{\"at\":0,\"is\":\"\($0)\"}\n" }
    try Data(lines.joined().utf8).write(to: path)
    return path.path
  }

  /// Returns the letters of lines.
  private func letters(_ lines: [String]) -> String {
    lines.map { String($0.dropLast(2).suffix(1)) }.joined()
  }

  @Test
  func `a file with the same name and first line is another fixture if it continues differently`()
    async throws
  {
    let monday = try file("monday", "abcd")
    let tuesday = try file("tuesday", "axyz")
    for count in 1...4 {
      var history = History()
      try await history.play([monday], lines: count)
      #expect(try await letters(history.play([tuesday])) == "axyz", "\(count) lines of the other")
      #expect(try await letters(history.play([monday])) == String("abcd".dropFirst(count)))
      #expect(history.fixtures.count == 2)
    }
  }

  @Test func `a file that was moved, copied or extended is resumed`() async throws {
    var history = History()
    let first = try file("first", "abc")
    try await history.play([first], lines: 2)
    let copy = try file("copy", "abc")
    #expect(try await letters(history.play([copy], lines: 1)) == "c")
    let grown = try file("grown", "abcde")
    #expect(try await letters(history.play([grown])) == "de")
    for path in [first, copy, grown] { try FileManager.default.removeItem(atPath: path) }
    let moved = try file("moved", "abcdef")
    let merge = try await FixtureMerge(paths: [moved], resuming: history.recall)
    #expect(merge.resumptions.map(\.kind) == [.moved(from: grown)])
    #expect(
      merge.resumptions.map(\.description) == [
        "\(moved): continuing after line 5, to which it was played as '\(grown)'"
      ]
    )
    #expect(try await letters(history.play([moved])) == "f")
    #expect(history.fixtures.count == 1)
  }

  @Test func `a file in place of a moved file is a separate fixture`()
    async throws
  {
    var history = History()
    try await history.play([try file("log", "abc")])
    let archived = try file("archive", "abc")
    _ = try file("log", "axy")
    #expect(try await history.play([archived]).isEmpty)
    try await history.play([try file("archive", "abcd")])
    #expect(try await letters(history.play([try file("log", "axy")])) == "axy")
    #expect(history.fixtures.count == 2)
  }

  @Test func `a file that was changed before its position is rejected`() async throws {
    var history = History()
    try await history.play([try file("f", "abcd")], lines: 3)
    for letters in ["axcd", "ab", "abdc", "abxcd"] {
      let path = try file("f", letters)
      let error = await #expect(throws: FixtureError.self) {
        _ = try await FixtureMerge(paths: [path], resuming: history.recall)
      }
      #expect(
        error?.description == """
          \(path): error[fixture-changed]: the lines up to line 3 differ from those that were \
          played into this store
            hint: restore the lines to continue after them, or rename the file to play it as a new fixture
          """
      )
    }
    // After that line, any change is valid; another first line makes it another file.
    #expect(try await letters(history.play([try file("f", "abcxy")])) == "xy")
    #expect(try await letters(history.play([try file("f", "xbc")])) == "xbc")
  }

  @Test func `a file that is named twice is two fixtures, and each is resumed`() async throws {
    var history = History()
    let path = try file("f", "abcd")
    let begin = try await history.play([path, path], lines: 3)
    let rest = try await history.play([path, path])
    #expect((begin + rest).count == 8)
    #expect(history.fixtures.count == 2)
  }

  @Test func `lines are counted through all passes, and a file is identified in each of them`()
    async throws
  {
    let path = try file("f", "abc")
    for count in 1...8 {
      var history = History()
      let begin = try await history.play([path], lines: count, passes: 3)
      let rest = try await history.play([path], passes: 3)
      #expect(letters(begin + rest) == "abcabcabc", "\(count)")
    }
    var history = History()
    try await history.play([path], lines: 5, passes: 3)
    let changed = try file("f", "axc")
    await #expect(throws: FixtureError.self) {
      _ = try await FixtureMerge(paths: [changed], resuming: history.recall)
    }
  }

  @Test
  func `a position of an earlier release is resumed, and reported as unproven`()
    async throws
  {
    let path = try file("f", "abcd")
    let name = try FixtureReader(path: path).fixture.name
    let old = PlayedFixture(position: FixturePosition(fixture: name, line: 2))
    let merge = try await FixtureMerge(paths: [path], resuming: { _ in [old] })
    #expect(
      merge.resumptions.map(\.description) == [
        "\(path): continuing after line 2; the lines before it may differ from those that "
          + "were played"
      ]
    )
    #expect(merge.resumptions.map(\.fixture.name) == [name])
  }

  @Test(arguments: [2, 5, 10])
  func `files with one name have the same end wherever they were stopped`(
    count: Int
  ) async throws {
    let paths = try (0..<count).map { try file("\($0)", "aab" + String("\($0)".last ?? "x") + "c") }
    var whole = History()
    let undisturbed = try await whole.play(paths)
    #expect(undisturbed.count == 5 * count)
    for stop in 0..<undisturbed.count {
      var history = History()
      let begin = try await history.play(paths, lines: stop)
      #expect(try await begin + history.play(paths) == undisturbed, "stopped after \(stop)")
    }
  }

  @Test func `a line that another program has played is skipped`() async throws {
    let path = try file("f", "abcd")
    let merge = try await FixtureMerge(paths: [path])
    var other = History()
    try await other.play([path], lines: 3)
    let position = try #require(other.fixtures.first).position
    guard case .entry(let first)? = try merge.next() else { return }
    #expect(try !merge.pass(first, overtakenAt: position))
    guard case .entry(let next)? = try merge.next() else { return }
    #expect(next.line == 4)
    // The lines played elsewhere must equal those of the file.
    let again = try await FixtureMerge(paths: [path])
    guard case .entry(let entry)? = try again.next() else { return }
    let strange = FixturePosition(fixture: position.fixture, line: 3, digest: 7)
    #expect(try !again.pass(entry, overtakenAt: strange))
    #expect(throws: FixtureError.self) { _ = try again.next() }
    #expect(throws: FixtureError.self) { _ = try again.pass(entry, overtakenAt: nil) }
  }
}
