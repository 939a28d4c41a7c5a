import FeedEngine
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Hands out copies of the store to new replicas: one file for all who ask at about the same time.
///
/// One copy is made at a time, and only so many are on the disk: the one that is made, and older ones that are
/// still read. A file is gone when the last one who reads it is done, or has gone away.
final class ServedCopies: Sendable {
  /// How much of a copy is read at once.
  private static let portion = 256 << 10

  private struct Made {
    weak var copy: StoreCopy?
    let time: ContinuousClock.Instant
  }

  private struct State {
    var making: Task<StoreCopy, any Error>?
    /// The copies that were made, the newest last, as long as somebody reads them.
    var made: [Made] = []
    var isStopped = false
  }

  /// A copy that is there, or the one that somebody makes.
  private enum Known {
    case made(StoreCopy)
    case making(Task<StoreCopy, any Error>)
  }

  private let log: (any EntryLog)?
  private let limits: ServerLimits
  private let counters: Counters
  private let make: @Sendable () async throws -> StoreCopy
  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// Prepares to hand out copies.
  ///
  /// - Parameters:
  ///   - log: The log whose entries the store applies; nobody gets a copy before it is ready.
  ///   - limits: How long a copy is handed out, and how many may be on the disk.
  ///   - counters: Where copies are counted.
  ///   - make: Makes a copy.
  init(
    of log: (any EntryLog)?,
    _ limits: ServerLimits,
    _ counters: Counters,
    _ make: @escaping @Sendable () async throws -> StoreCopy
  ) {
    (self.log, self.limits, self.counters, self.make) = (log, limits, counters, make)
  }

  /// Ends the copy that is being made, since the server ends.
  func stop() {
    let making = state.withLock { state in
      state.isStopped = true
      return state.making
    }
    making?.cancel()
  }

  /// Answers a request for a copy.
  ///
  /// - Parameters:
  ///   - logger: Told what keeps a copy from being made.
  ///   - loop: What writes to the client's connection.
  /// - Returns: The copy with its size, or a refusal that says to come again.
  func response(_ logger: Logger, on loop: any EventLoop) async -> Response {
    do {
      guard log?.condition.isReady ?? true else { throw Refusal.notReady }
      return .copy(try await copy(), Self.portion, on: loop)
    } catch let refusal as Refusal {
      return .refusal(refusal)
    } catch StoreCopy.Refusal.nothingApplied {
      return .refusal(.notReady)
    } catch StoreCopy.Refusal.overtaken {
      return .refusal(.copyOvertaken)
    } catch is CancellationError {
      return .refusal(.notReady)
    } catch {
      logger.error("the store cannot be copied", metadata: ["error": .string("\(error)")])
      return .refusal(.noCopy)
    }
  }

  /// The copy that is handed out now.
  private func copy() async throws -> StoreCopy {
    let known = try state.withLock { state throws(Refusal) -> Known in
      guard !state.isStopped else { throw .notReady }
      if let making = state.making { return .making(making) }
      state.made.removeAll { $0.copy == nil }
      if let newest = state.made.last, newest.time.duration(to: .now) < limits.copyTime,
        let copy = newest.copy
      {
        return .made(copy)
      }
      guard state.made.count < limits.copies else { throw .tooManyCopies }
      let making = Task { try await makeOne() }
      state.making = making
      return .making(making)
    }
    switch known {
    case .made(let copy): return copy
    case .making(let task): return try await task.value
    }
  }

  /// Makes a copy, which is shared from then on.
  private func makeOne() async throws -> StoreCopy {
    do {
      let copy = try await make()
      counters.add(.copies)
      state.withLock { state in
        state.making = nil
        state.made.append(Made(copy: copy, time: .now))
      }
      return copy
    } catch {
      state.withLock { $0.making = nil }
      throw error
    }
  }
}

extension Response {
  /// A copy, read portion by portion on threads that may wait for the disk.
  fileprivate static func copy(
    _ copy: StoreCopy,
    _ portion: Int,
    on loop: any EventLoop
  ) -> Response {
    let applied = copy.applied
    let body = ResponseBody(contentLength: copy.size) { writer in
      var offset = 0
      while offset < copy.size {
        let bytes = try await NIOThreadPool.singleton.runIfActive { [offset] in
          try copy.part(from: offset, count: portion)
        }
        guard !bytes.isEmpty else { throw Refusal.noCopy }
        try await writer.write(ByteBuffer(bytes: bytes))
        offset += bytes.count
        // The writer waits for a client that does not read, but learns of one only when the loop has had its
        // turn: a busy loop would let it put the whole copy into memory.
        try await loop.submit {}.get()
      }
      try await writer.finish(nil)
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: "application/vnd.sqlite3", .cacheControl: "no-store",
        .eTag: "\"\(copy.digest)\"", .feedPosition: "\(applied.sequence) \(applied.entry)",
        .feedLog: applied.log,
      ],
      body: body
    )
  }
}

extension HTTPField.Name {
  /// The number and the digest of the last entry that a copy has applied.
  fileprivate static var feedPosition: Self { Self("X-Feed-Position") ?? .eTag }
  /// What tells the log of a copy from any other one.
  fileprivate static var feedLog: Self { Self("X-Feed-Log") ?? .eTag }
}

extension Refusal {
  fileprivate static let notReady = Refusal(
    .serviceUnavailable,
    "not-ready",
    "this replica has not applied the log yet, or is on its way out",
    hint: "ask another replica, or again"
  )

  fileprivate static let tooManyCopies = Refusal(
    .serviceUnavailable,
    "copies-in-use",
    "as many copies of the store are being read as there may be",
    hint: "ask another replica, or again when they are read"
  )

  fileprivate static let copyOvertaken = Refusal(
    .serviceUnavailable,
    "copy-overtaken",
    "a replica that has applied more of the log has made a copy meanwhile",
    hint: "ask that one, or again"
  )

  fileprivate static let noCopy = Refusal(
    .serviceUnavailable,
    "no-copy",
    "the store cannot be copied now; the log of this server says why",
    hint: "ask another replica"
  )
}
