#if Log && Server
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedLog
import FeedModel
import FeedStore
import Foundation

#if Inputs
import FeedInputs
#endif

/// A served feed as one of several replicas: it applies the log, and takes its turn at what one of them does.
struct ReplicaRun: Sendable {
  let engine: FeedEngine
  let log: JetStreamLog
  let replica: Replica

  /// Opens a feed that applies a log.
  ///
  /// - Parameters:
  ///   - file: The feed file.
  ///   - path: Its path.
  ///   - store: The store.
  ///   - log: The log.
  ///   - copies: The number of servers that keep a new log, if the store has applied none and none exists.
  ///   - trust: What feed files may do.
  ///   - onNotice: Called with what happens.
  /// - Throws: What is wrong with the feed file, the store or the log.
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
    // A log that was applied and is gone is never made again: the new one would lack all of it.
    if try await engine.appliedEntries() == nil { try await log.make(replicas: copies) }
    replica = try await Replica(
      engine,
      on: log,
      id: Self.id(ofStore: store),
      feed: file.replicatedRevision,
      onNotice: onNotice
    )
  }

  /// What the replica is called: its machine, and a number made of the place of its store.
  static func id(ofStore path: String) -> String {
    let place = URL(filePath: path).standardizedFileURL.path
    let digest = SHA256.digest(of: Array(place.utf8)).description.prefix(8)
    let host = ProcessInfo.processInfo.hostName.map { character in
      character.isASCII && (character.isLetter || character.isNumber || character == "-")
        ? character : "-"
    }
    return "\(String(host.prefix(48)))-\(digest)"
  }

  /// What runs the replica beside its server.
  ///
  /// - Parameters:
  ///   - listening: Ends when the server listens: nothing is applied before, since a client that comes from
  ///     another replica may hold any version behind the one that this store has, and goes on from it.
  ///   - time: Says what time it is, for ticks.
  /// - Returns: What runs it, and ends its use of the log.
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

  /// Does what one replica alone does whenever that is this one.
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
      #if Inputs
      var runner = InputRunner.ofProgram(engine) { notice in
        report("\(notice.input): \(notice.kind.rawValue): \(notice.text)")
      }
      runner.log = replica
      for input in runner.inputs {
        group.addTask { [runner] in
          await replica.whileHolding("input.\(input)") { await runner.run(input) }
        }
      }
      #endif
    }
  }
}

extension FeedFile {
  /// What decides how versions look, in the same file with another release as well.
  var replicatedRevision: [String] { [FeedEngine.composerVersion] + servedRevision }
}

extension Replica.Notice {
  /// What happens, in words for the log of the program.
  var text: String {
    switch self {
    case .ready(let entry): "ready: everything is applied up to entry \(entry)"
    case .silent: "no server of the log answers: what is shown stays, and writes are refused"
    case .answered: "the log answers again"
    case .stuck(let error):
      "the log cannot be followed, what is shown stays, and writes are refused: \(error.message)"
        + (error.hint.map { "; \($0)" } ?? "")
    case .following: "the log is followed"
    case .waiting(let reason): "entries wait until the store can be written: \(reason)"
    case .disputed(let difference): "this replica and another one disagree: \(difference)"
    }
  }

  /// Whether an operator has to look.
  var isTrouble: Bool {
    switch self {
    case .ready, .answered, .following: false
    case .silent, .stuck, .waiting, .disputed: true
    }
  }
}
#endif
