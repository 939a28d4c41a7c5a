import FeedEngine
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Offers copies of the store to new replicas; requests at about the same time share one file.
///
/// Only one copy is made at a time, and the number of files on disk is limited: the one in progress, and older
/// ones that clients still read. A file is deleted after its last reader has finished or disconnected.
final class ServedCopies: Sendable {
  /// The number of bytes of a copy that are read at once.
  private static let portion = 256 << 10

  private struct Made {
    weak var copy: StoreCopy?
    let time: ContinuousClock.Instant
  }

  private struct State {
    var making: Task<StoreCopy, any Error>?
    /// The copies that clients still read, newest last.
    var made: [Made] = []
    var isStopped = false
  }

  /// A finished copy, or one in progress.
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

  /// Creates an offer of copies.
  ///
  /// - Parameters:
  ///   - log: The log that the store applies; no copies are offered before it is ready.
  ///   - limits: The maximum age of a shared copy, and the maximum number of copies on disk.
  init(
    of log: (any EntryLog)?,
    _ limits: ServerLimits,
    _ counters: Counters,
    _ make: @escaping @Sendable () async throws -> StoreCopy
  ) {
    (self.log, self.limits, self.counters, self.make) = (log, limits, counters, make)
  }

  /// Cancels the copy in progress, because the server is shutting down.
  func stop() {
    let making = state.withLock { state in
      state.isStopped = true
      return state.making
    }
    making?.cancel()
  }

  /// Answers a request for a copy.
  ///
  /// - Returns: The copy with its size, or a refusal that asks the client to retry.
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

  /// Returns the current copy; makes one if necessary.
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

  /// Makes a copy and shares it with later requests.
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
  /// Returns an answer with a copy, which is read in portions on threads that may block.
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
        // The writer suspends for a client that does not read, but it notices only after the loop has run.
        // Yield, or a busy loop would let the writer buffer the whole copy.
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
  /// The identity of the log of a copy.
  fileprivate static var feedLog: Self { Self("X-Feed-Log") ?? .eTag }
}

extension Refusal {
  fileprivate static let notReady = Refusal(
    .serviceUnavailable,
    "not-ready",
    "this replica has not applied the log yet, or is shutting down",
    hint: "ask another replica, or try again later"
  )

  fileprivate static let tooManyCopies = Refusal(
    .serviceUnavailable,
    "copies-in-use",
    "the maximum number of copies of the store is being read",
    hint: "ask another replica, or try again later"
  )

  fileprivate static let copyOvertaken = Refusal(
    .serviceUnavailable,
    "copy-overtaken",
    "another replica, which has applied more of the log, has made a newer copy",
    hint: "ask that replica, or try again later"
  )

  fileprivate static let noCopy = Refusal(
    .serviceUnavailable,
    "no-copy",
    "the store cannot be copied now; see the log of this server",
    hint: "ask another replica"
  )
}
