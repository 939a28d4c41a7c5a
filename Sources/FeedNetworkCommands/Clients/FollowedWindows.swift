import FeedClient
import FeedCommands
import FeedModel
import FeedRendering
import FeedSnapshots
import FeedTerminal
import FeedWire
import Synchronization

/// The windows of a followed page: long sections are shown in part, and grow when their end is on the screen.
final class FollowedWindows: Sendable {
  /// The number of items of a section that the page requests at a time.
  static let step = 500

  let windows: ClientWindows
  /// The sections that have more items than the page holds, with their ids on the wire.
  ///
  /// Guarded by the mutex.
  private let partial: Mutex<[SectionID: String]> = Mutex([:])

  init() throws(WireError) { windows = try ClientWindows("\(Self.step)") }

  /// Records which sections an update shows in part.
  func didReceive(_ update: ClientUpdate, as snapshot: FeedSnapshot) {
    var partial: [SectionID: String] = [:]
    for (section, shown) in zip(update.snapshot.sections, snapshot.composition.sections) {
      guard let window = update.windows[section.id], window.total > section.items.count else {
        continue
      }
      partial[shown.id] = section.id.string
    }
    self.partial.withLock { $0 = partial }
  }

  /// Requests more items of the sections whose last items are on the screen.
  func didShow(_ model: WatchModel) {
    let partial = partial.withLock { $0 }
    guard !partial.isEmpty else { return }
    for (section, item) in model.lastShownItems {
      guard let id = partial[section],
        let items = model.snapshot.composition.section(section)?.items,
        items.suffix(Self.step / 10).contains(where: { $0.id == item })
      else { continue }
      self.partial.withLock { $0[section] = nil }
      windows.show(id, count: items.count + Self.step)
    }
  }
}
