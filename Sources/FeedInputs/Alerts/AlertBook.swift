import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedSnapshots
import FeedStore

/// The states of all alerts of a feed, each written to the store before it is acted upon.
actor AlertBook {
  /// An alert of one item.
  struct Key: Hashable, Sendable {
    let alert: String
    let item: String
    var name: String { "\(alert):\(item)" }
  }

  /// The least time after a start in which the sources can answer before a stored wait ends.
  private static let grace = Duration.seconds(10)

  private let engine: FeedEngine
  /// The texts of items, with dates in the zone of the feed.
  private let appearance: FeedAppearance
  /// The alerts by the kind of their items.
  private let alerts: [Name: [AlertDeclaration]]
  private let wall: @Sendable () -> Double
  private var states: [Key: AlertState] = [:]
  /// The alerts that wait for the time that their conditions must hold.
  private var waiting: Set<Key> = []
  /// Conditions that hold again before the receiver knows that they had ended.
  private var again: [Key: AlertState] = [:]
  /// The running transaction; the next change waits for it, so that a failure restores what was before.
  private var writing: Task<Void, any Error>?
  private let due: [String: AsyncStream<Key>.Continuation]
  /// The alerts of items with a notification to send, by the name of the alert, each once.
  nonisolated let queues: [String: AsyncStream<Key>]

  /// Creates a book with the stored states of the declared alerts; other states may be those of another feed.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  init(_ engine: FeedEngine, wall: @escaping @Sendable () -> Double) async throws {
    self.engine = engine
    appearance = FeedAppearance(engine.feed)
    self.wall = wall
    alerts = Dictionary(grouping: engine.feed.alerts, by: \.kind)
    let streams = engine.feed.alerts.map { ($0.name, AsyncStream.makeStream(of: Key.self)) }
    queues = Dictionary(uniqueKeysWithValues: streams.map { ($0, $1.stream) })
    due = Dictionary(uniqueKeysWithValues: streams.map { ($0, $1.continuation) })
    for (name, value) in try await engine.alertStates() {
      guard let alert = engine.feed.alerts.first(where: { name.hasPrefix($0.name + ":") }),
        let json = value.string, let state = AlertState(json: json)
      else { continue }
      let key = Key(alert: alert.name, item: String(name.dropFirst(alert.name.count + 1)))
      states[key] = state
      if state.next != nil { due[alert.name]?.yield(key) }
    }
  }

  /// A wait for the time at which an alert fires, unless its condition ends before.
  struct Wait: Sendable {
    let key: Key
    let since: Double
    let seconds: Double
  }

  /// Compares a version with the states: all items of the first version, and then those that have changed.
  ///
  /// - Returns: The waits of alerts that do not fire at once.
  /// - Throws: `StoreError` if the store cannot be written; the states are then as before.
  func take(_ update: FeedUpdate) async throws -> [Wait] {
    await finishWriting()
    let now = wall()
    var changed: [Key: AlertState?] = [:]
    var waits: [Wait] = []
    var seen: Set<Key> = []
    for entry in update.changedItems {
      for alert in alerts[entry.id.kind] ?? [] {
        let key = Key(alert: alert.name, item: entry.id.description)
        seen.insert(key)
        if !alert.condition.holds({ entry.content[$0] }) {
          end(key, entry, at: now, &changed)
        } else if let wait = begin(alert, key, entry, at: now, &changed) {
          waits.append(wait)
        }
      }
    }
    for id in update.goneItems {
      for alert in alerts[id.kind] ?? [] {
        end(Key(alert: alert.name, item: id.description), nil, at: now, &changed)
      }
    }
    if update.from.version == 0 {
      for key in states.keys where !seen.contains(key) { end(key, nil, at: now, &changed) }
    }
    do { try await keep(changed) } catch {
      for wait in waits { waiting.remove(wait.key) }
      throw error
    }
    return waits
  }

  /// Notes that a condition holds.
  private func begin(
    _ alert: AlertDeclaration,
    _ key: Key,
    _ entry: FeedSnapshot.Composition.Entry,
    at now: Double,
    _ changed: inout [Key: AlertState?]
  ) -> Wait? {
    if let known = states[key] {
      if known.ended != nil, again[key] == nil { again[key] = state(of: entry, since: now) }
      guard !known.isFiring, !waiting.contains(key) else { return nil }
      // A state that was stored before the program has started waits for the rest of its time. Its rows may be old.
      let wait = wait(alert, key, known, at: now)
      let least = min(alert.patience, Self.grace) / .seconds(1)
      return Wait(key: key, since: wait.since, seconds: max(wait.seconds, least))
    }
    var state = state(of: entry, since: now)
    state.isFiring = alert.patience <= .zero
    changed[key] = .some(state)
    return state.isFiring ? nil : wait(alert, key, state, at: now)
  }

  private func state(of entry: FeedSnapshot.Composition.Entry, since now: Double) -> AlertState {
    let look = appearance.items[entry.id.kind]
    return AlertState(since: now, texts: .init(ItemFace(entry.content, appearance: look)))
  }

  private func wait(
    _ alert: AlertDeclaration,
    _ key: Key,
    _ state: AlertState,
    at now: Double
  ) -> Wait {
    waiting.insert(key)
    let rest = state.since + alert.patience / .seconds(1) - now
    return Wait(key: key, since: state.since, seconds: max(rest, 0))
  }

  /// Notes the end of a condition, with the new texts of the item unless it has left the feed.
  private func end(
    _ key: Key,
    _ entry: FeedSnapshot.Composition.Entry?,
    at now: Double,
    _ changed: inout [Key: AlertState?]
  ) {
    again[key] = nil
    waiting.remove(key)
    guard var state = states[key], state.ended == nil else { return }
    guard state.isFiring else {
      changed[key] = .some(nil)
      return
    }
    state.ended = now
    state.endTexts = entry.map { self.state(of: $0, since: now).texts }
    changed[key] = .some(state)
  }

  /// Fires an alert whose condition has held since the given time.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  func fire(_ wait: Wait) async throws {
    await finishWriting()
    guard var state = states[wait.key], state.since == wait.since, !state.isFiring else { return }
    waiting.remove(wait.key)
    state.isFiring = true
    try await keep([wait.key: state])
  }

  /// The next notification about an item, or `nil` if there is none.
  func notification(_ key: Key) -> AlertNotification? {
    guard let state = states[key], let next = state.next else { return nil }
    return AlertNotification(alert: key.alert, item: key.item, state: next, of: state)
  }

  /// Notes that the receiver has a notification.
  ///
  /// - Returns: The wait of a condition that holds again, if it does not fire at once.
  /// - Throws: `StoreError` if the store cannot be written.
  func didSend(_ notification: AlertNotification, of alert: AlertDeclaration) async throws -> Wait?
  {
    await finishWriting()
    let key = Key(alert: notification.alert, item: notification.item)
    guard var state = states[key] else { return nil }
    guard notification.state == .resolved else {
      state.isSent = true
      try await keep([key: state])
      return nil
    }
    var next = again.removeValue(forKey: key)
    next?.isFiring = alert.patience <= .zero
    try await keep([key: next])
    return next.flatMap { $0.isFiring ? nil : wait(alert, key, $0, at: wall()) }
  }

  /// Waits until no transaction runs.
  private func finishWriting() async {
    while let task = writing {
      _ = await task.result
      if writing == task { writing = nil }
    }
  }

  /// Stores states, and then has those sent that need it.
  private func keep(_ changed: [Key: AlertState?]) async throws {
    guard !changed.isEmpty else { return }
    let before: [(Key, AlertState?)] = changed.keys.map { ($0, states[$0]) }
    for (key, state) in changed { states[key] = state }
    let values = Dictionary(
      uniqueKeysWithValues: changed.map { ($0.name, $1.map { Value.text(Text($0.json)) }) }
    )
    let task = Task {
      do { try await engine.keep(alertStates: values) } catch {
        for (key, state) in before { states[key] = state }
        throw error
      }
    }
    writing = task
    try await task.value
    for (key, state) in changed where state?.next != nil { due[key.alert]?.yield(key) }
  }
}

extension AlertState.Texts {
  fileprivate init(_ face: ItemFace) {
    self.init(title: face.title, subtitle: face.subtitle, value: face.value, badge: face.badge)
  }
}

extension FeedUpdate {
  /// The items whose content may differ from the previous version.
  fileprivate var changedItems: [FeedSnapshot.Composition.Entry] {
    let composition = snapshot.composition
    guard updates.reloadSections.isEmpty else { return composition.sections.flatMap(\.items) }
    return updates.insertSections.flatMap { composition.sections[$0].items }
      + (updates.insertItems + updates.reloadItems + updates.reconfigureItems).map {
        composition.item(at: $0)
      }
  }

  /// The items that have left the feed.
  fileprivate var goneItems: [ItemID] {
    let old = from.composition
    let ids =
      updates.deleteSections.flatMap { old.sections[$0].items.map(\.id) }
      + updates.deleteItems.map { old.item(at: $0).id }
    return ids.filter { snapshot.composition.content(of: $0) == nil }
  }
}
