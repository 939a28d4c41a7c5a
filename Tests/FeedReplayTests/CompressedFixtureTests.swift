import Foundation
import TestSupport
import Testing

@testable import FeedReplay

@Suite("Fixtures that were split and compressed")
struct CompressedFixtureTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func lines(_ range: ClosedRange<Int>) -> String {
    range.map { "{\"at\":\($0),\"upsert\":{}}\n" }.joined()
  }

  /// Writes a file, and compresses it.
  private func compress(_ name: String, _ text: String) throws -> String {
    let path = try directory.file(name, text)
    #expect(try ForeignProgram.run("gzip", ["-f", path]).status == 0)
    return path + ".gz"
  }

  private func times(_ path: String) throws -> [Double] {
    var reader = try FixtureReader(path: path)
    var times: [Double] = []
    while case .entry(let entry)? = try reader.next() { times.append(entry.at) }
    return times
  }

  @Test func `files of a recording that was split and compressed are read as one`() throws {
    _ = try compress("a.0001.jsonl", lines(1...3000))
    _ = try compress("a.0002.jsonl", lines(3001...3002))
    _ = try compress("a.0003.jsonl", lines(3003...9000))
    _ = try compress("a.0005.jsonl", lines(1...2))
    let path = directory.path("a.jsonl.gz")
    let wanted = (1...9000).map(Double.init)
    #expect(try times(path) == wanted)
    let reader = try FixtureReader(path: path)
    let (size, fixture) = (reader.size, reader.fixture)
    #expect(size == lines(1...9000).utf8.count)
    #expect(!fixture.isStream)
    // The result is the same for a single file, which takes precedence.
    let whole = try compress("a.jsonl", lines(1...9000))
    #expect(try FixtureReader(path: whole).fixture == fixture)
    #expect(try times(whole) == wanted)
    _ = try directory.file("b.0001.jsonl", lines(1...2))
    _ = try directory.file("b.0002.jsonl", lines(3...4))
    #expect(try times(directory.path("b.jsonl")) == [1, 2, 3, 4])
  }

  @Test func `a truncated compressed file ends early, and a damaged one is rejected`() throws {
    let path = try compress("a.jsonl", lines(1...5000))
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let cut = directory.path("cut.jsonl.gz")
    try Data(bytes.prefix(bytes.count / 2)).write(to: URL(filePath: cut))
    let count = try times(cut).count
    #expect(count > 1000)
    #expect(count < 5000)
    let damaged = directory.path("damaged.jsonl.gz")
    try Data(bytes.prefix(20) + bytes.dropFirst(500)).write(to: URL(filePath: damaged))
    #expect {
      _ = try times(damaged)
    } throws: { error in
      "\(error)" == """
        \(damaged): error[fixture-unreadable]: the fixture cannot be read: its compressed data is damaged
          hint: compress the original again
        """
    }
    // A file that is not compressed despite its name is read unchanged.
    #expect(try times(directory.file("plain.jsonl.gz", lines(1...2))) == [1, 2])
  }
}
