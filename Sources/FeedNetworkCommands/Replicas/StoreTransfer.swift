import AsyncHTTPClient
import FeedCommands
import FeedModel
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization

/// Downloads a copy of a store over HTTP into a file, within limits.
struct StoreTransfer: Sendable {
  /// The description of the copy in a response.
  struct Head: Hashable, Sendable {
    /// Its size in bytes.
    var size: Int
    /// Its SHA-256 in hexadecimal digits, if stated.
    var sha256: String?
    /// The number of the last entry that it has applied, if stated.
    var sequence: UInt64?
  }

  /// The properties that a copy must have.
  struct Expected: Hashable, Sendable {
    /// Its size in bytes.
    var size: Int
    /// Its SHA-256 in hexadecimal digits.
    var sha256: String
  }

  /// The progress of a download.
  struct Progress: Hashable, Sendable {
    /// The number of received bytes.
    var count = 0
    /// The total number of bytes; `nil` until the response begins.
    var size: Int?
  }

  /// The address of the copy.
  let url: String
  /// The path of the file, which exists and is empty.
  let path: String
  /// The time the server may take to make the copy: enough to copy and hash some 10 GB.
  var patience = Duration.seconds(120)
  /// The maximum silence after the response has begun.
  var silence = Duration.seconds(20)
  /// Called a few times a second.
  let onProgress: @Sendable (Progress) -> Void

  private static let mostRedirects = 3

  /// Downloads the copy, and syncs it to the disk.
  ///
  /// - Parameter expected: Returns the properties that the copy must have, given the response.
  /// - Throws: ``CopyError`` if the copy is not available there; rethrows the error of `expected`;
  ///   ``Failure`` if the file cannot be written.
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
    // The caller retries, and reports it.
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
        case 404: "use the --admin-listen of a replica"
        case 421: "start that replica with --allowed-host for this address"
        case 503: "try again later"
        default: nil
        }
      throw CopyError(.status, "'\(url)' answers \(status)", hint: hint)
    }
    guard let size = response.headers.first(name: "Content-Length").flatMap({ Int($0) }), size > 0
    else {
      throw CopyError(.otherStore, "'\(url)' does not state the size of its copy")
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
      throw CopyError.damaged(url, "it has \(least)\(count) bytes instead of \(expected.size)")
    }
    guard hash.digest.description == expected.sha256 else {
      throw CopyError.damaged(
        url,
        "its SHA-256 is \(hash.digest.description.prefix(16))… instead of \(expected.sha256.prefix(16))…"
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

  /// Reports the progress, and gives up after too long a silence.
  private func watch(_ meter: TransferMeter) async throws {
    var (known, time) = (Progress(), ContinuousClock.now)
    while true {
      try await Task.sleep(for: .milliseconds(100))
      let progress = meter.progress
      if progress != known {
        (known, time) = (progress, .now)
        onProgress(progress)
      }
      // A complete copy may take its time to reach the disk.
      guard progress.count != progress.size else { continue }
      let limit = progress.size == nil ? patience : silence
      if time.duration(to: .now) > limit { throw CopyError.silent(url, limit) }
    }
  }
}

/// The progress of a transfer, written by one task and read by another.
private final class TransferMeter: Sendable {
  /// Guarded by the mutex.
  private let state = Mutex(StoreTransfer.Progress())

  var progress: StoreTransfer.Progress { state.withLock { $0 } }

  func begin(size: Int) { state.withLock { $0.size = size } }

  func add(_ count: Int) { state.withLock { $0.count += count } }
}
