import FeedFormatting
package import FeedModel
import FeedRendering
package import Foundation

/// Standard output, written in large pieces to save system calls.
///
/// Text that has waited for longer than a moment is written with the next piece, so that a reader
/// is never far behind.
///
/// Call ``flush()`` before the command ends; otherwise the rest of the buffer is lost.
package struct OutputBuffer: ~Copyable {
  private var bytes: [UInt8] = []
  private let handle: FileHandle
  private static let limit = 1 << 16
  private static let patience = Duration.milliseconds(50)
  private var latestFlush = ContinuousClock.now

  package init(_ handle: FileHandle = .standardOutput) {
    self.handle = handle
    bytes.reserveCapacity(Self.limit * 2)
  }

  /// Writes a text; control characters in it become `�`.
  package mutating func write(_ text: String) throws { try write(rendered: text.inertLines) }

  /// Writes rendered text, whose control sequences are meant for the terminal.
  package mutating func write(rendered text: String) throws {
    try write(rendered: Array(text.utf8))
  }

  /// Writes rendered bytes, whose control sequences are meant for the terminal.
  package mutating func write(rendered bytes: [UInt8]) throws {
    self.bytes.append(contentsOf: bytes)
    if isDue { try flush() }
  }

  /// Writes the output of a `JSONWriter`, which escapes control characters.
  package mutating func write(_ json: JSONWriter) throws {
    bytes.append(contentsOf: json.bytes)
    if isDue { try flush() }
  }

  /// Writes foreign JSON.
  mutating func write(json: some Collection<UInt8>) throws {
    bytes.append(contentsOf: JSONEscaper.inert(json))
    if isDue { try flush() }
  }

  private var isDue: Bool {
    bytes.count >= Self.limit || latestFlush.duration(to: .now) > Self.patience
  }

  /// Writes the rest of the buffer.
  ///
  /// - Throws: ``BrokenPipe`` if the reader has closed the pipe; an input/output ``Failure`` if the
  ///   disk is full.
  package mutating func flush() throws {
    latestFlush = .now
    guard !bytes.isEmpty else { return }
    let data = Data(bytes)
    bytes.removeAll(keepingCapacity: true)
    do {
      try handle.write(contentsOf: data)
    } catch {
      if Self.isBrokenPipe(error) { throw BrokenPipe() }
      throw Failure(
        .inputOutput,
        "output",
        "standard output cannot be written\(Self.reason(error))",
        hint: "free disk space, and check that standard output is open"
      )
    }
  }

  private static func isBrokenPipe(_ error: any Error) -> Bool { code(error) == .EPIPE }

  /// The system's description of an error.
  private static func reason(_ error: any Error) -> String {
    guard let code = code(error) else { return "" }
    // "The operation could not be completed. No space left on device"
    let words = POSIXError(code).localizedDescription.split(separator: ". ").last ?? ""
    return ": " + words.prefix(1).lowercased() + words.dropFirst()
  }

  private static func code(_ error: any Error) -> POSIXErrorCode? {
    var current: NSError? = error as NSError
    while let inner = current {
      if inner.domain == NSPOSIXErrorDomain { return POSIXErrorCode(rawValue: Int32(inner.code)) }
      current = inner.userInfo[NSUnderlyingErrorKey] as? NSError
    }
    return nil
  }
}
