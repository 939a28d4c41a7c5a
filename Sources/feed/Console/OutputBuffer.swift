import Foundation

/// Standard output, written in large pieces: thousands of lines a second cost few system calls.
///
/// What waits for longer than a moment is written with the next piece, so that a reader is never far
/// behind.
///
/// Call ``flush()`` before the command ends; what is still in the buffer is lost otherwise.
struct OutputBuffer: ~Copyable {
  private var bytes: [UInt8] = []
  private let handle: FileHandle
  private static let limit = 1 << 16
  private static let patience = Duration.milliseconds(50)
  private var latestFlush = ContinuousClock.now

  init(_ handle: FileHandle = .standardOutput) {
    self.handle = handle
    bytes.reserveCapacity(Self.limit * 2)
  }

  mutating func write(_ text: String) throws {
    bytes.append(contentsOf: text.utf8)
    if isDue { try flush() }
  }

  mutating func write(_ more: [UInt8]) throws {
    bytes.append(contentsOf: more)
    if isDue { try flush() }
  }

  private var isDue: Bool {
    bytes.count >= Self.limit || latestFlush.duration(to: .now) > Self.patience
  }

  /// Writes what is left.
  ///
  /// - Throws: ``BrokenPipe`` when the reader has gone, a ``Failure`` when the disk is full.
  mutating func flush() throws {
    latestFlush = .now
    guard !bytes.isEmpty else { return }
    let data = Data(bytes)
    bytes.removeAll(keepingCapacity: true)
    do {
      try handle.write(contentsOf: data)
    } catch {
      if Self.isBrokenPipe(error) { throw BrokenPipe() }
      throw Failure(
        .badInput,
        "error[output]: standard output cannot be written: \(error.localizedDescription)"
      )
    }
  }

  private static func isBrokenPipe(_ error: any Error) -> Bool {
    var current: NSError? = error as NSError
    while let inner = current {
      if inner.domain == NSPOSIXErrorDomain && inner.code == Int(EPIPE) { return true }
      current = inner.userInfo[NSUnderlyingErrorKey] as? NSError
    }
    return false
  }
}
