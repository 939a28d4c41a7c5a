import FeedWire
import Synchronization

// The moves of windows. A stream that moves a window leaves the view that it shares with others.
extension StreamLoop {
  /// Moves a window of a stream.
  func move(_ move: WaitingMove, of id: StreamID) {
    guard let stream = windowed[id], !stream.hasEnded else {
      return move.answer(.failure(.unknownStream))
    }
    stream.moves.append(move)
    // The hub computes the patch from the version that the client holds, which no other frame may change now.
    if stream.want == nil { moveNext(of: stream) }
  }

  /// Asks the hub for the patch of the next move.
  func moveNext(of stream: Stream) {
    guard let id = stream.id, let view = stream.group?.view, stream.want == nil,
      !stream.moves.isEmpty
    else { return }
    let move = stream.moves.removeFirst()
    stream.want = .move
    var key = view.key
    let shared = key.owner == nil ? key : nil
    key.owner = key.owner ?? .random(in: .min ... .max)
    // The hub may post a newer version of the view before it answers.
    if shared != nil { add(StreamView(key)) }
    let port = LoopPort(self)
    hub.move(move.window, of: key, leaving: shared, heldAt: stream.cursor) { [key] result in
      port.moved(result, to: key, move, of: id)
    }
  }

  /// Sends the patch of a move.
  ///
  /// - Parameter key: The view with the moved window; `result` is `nil` if the hub serves too many.
  func moved(
    _ result: Hub.MovedWindow?,
    to key: FeedView,
    _ move: WaitingMove,
    of id: StreamID
  ) {
    guard let stream = windowed[id], let view = stream.group?.view else {
      // The client has left, and with it the view that it had to itself.
      if remove(key), result?.isOpen ?? false { hub.close(key) }
      return move.answer(.failure(.unknownStream))
    }
    stream.want = nil
    defer { resume(stream) }
    switch result?.moved {
    case nil, .unknownSection?:
      if view.key != key { _ = remove(key) }
      let refusal =
        result == nil ? Refusal.tooManyViews : .unknownSection(move.window.section)
      return move.answer(.failure(refusal))
    case .patch(let frame)? where stream.isWritable && stream.cursor != nil:
      enter(key, stream, at: result?.version ?? 0)
      send(frame, to: stream)
    case .patch?, .image?:
      enter(key, stream, at: result?.version ?? 0)
      (stream.cursor, stream.sameUntil) = (nil, 0)
    }
    move.answer(.success(result?.version ?? 0))
  }

  /// Makes a stream show an unshared view, with a window that was moved at a version.
  private func enter(_ key: FeedView, _ stream: Stream, at version: Int) {
    guard let own = view(key) else { return }
    if own.version ?? 0 <= version { own.restart(movedAt: version) }
    guard stream.group?.view !== own else { return }
    leave(stream)
    join(stream, own)
  }

  private func resume(_ stream: Stream) {
    moveNext(of: stream)
    feed(stream, isDue: true)
    addTally()
  }
}

/// The loops of the streams with windows, by the names of the streams.
final class StreamNames: Sendable {
  private let loops: Mutex<[StreamID: LoopPort]> = Mutex([:])

  func add(_ id: StreamID, _ loop: LoopPort) { loops.withLock { $0[id] = loop } }

  func remove(_ id: StreamID) { loops.withLock { $0[id] = nil } }

  /// Moves a window, and returns the version that shows it at its new place.
  func move(_ window: WindowMove, of id: StreamID) async throws(Refusal) -> Int {
    guard let loop = loops.withLock({ $0[id] }) else { throw .unknownStream }
    let result = await withCheckedContinuation { continuation in
      loop.move(WaitingMove(window: window) { continuation.resume(returning: $0) }, of: id)
    }
    return try result.get()
  }
}
