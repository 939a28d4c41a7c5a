import Dispatch
import FeedTerminal
import Foundation
import Synchronization

/// Keys, the mouse and signals as events.
final class WatchInput {
  private let sources: [any DispatchSourceProtocol]

  /// Begins to listen, for as long as it lives.
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
      // An escape that nothing follows is the key.
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
        // Continuing cannot be ignored and need not be.
        if number != SIGCONT { signal(number, SIG_IGN) }
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { send(event) }
        return source
      }
    for source in sources { source.resume() }
  }

  deinit { for source in sources { source.cancel() } }

  /// The reader of keys, which the queue of the input and its timers share.
  private final class KeyBox: Sendable {
    private let state = Mutex((reader: KeyReader(), latest: [UInt8]()))

    func read(_ bytes: [UInt8]) -> [WatchKey] {
      state.withLock { state in
        state.latest = bytes
        return state.reader.read(bytes)
      }
    }

    /// Gives up waiting for the rest of a sequence, unless more has come since.
    func flush(if bytes: [UInt8]) -> [WatchKey] {
      state.withLock { $0.reader.isWaiting && $0.latest == bytes ? $0.reader.flush() : [] }
    }
  }
}
