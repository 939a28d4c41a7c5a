import FeedCommands
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedInputs
import FeedLog
import FeedModel
import FeedStore
import Foundation

/// A served feed as a replica: it applies the log, and takes turns at exclusive roles.
struct ReplicaRun: Sendable {
  let engine: FeedEngine
  let log: JetStreamLog
  let replica: Replica

  /// Opens a feed that applies a log.
  ///
  /// - Parameter copies: The number of servers that keep a new log, if neither a log nor an applied
  ///   entry exists.
  /// - Throws: An error of the feed file, the store or the log.
  init(
    _ file: FeedFile,
    at path: String,
    store: String,
    log: JetStreamLog,
    copies: Int,
    _ trust: TrustOptions,
    onNotice: @escaping @Sendable (Replica.Notice) -> Void
  ) async throws {
    guard file.feed.database == nil else {
      throw Failure.badInput(
        "foreign-database",
        "'\(path)' shows a database of others, which a replica cannot build from a log",
        hint: "declare the tables in 'store: {schema: …}'"
      )
    }
    engine = try FeedEngine(
      file: file,
      store: .file(store),
      limits: trust.limits,
      followsLog: true
    )
    self.log = log
    // Never recreate a log that was applied and is gone: the new one would lack all of its entries.
    if try await engine.appliedEntries() == nil { try await log.make(replicas: copies) }
    replica = try await Replica(
      engine,
      on: log,
      id: Self.id(ofStore: store),
      feed: file.replicatedRevision,
      onNotice: onNotice
    )
  }

  /// Returns the identity of the replica: its machine, and a digest of the path of its store.
  static func id(ofStore path: String) -> String {
    let place = URL(filePath: path).standardizedFileURL.path
    let digest = SHA256.digest(of: Array(place.utf8)).description.prefix(8)
    let host = ProcessInfo.processInfo.hostName.map { character in
      character.isASCII && (character.isLetter || character.isNumber || character == "-")
        ? character : "-"
    }
    return "\(String(host.prefix(48)))-\(digest)"
  }

  /// Returns the tasks that run the replica next to its server.
  ///
  /// - Parameter listening: Ends when the server listens: nothing is applied before, because a
  ///   client of another replica may hold a version newer than that of this store, and continues
  ///   from it.
  func followed(
    after listening: AsyncStream<Never>,
    _ time: @escaping @Sendable () -> Value
  ) -> FollowedLog {
    FollowedLog(
      run: { report in
        for await _ in listening {}
        try Task.checkCancellation()
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { await takeTurns(time, report) }
          defer { group.cancelAll() }
          try await replica.run()
        }
      },
      end: { await log.close() }
    )
  }

  /// Performs the exclusive roles while this replica holds their leases.
  private func takeTurns(
    _ time: @escaping @Sendable () -> Value,
    _ report: @escaping @Sendable (String) -> Void
  ) async {
    await withDiscardingTaskGroup { group in
      if await engine.usesTime {
        group.addTask {
          await replica.whileHolding("clock") { await engine.appendTicks(to: replica, now: time) }
        }
      }
      if engine.feed.sources.contains(where: { $0.document != nil }) {
        group.addTask {
          await replica.whileHolding("documents") {
            do { try await engine.appendDocumentFiles(to: replica) { report("\($0)") } } catch {
              report("\(error)")
            }
          }
        }
      }
      var runner = InputRunner(engine, secrets: .ofEnvironment) { notice in
        report("\(notice.input): \(notice.kind.rawValue): \(notice.text)")
      }
      runner.log = replica
      for input in runner.inputs {
        group.addTask { [runner] in
          await replica.whileHolding("input.\(input)") { await runner.run(input) }
        }
      }
    }
  }
}

extension FeedFile {
  /// The parts that decide how versions look, including the release.
  var replicatedRevision: [String] { [FeedEngine.composerVersion] + servedRevision }
}

extension Replica.Notice {
  /// The event, in words for the program's log.
  var text: String {
    switch self {
    case .ready(let entry): "ready: everything is applied up to entry \(entry)"
    case .silent: "no server of the log answers: the shown version stays, and writes are rejected"
    case .answered: "the log answers again"
    case .stuck(let error):
      "the log cannot be followed, the shown version stays, and writes are rejected: \(error.message)"
        + (error.hint.map { "; \($0)" } ?? "")
    case .following: "the log is followed"
    case .waiting(let reason): "entries wait until the store can be written: \(reason)"
    case .disputed(let difference): "this replica and another replica differ: \(difference)"
    }
  }

  /// Whether an operator must act.
  var isTrouble: Bool {
    switch self {
    case .ready, .answered, .following: false
    case .silent, .stuck, .waiting, .disputed: true
    }
  }
}

extension ReplicaRun {
  /// Makes copies of the store for new replicas, and registers each in the log.
  ///
  /// The receiver compares a copy with the log's record, not with this replica's answer.
  func copying(_ store: String) -> @Sendable () async throws -> StoreCopy {
    { [log, replica] in
      let copy = try await StoreCopy.make(of: store)
      let snapshot = LogSnapshot(
        sequence: copy.applied.sequence,
        place: CopySources.url(replica.admin ?? ""),
        size: copy.size,
        sha256: copy.digest.description
      )
      try await log.putSnapshot(snapshot)
      // Do not replace the copy of a replica that has applied more.
      guard try await log.latestSnapshot() == snapshot else { throw StoreCopy.Refusal.overtaken }
      return copy
    }
  }
}
