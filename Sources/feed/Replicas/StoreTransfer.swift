#if Log && Server
import AsyncHTTPClient
import FeedModel
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization

/// Fetches a copy of a store over HTTP into a file, within bounds.
struct StoreTransfer: Sendable {
  /// What an answer says of the copy in it.
  struct Head: Hashable, Sendable {
    /// How many bytes it has.
    var size: Int
    /// Its SHA-256 in hexadecimal digits, if that is said.
    var sha256: String?
    /// The number of the last entry that it has applied, if that is said.
    var sequence: UInt64?
  }

  /// What a copy has to be.
  struct Expected: Hashable, Sendable {
    /// How many bytes it has.
    var size: Int
    /// Its SHA-256 in hexadecimal digits.
    var sha256: String
  }

  /// How far it has come.
  struct Progress: Hashable, Sendable {
    /// The bytes that have come.
    var count = 0
    /// How many there will be; `nil` until the answer has begun.
    var size: Int?
  }

  /// The address of the copy.
  let url: String
  /// The file, which is there and empty.
  let path: String
  /// How long the other side may take to make the copy: some 10 GB are copied and hashed in that time.
  var patience = Duration.seconds(120)
  /// How long nothing may come once the answer has begun.
  var silence = Duration.seconds(20)
  /// Called a few times a second.
  let onProgress: @Sendable (Progress) -> Void

  private static let mostRedirects = 3

  /// Fetches the copy, and has it written to the disk.
  ///
  /// - Parameter expected: Says what the copy has to be, once the answer says what it is.
  /// - Returns: What the copy is.
  /// - Throws: ``CopyError`` if it cannot be had there; what `expected` throws; ``Failure`` if the file cannot be
  ///   written.
  func run(
    _ expected: @escaping @Sendable (Head) async throws -> Expected
  ) async throws -> Expected {
    let meter = TransferMeter()
    do {
      return try await withThrowingTaskGroup(of: Expected?.self) { group in
        group.addTask { try await fetch(meter, expected) }
        group.addTask {
          try await watch(meter)
          return nil
        }
        defer { group.cancelAll() }
        guard let done = try await group.next() ?? nil else { throw CancellationError() }
        return done
      }
    } catch {
      try Task.checkCancellation()
      throw error
    }
  }

  // MARK: Reading

  private func fetch(
    _ meter: TransferMeter,
    _ expected: (Head) async throws -> Expected
  ) async throws -> Expected {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls,
      redirectConfiguration: .follow(max: Self.mostRedirects, allowCycles: false),
      timeout: .init(connect: .seconds(5))
    )
    configuration.httpVersion = .http1Only
    // Whoever asks for the copy tries again, and says so.
    configuration.connectionPool.retryConnectionEstablishment = false
    return try await HTTPClient.withHTTPClient(configuration: configuration) { http in
      let response = try await answer(http)
      let head = try head(of: response)
      let expected = try await expected(head)
      meter.begin(size: expected.size)
      try await write(response.body, expected, meter)
      return expected
    }
  }

  private func answer(_ http: HTTPClient) async throws -> HTTPClientResponse {
    var request = HTTPClientRequest(url: url)
    request.headers.add(name: "User-Agent", value: "CompositeFeed")
    do { return try await http.execute(request, deadline: .distantFuture) } catch {
      throw CopyError(error, from: url, hasBegun: false)
    }
  }

  private func head(of response: HTTPClientResponse) throws(CopyError) -> Head {
    let status = Int(response.status.code)
    guard status == 200 else {
      let hint: String? =
        switch status {
        case 404: "is it the --admin-listen of a replica?"
        case 421: "start that replica with --allowed-host for this address"
        case 503: "it says to come again"
        default: nil
        }
      throw CopyError(.status, "'\(url)' answers \(status)", hint: hint)
    }
    guard let size = response.headers.first(name: "Content-Length").flatMap({ Int($0) }), size > 0
    else {
      throw CopyError(.otherStore, "'\(url)' does not say how long its copy is")
    }
    let position = response.headers.first(name: "X-Feed-Position")?.split(separator: " ").first
    let tag = response.headers.first(name: "ETag")?.trimmingPrefix("\"").prefix { $0 != "\"" }
    return Head(
      size: size,
      sha256: tag.flatMap { SHA256Digest(String($0))?.description },
      sequence: position.flatMap { UInt64($0) }
    )
  }

  private func write(
    _ body: HTTPClientResponse.Body,
    _ expected: Expected,
    _ meter: TransferMeter
  ) async throws {
    let file = try writing { try FileHandle(forWritingTo: URL(filePath: path)) }
    defer { try? file.close() }
    var (count, hash) = (0, SHA256())
    do {
      for try await part in body {
        let bytes = Array(buffer: part)
        count += bytes.count
        guard count <= expected.size else { break }
        try writing { try file.write(contentsOf: Data(bytes)) }
        hash.add(bytes[...])
        meter.add(bytes.count)
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw CopyError(error, from: url, hasBegun: true)
    }
    guard count == expected.size else {
      let least = count > expected.size ? "at least " : ""
      throw CopyError.damaged(url, "it has \(least)\(count) bytes and not \(expected.size)")
    }
    guard hash.digest.description == expected.sha256 else {
      throw CopyError.damaged(
        url,
        "its SHA-256 is \(hash.digest.description.prefix(16))… and not \(expected.sha256.prefix(16))…"
      )
    }
    try writing { try file.synchronize() }
  }

  private func writing<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch {
      throw Failure(
        .inputOutput,
        "cannot-write",
        "'\(path)' cannot be written: \(error.localizedDescription)",
        hint: "make room, or choose another disk"
      )
    }
  }

  // MARK: Watching

  /// Reports how far it is, and gives up when nothing comes for too long.
  private func watch(_ meter: TransferMeter) async throws {
    var (known, time) = (Progress(), ContinuousClock.now)
    while true {
      try await Task.sleep(for: .milliseconds(100))
      let progress = meter.progress
      if progress != known {
        (known, time) = (progress, .now)
        onProgress(progress)
      }
      // What has come as a whole may take its time on the way to the disk.
      guard progress.count != progress.size else { continue }
      let limit = progress.size == nil ? patience : silence
      if time.duration(to: .now) > limit { throw CopyError.silent(url, limit) }
    }
  }
}

/// How far a transfer is, as one task counts and another one looks.
private final class TransferMeter: Sendable {
  /// Guarded by the mutex.
  private let state = Mutex(StoreTransfer.Progress())

  var progress: StoreTransfer.Progress { state.withLock { $0 } }

  func begin(size: Int) { state.withLock { $0.size = size } }

  func add(_ count: Int) { state.withLock { $0.count += count } }
}
#endif
