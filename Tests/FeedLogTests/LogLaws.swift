import FeedLog
import Foundation
import TestFeeds
import TestSupport
import Testing

/// An empty log, with its folder and its server.
struct OpenLog: Sendable {
  let log: JetStreamLog
  let directory: TemporaryDirectory
  let server: NATSServer

  init() async throws {
    directory = try TemporaryDirectory()
    server = try await NATSServer.start(in: directory.url)
    log = try await JetStreamLog(at: LogAddress(server.address()))
  }

  /// Appends entries, one after another.
  func append(_ numbers: ClosedRange<Int>) async throws {
    for number in numbers {
      let receipt = try await log.append(Self.bytes(number), id: "test/\(number)")
      #expect(receipt == LogReceipt(sequence: UInt64(number)))
    }
  }

  static func bytes(_ number: Int) -> [UInt8] { Array("entry \(number)".utf8) }

  /// Reads the given number of entries after a position.
  func read(_ count: Int, after position: LogPosition) async throws -> [LoggedEntry] {
    var entries: [LoggedEntry] = []
    for try await batch in log.tail(after: position) {
      entries += batch.entries
      if entries.count >= count { break }
    }
    return entries
  }
}

func entries(_ numbers: ClosedRange<Int>) -> [LoggedEntry] {
  numbers.map { LoggedEntry(sequence: UInt64($0), bytes: OpenLog.bytes($0)) }
}

/// Returns the code of the ``LogError`` that a call throws, or `nil`.
func code(_ body: () async throws -> Void) async -> LogError.Code? {
  do {
    try await body()
    return nil
  } catch { return (error as? LogError)?.code }
}

@Suite(
  "Laws of an ordered log",
  .enabled(if: NATSServer.isInstalled, "\(NATSServer.absence)"),
  .timeLimit(.minutes(10))
)
struct LogLaws {
  @Test func `entries are numbered from one without a gap and read in order`() async throws {
    let open = try await OpenLog()
    #expect(try await open.log.bounds().last == 0)
    try await open.append(1...700)
    #expect(try await open.read(700, after: LogPosition(sequence: 0)) == entries(1...700))
    #expect(try await open.read(2, after: LogPosition(sequence: 698)) == entries(699...700))
    let bounds = try await open.log.bounds()
    #expect(bounds.first == 1)
    #expect(bounds.last == 700)
    #expect(!bounds.identity.isEmpty)
    await open.log.close()
  }

  @Test func `an entry that is appended twice is in the log once`() async throws {
    let open = try await OpenLog()
    try await open.append(1...3)
    let again = try await open.log.append([9], id: "test/2")
    #expect(again == LogReceipt(sequence: 2, isRepeat: true))
    let expecting = try await open.log.append([9], id: "test/3", expecting: 2)
    #expect(
      expecting == LogReceipt(sequence: 3, isRepeat: true),
      "a retry after a lost answer succeeds"
    )
    #expect(try await open.log.bounds().last == 3)
    await open.log.close()
  }

  @Test func `only one of several writers that expect the same newest entry appends`() async throws
  {
    let open = try await OpenLog()
    try await open.append(1...2)
    let winners = await withTaskGroup(of: Bool.self) { group in
      for writer in 0..<8 {
        group.addTask {
          await code {
            _ = try await open.log.append([1], id: "writer/\(writer)", expecting: 2)
          } == nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(winners == 1)
    #expect(try await open.log.bounds().last == 3)
    #expect(
      await code { _ = try await open.log.append([1], id: "late", expecting: 2) } == .overtaken
    )
    await open.log.close()
  }

  @Test func `a tail yields later entries and ends when the log is closed`() async throws {
    let open = try await OpenLog()
    try await open.append(1...1)
    var iterator = open.log.tail(after: LogPosition(sequence: 0)).makeAsyncIterator()
    #expect(try await iterator.next()?.entries == entries(1...1))
    try await open.append(2...2)
    let second = try await iterator.next()
    #expect(second?.entries == entries(2...2))
    #expect(second?.remaining == 0)
    await open.log.close()
    #expect(try await iterator.next() == nil)
    #expect(await code { _ = try await open.log.append([1], id: "x") } == .closed)
  }

  @Test func `a tail ends when its task is cancelled`() async throws {
    let open = try await OpenLog()
    let log = open.log
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for try await _ in log.tail(after: LogPosition(sequence: 0)) { start.yield() }
    }
    try await open.append(1...1)
    for await _ in started { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await open.log.close()
  }

  @Test func `pitfall 1: a trimmed entry is reported, not skipped`() async throws {
    let open = try await OpenLog()
    try await open.append(1...10)
    try await open.log.trim(before: 6)
    #expect(try await open.log.bounds().first == 6)
    #expect(
      await code { _ = try await open.read(1, after: LogPosition(sequence: 4)) } == .trimmed
    )
    #expect(try await open.read(5, after: LogPosition(sequence: 5)) == entries(6...10))
    // Numbers continue after a log is trimmed completely.
    try await open.log.trim(before: 99)
    let bounds = try await open.log.bounds()
    #expect(bounds.first == 11)
    #expect(bounds.last == 10)
    try await open.append(11...11)
    #expect(try await open.read(1, after: LogPosition(sequence: 10)) == entries(11...11))
    await open.log.close()
  }

  @Test func `pitfall 2: a log with another entry at a position that was read is reported`()
    async throws
  {
    let open = try await OpenLog()
    try await open.append(1...3)
    let read = try await open.read(3, after: LogPosition(sequence: 0))
    let position = try #require(read.last?.position)
    try await open.append(4...4)
    #expect(try await open.read(1, after: position) == entries(4...4))
    let other = LogPosition(
      sequence: 3,
      digest: LoggedEntry(sequence: 3, bytes: [1]).position.digest
    )
    #expect(await code { _ = try await open.read(1, after: other) } == .forked)
    await open.log.close()
  }

  @Test func `the newest copy of a store is not replaced by an older one`() async throws {
    let open = try await OpenLog()
    #expect(try await open.log.latestSnapshot() == nil)
    try await open.append(1...9)
    func copy(_ sequence: UInt64) -> LogSnapshot {
      LogSnapshot(sequence: sequence, place: "http://10.0.0.1/v1/store", size: 5, sha256: "ab")
    }
    for sequence: UInt64 in [4, 9, 7] { try await open.log.putSnapshot(copy(sequence)) }
    #expect(try await open.log.latestSnapshot() == copy(9))
    await open.log.close()
  }

  @Test func `an id that is empty, too long or not printable ASCII is rejected`() async throws {
    let open = try await OpenLog()
    for id in ["", "a b", "é", String(repeating: "x", count: 129)] {
      #expect(await code { _ = try await open.log.append([1], id: id) } == .badID)
    }
    await open.log.close()
  }
}
