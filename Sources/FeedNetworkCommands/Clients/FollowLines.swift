import FeedClient
import FeedCommands
import FeedEngine
import FeedModel
import FeedRendering
import FeedSnapshots
import FeedWire
import Synchronization

/// A served feed as lines, one per version, in the format of 'feed watch'.
final class FollowLines: Sendable {
  private struct State: ~Copyable {
    var output = OutputBuffer()
    var json = JSONWriter()
    var remote = RemoteFeed(title: "")
    var sources: [WireSource] = []
    var isFirst = true
  }

  private let isJSON: Bool
  /// Guarded by the mutex: versions and states of the connection arrive from two tasks.
  private let state = Mutex(State())
  private static let mostItems = 8

  init(isJSON: Bool) { self.isJSON = isJSON }

  /// Writes lines until the given number of versions is reached.
  ///
  /// - Throws: `ClientError` if the address does not answer with a feed; errors of writing.
  func follow(_ client: FeedClient, versions: Int) async throws {
    let (ending, end) = AsyncThrowingStream<Never, any Error>.makeStream()
    let first = FirstAnswer(of: client)
    let writing = Task { [self] in
      do {
        let updates = client.updates { state in
          if let error = first.take(state) { return end.finish(throwing: error) }
          do { try self.write(state) } catch { end.finish(throwing: error) }
        }
        var count = 0
        for try await update in updates {
          try self.write(update)
          count += 1
          if count == versions { break }
        }
        end.finish()
      } catch {
        end.finish(throwing: error)
      }
    }
    defer { writing.cancel() }
    for try await _ in ending {}
  }

  /// Writes a version, and flushes it.
  private func write(_ update: ClientUpdate) throws {
    try state.withLock { state in
      if isJSON {
        writeJSON(update, &state)
        try state.output.write(state.json)
      } else {
        let (step, _) = state.remote.show(update)
        let lines = ChangeLines(
          // Of the first version's sources, only those in trouble are worth a line.
          from: state.isFirst ? step.snapshot : step.from,
          to: step.snapshot,
          step.updates,
          state.remote.appearance
        )
        // The parts of a line, which are escaped, are separated by tabs.
        let text = lines.text(most: state.isFirst ? 0 : Self.mostItems)
        try state.output.write(rendered: text + "\n")
      }
      (state.isFirst, state.sources) = (false, update.sources)
      try state.output.flush()
    }
  }

  private func writeJSON(_ update: ClientUpdate, _ state: inout State) {
    let (isFirst, sources) = (state.isFirst, state.sources)
    state.json.removeAll()
    state.json.object { json in
      json.key("version")
      json.integer(update.cursor.version)
      json.key("updates")
      json.updates(update.updates)
      if isFirst {
        json.key("snapshot")
        let image = FeedImage(
          cursor: update.cursor,
          title: update.title,
          sections: update.snapshot.wireSections,
          sources: update.sources
        )
        image.write(into: &json)
      } else if !sources.haveStates(of: update.sources) {
        json.key("status")
        json.object { json in
          for source in update.sources {
            json.field(
              source.id,
              value: .text(Text(source.state == .live ? "ok" : source.state.rawValue))
            )
          }
        }
      }
    }
    state.json.endLine()
  }

  /// Writes the state of the connection, if it is waiting.
  private func write(_ connection: ConnectionState) throws {
    guard case .waiting(let pause, let error) = connection else { return }
    Console.error(connection.words)
    guard isJSON else { return }
    try state.withLock { state in
      state.json.removeAll()
      state.json.object { json in
        json.field("event", value: "waiting")
        json.field("seconds", value: .real(pause / .seconds(1)))
        json.field("code", value: .text(Text(error.code.rawValue)))
        json.field("message", value: .text(Text(error.message)))
      }
      state.json.endLine()
      try state.output.write(state.json)
      try state.output.flush()
    }
  }
}
