import Dispatch
import FeedTerminal
import Foundation
import Synchronization

/// A source of events from keys, the mouse and signals.
final class WatchInput {
  private let sources: [any DispatchSourceProtocol]

  /// Begins to listen; ends when it is deallocated.
  init(_ send: @escaping @Sendable (WatchEvent) -> Void) {
    let queue = DispatchQueue(label: "feed.watch.input")
    let keys = DispatchSource.makeReadSource(fileDescriptor: 0, queue: queue)
    let reader = KeyBox()
    keys.setEventHandler {
      guard let bytes = TerminalDevice.read() else {
        keys.cancel()
        return send(.hungUp)
      }
      for key in reader.read(bytes) { send(.key(key)) }
      // An escape without a continuation is the key.
      queue.asyncAfter(deadline: .now() + .milliseconds(40)) {
        for key in reader.flush(if: bytes) { send(.key(key)) }
      }
    }
    let signals: [(Int32, WatchEvent)] = [
      (SIGWINCH, .resized), (SIGCONT, .continued), (SIGTSTP, .key(.suspend)),
      (SIGINT, .terminated(.interrupted)), (SIGTERM, .terminated(.terminated)),
      (SIGHUP, .hungUp), (SIGQUIT, .terminated(.quit)),
    ]
    sources =
      [keys]
      + signals.map { number, event in
        // SIGCONT cannot be ignored, and need not be.
        if number != SIGCONT { signal(number, SIG_IGN) }
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { send(event) }
        return source
      }
    for source in sources { source.resume() }
  }

  deinit { for source in sources { source.cancel() } }

  /// The key reader, shared by the input queue and its timers.
  private final class KeyBox: Sendable {
    private let state = Mutex((reader: KeyReader(), latest: [UInt8]()))

    func read(_ bytes: [UInt8]) -> [WatchKey] {
      state.withLock { state in
        state.latest = bytes
        return state.reader.read(bytes)
      }
    }

    /// Stops waiting for the rest of a sequence, unless more bytes have arrived.
    func flush(if bytes: [UInt8]) -> [WatchKey] {
      state.withLock { $0.reader.isWaiting && $0.latest == bytes ? $0.reader.flush() : [] }
    }
  }
}
