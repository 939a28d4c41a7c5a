import FeedEngine
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedInputs

@Suite("The continuation of recordings")
struct RecordingContinuationTests {
  /// Clocks that the test sets.
  private final class Clocks: Sendable {
    private let now = Mutex((uptime: 100.0, wall: 1_782_930_600.25))

    /// Advances both clocks; the uptime begins again after a restart of the machine.
    func pass(_ seconds: Double, uptime: Double? = nil) {
      now.withLock { $0 = (uptime ?? $0.uptime + seconds, $0.wall + seconds) }
    }

    var time: InputTime {
      InputTime(
        uptime: { .seconds(self.now.withLock(\.uptime)) },
        wall: { self.now.withLock(\.wall) },
        sleep: { _ in }
      )
    }
  }

  private let directory: TemporaryDirectory
  private let clocks = Clocks()

  init() throws { directory = try TemporaryDirectory() }

  private func recorder(_ name: String, mostBytes: Int? = nil) throws -> Recorder {
    try Recorder(
      RecordingName(directory.path(name), mostBytes: mostBytes),
      inputs: ["odds"],
      time: clocks.time
    )
  }

  private func record(_ numbers: ClosedRange<Int>, _ recorder: Recorder) {
    for number in numbers {
      clocks.pass(1)
      recorder.record(
        Array("{\"n\":\(number)}".utf8),
        input: "odds",
        position: nil,
        .rows(adapter: "a")
      )
    }
  }

  private func lines(_ name: String) throws -> [String] {
    let path = directory.path(name)
    let text =
      name.hasSuffix(".gz")
      ? try ForeignProgram.run("zcat", [path]).output
      : try String(contentsOfFile: path, encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  private func line(_ number: Int, at: String, start: String = "") -> String {
    "{\"at\":\(at),\(start)\"input\":\"odds\",\"adapter\":\"a\",\"message\":{\"n\":\(number)}}"
  }

  private static let start = "\"start\":\"2026-07-01T18:30:00.250Z\","

  @Test(arguments: ["a.jsonl", "a.jsonl.gz"])
  func `a recording is continued in its file, by the real time since its start`(name: String) throws
  {
    let first = try recorder(name)
    #expect(first.continuation == nil)
    record(1...2, first)
    try first.close()
    clocks.pass(60, uptime: 5)
    let second = try recorder(name)
    #expect(second.continuation?.hasSuffix("\(name): continuing after 2.0 s") == true)
    record(3...3, second)
    try second.close()
    #expect(
      try lines(name) == [
        line(1, at: "1.0", start: Self.start), line(2, at: "2.0"), line(3, at: "63.0"),
      ]
    )
  }

  @Test(arguments: [
    (#"{"at":3.0,"input":"odds","adapter":"a","message":{"n":3}}"#, 3),
    (#"{"at":3.0,"input":"odds","adapter":"a","message":{"n":3}"#, 2),
    (#"{"at":3."#, 2), ("{", 2), ("\0\0\0", 2),
  ])
  func `a last line is kept if it is whole, and removed if it is cut`(
    rest: String,
    kept: Int
  ) throws {
    let first = try recorder("a.jsonl")
    record(1...2, first)
    try first.close()
    let path = directory.path("a.jsonl")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try directory.file("a.jsonl", text + rest)
    let second = try recorder("a.jsonl")
    #expect(second.continuation?.contains("its cut last line was removed") == (kept == 2))
    clocks.pass(2)
    record(4...4, second)
    try second.close()
    let all = [line(1, at: "1.0", start: Self.start), line(2, at: "2.0"), line(3, at: "3.0")]
    #expect(try lines("a.jsonl") == all.prefix(kept) + [line(4, at: kept == 3 ? "6.0" : "5.0")])
  }

  @Test func `a compressed recording that was cut anywhere is continued after its last whole line`()
    throws
  {
    let first = try recorder("a.jsonl.gz")
    record(1...300, first)
    try first.close()
    let whole = try Data(contentsOf: URL(filePath: directory.path("a.jsonl.gz")))
    let all = try lines("a.jsonl.gz")
    for cut in [0, 1, 8, 10, 40, whole.count / 2, whole.count - 15, whole.count - 2, whole.count] {
      let name = "cut-\(cut).jsonl.gz"
      try whole.dropLast(cut).write(to: URL(filePath: directory.path(name)))
      let second = try recorder(name)
      record(301...301, second)
      try second.close()
      let found = try lines(name)
      #expect(found.dropLast() == all.prefix(found.count - 1), "cut \(cut)")
      #expect(found.last?.contains("{\"n\":301}") == true, "cut \(cut)")
      #expect(cut > 8 || found.count == 301, "cut \(cut)")
      #expect(try ForeignProgram.run("gzip", ["-t", directory.path(name)]).output.isEmpty)
    }
    #expect(!directory.files.contains { $0.hasSuffix(".new") })
  }

  @Test(arguments: ["a.jsonl", "a.jsonl.gz"])
  func `a recording of several files is continued in the next one`(name: String) throws {
    let first = try recorder(name, mostBytes: 100)
    record(1...3, first)
    try first.close()
    let suffix = name.dropFirst(1)
    #expect(directory.files == ["a.0001\(suffix)", "a.0002\(suffix)"])
    // Older files may have been moved away.
    try FileManager.default.removeItem(atPath: directory.path("a.0001\(suffix)"))
    clocks.pass(10)
    let second = try recorder(name, mostBytes: 100)
    #expect(second.continuation?.hasSuffix("a.0003\(suffix): continuing after 3.0 s") == true)
    record(4...4, second)
    try second.close()
    #expect(try lines("a.0003\(suffix)") == [line(4, at: "14.0", start: Self.start)])
    // A file without a line is used again.
    _ = try directory.file("a.0004\(suffix)", "")
    let third = try recorder(name, mostBytes: 100)
    record(5...5, third)
    try third.close()
    #expect(try lines("a.0004\(suffix)") == [line(5, at: "15.0", start: Self.start)])
    #expect(directory.files == (2...4).map { "a.000\($0)\(suffix)" })
  }

  @Test func `a recording without a start is continued at the time of its last line`() throws {
    _ = try directory.file("a.jsonl", line(1, at: "7.5") + "\n")
    let recorder = try recorder("a.jsonl")
    record(2...2, recorder)
    try recorder.close()
    #expect(try lines("a.jsonl") == [line(1, at: "7.5"), line(2, at: "8.5")])
  }

  @Test(arguments: [
    ("feed: 1\n", "its first line is not one of a recording"),
    ("not a line", "its first line is not one of a recording"),
    (#"{"at":0,"upsert":{"event":[{"id":1}]}}"# + "\n", "its first line is not one of a recording"),
    (#"{"at":0,"input":"odds"}"# + "\nend\n", "its last line is not one of a recording"),
    (#"{"at":0,"input":"scores"}"# + "\n", "it has messages of the input 'scores'"),
  ])
  func `a file that is not a recording of the feed is refused and unchanged`(
    text: String,
    reason: String
  ) throws {
    let path = try directory.file("a.jsonl", text)
    #expect(throws: RecordingError.foreign(file: path, reason: reason)) { try recorder("a.jsonl") }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test(arguments: ["a.jsonl", "a.jsonl.gz"])
  func `a file that another program is recording to is refused`(name: String) throws {
    let first = try recorder(name)
    #expect(throws: RecordingError.inUse(file: directory.path(name))) { try recorder(name) }
    record(1...1, first)
    try first.close()
    #expect(try lines(name).count == 1)
    #expect(throws: RecordingError.foreign(file: "/dev/null", reason: "it is not a regular file")) {
      try Recorder(path: "/dev/null")
    }
  }
}
