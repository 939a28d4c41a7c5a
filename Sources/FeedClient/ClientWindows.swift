import FeedModel
import FeedSnapshots
public import FeedWire
import Synchronization

/// The windows of a client: the parts of sections that it requests, and can move while it follows the feed.
///
/// ```swift
/// let windows = try ClientWindows("100")          // the first hundred items of each section
/// configuration.windows = windows
/// windows.show("photos", from: 300, count: 100)   // when the reader scrolls
/// ```
///
/// `ClientUpdate.windows` contains the place of each part. After a reconnection the client requests the
/// windows at their last places.
public final class ClientWindows: Sendable {
  /// A window that was moved.
  struct Move: Hashable, Sendable {
    let section: String
    let from: Int
    let count: Int

    /// Returns the body of the request that moves the window of a stream.
    func json(stream: String) -> [UInt8] {
      var json = JSONWriter()
      json.object { json in
        json.key("stream")
        json.text(stream)
        json.key("section")
        json.text(section)
        json.key("from")
        json.integer(from)
        json.key("count")
        json.integer(count)
      }
      return json.bytes
    }
  }

  private struct State {
    var moved: [Move] = []
    var listeners: [Int: AsyncStream<Move>.Continuation] = [:]
    var next = 0
  }

  private let first: [String]
  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// Creates the windows of the first request.
  ///
  /// - Parameter windows: Each as `SECTION:FROM:COUNT`, or `COUNT` for the first items of each section.
  /// - Throws: `WireError` if a text is not a window.
  public init(_ windows: String...) throws(WireError) {
    for window in windows { _ = try FeedWindow(window) }
    first = windows
  }

  /// Moves the window of a section.
  ///
  /// The next update with the section shows the items. An unknown section is ignored.
  ///
  /// - Parameters:
  ///   - from: The number of items before the window.
  ///   - count: The maximum number of items, from 1 to 10,000.
  public func show(_ section: String, from: Int = 0, count: Int) {
    let move = Move(
      section: section,
      from: max(from, 0),
      count: min(max(count, 1), FeedWindow.maximumCount)
    )
    let listeners = state.withLock { state in
      state.moved.removeAll { $0.section == section }
      state.moved.append(move)
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.yield(move) }
  }

  /// The windows of the next request; the first that matches a section counts.
  var query: [String] {
    state.withLock { $0.moved.map { "\($0.section):\($0.from):\($0.count)" } } + first
  }

  /// Returns whether a client holds the windows of the next request, so that it can resume.
  func areHeld(by feed: FeedState) -> Bool {
    state.withLock(\.moved).allSatisfy { move in
      let section = Text(move.section)
      guard let count = feed.snapshot.itemCount(inSection: section) else { return true }
      guard let window = feed.windows[section] else { return false }
      return window.from == min(move.from, window.total)
        && count == min(move.count, window.total - window.from)
    }
  }

  /// The moves from now on.
  func moves() -> AsyncStream<Move> {
    let (stream, continuation) = AsyncStream<Move>.makeStream()
    state.withLock { state in
      let number = state.next
      state.next += 1
      state.listeners[number] = continuation
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { $0.listeners[number] = nil }
      }
    }
    return stream
  }
}
