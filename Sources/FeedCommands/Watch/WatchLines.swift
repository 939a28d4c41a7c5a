import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedRendering
import FeedReplay
import FeedSnapshots
import Synchronization

/// A watched feed as lines, one per version, for pipes and line readers.
final class WatchLines: Sendable {
  private struct State: ~Copyable {
    var appearance: FeedAppearance
    var output = OutputBuffer()
    var json = JSONWriter()
    var latest: FeedSnapshot
  }

  private let isJSON: Bool
  /// Guarded by the mutex, because the player, readers and edits of the file send versions.
  private let state: Mutex<State>
  private static let mostItems = 8

  init(_ engine: FeedEngine, isJSON: Bool) throws {
    self.isJSON = isJSON
    let snapshot = engine.snapshot
    state = Mutex(State(appearance: FeedAppearance(engine.feed), latest: snapshot))
    try state.withLock { state in
      let updates = FeedSnapshot.Composition().updates(to: snapshot.composition)
      try write(snapshot, updates, isWhole: true, isBrief: true, &state)
    }
  }

  /// Writes a version, and flushes it.
  func write(_ update: FeedUpdate) throws {
    try state.withLock { state in
      guard update.snapshot.version > state.latest.version else { return }
      // Versions in between have other origins, such as another program at the same store.
      let updates =
        update.from.version == state.latest.version
        ? update.updates : state.latest.composition.updates(to: update.snapshot.composition)
      try write(update.snapshot, updates, &state)
    }
  }

  /// Writes that the feed file was read again, with its first version.
  func reopen(_ file: FeedFile, _ update: FeedUpdate?) throws {
    try state.withLock { state in
      state.appearance = FeedAppearance(file.feed)
      let snapshot = update?.snapshot ?? state.latest
      let updates = state.latest.composition.updates(to: snapshot.composition)
      if !isJSON { Console.error("\(file.name): read again") }
      for warning in file.warnings { Console.error(lines: warning.description) }
      guard isJSON || snapshot.version > state.latest.version else { return }
      try write(snapshot, updates, isWhole: true, reopening: file, &state)
    }
  }

  /// Writes why the current feed file cannot be shown.
  func refuse(_ path: String, _ error: any Error) throws {
    let text = "\(error)"
    Console.error(lines: text)
    Console.error("\(path): the last valid feed stays in use")
    guard isJSON else { return }
    try state.withLock { state in
      state.json.removeAll()
      state.json.object { json in
        json.field("event", value: "refused")
        json.field("file", value: .text(Text(path)))
        json.field("message", value: .text(Text(text)))
        guard let errors = error as? FeedFileErrors else { return }
        json.key("problems")
        json.array { json in
          for problem in errors.problems { json.problem(problem) }
        }
      }
      state.json.endLine()
      try state.output.write(state.json)
      try state.output.flush()
    }
  }

  private func write(
    _ snapshot: FeedSnapshot,
    _ updates: BatchUpdates,
    isWhole: Bool = false,
    isBrief: Bool = false,
    reopening file: FeedFile? = nil,
    _ state: inout State
  ) throws {
    let latest = state.latest
    if isJSON {
      state.json.removeAll()
      state.json.object { json in
        if let file {
          json.field("event", value: "reopened")
          json.field("file", value: .text(Text(file.name)))
        }
        json.key("version")
        json.integer(snapshot.version)
        json.key("updates")
        json.updates(updates)
        if isWhole {
          json.key("snapshot")
          json.snapshot(snapshot)
        } else if snapshot.status != latest.status {
          json.key("status")
          json.status(snapshot.status)
        }
      }
      state.json.endLine()
      try state.output.write(state.json)
    } else {
      let lines = ChangeLines(from: latest, to: snapshot, updates, state.appearance)
      // The parts of a line, which are escaped, are separated by tabs.
      let text = lines.text(most: isBrief ? 0 : Self.mostItems)
      try state.output.write(rendered: text + "\n")
    }
    state.latest = snapshot
    try state.output.flush()
  }
}
