import FeedDefinition
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedWire

/// The time of the last change of each source: of its visible content or of its state.
struct SourceAges {
  /// The sources, by the declarations of the sections that show them.
  private let sources: [Name: Name]
  private var times: [Name: Duration] = [:]
  /// The time of the first read of all sources.
  private let start: Duration

  /// Starts with a feed that has just been opened and has read all its sources.
  init(_ feed: Feed, at time: Duration) {
    sources = Dictionary(
      feed.sections.map { ($0.id, $0.source) },
      uniquingKeysWith: { first, _ in first }
    )
    start = time
  }

  /// Records the sources that an update has changed.
  ///
  /// - Complexity: O(*d*) for *d* edits.
  mutating func note(_ update: FeedUpdate, at time: Duration) {
    let old = update.from.composition.sections
    let new = update.snapshot.composition.sections
    let batch = update.updates
    for index in batch.sectionsChangedBefore { mark(old[index].id, time) }
    for index in batch.sectionsChangedAfter { mark(new[index].id, time) }
    guard update.from.status != update.snapshot.status else { return }
    let states = Set(update.from.status)
    for status in update.snapshot.status where !states.contains(status) {
      times[status.source] = time
    }
  }

  private mutating func mark(_ section: SectionID, _ time: Duration) {
    if let source = sources[section.declaration] { times[source] = time }
  }

  /// Returns the states of the sources for clients, with their ages to a tenth of a second.
  func described(_ status: [SourceStatus], at time: Duration) -> [WireSource] {
    status.map { status in
      let age = (time - (times[status.source] ?? start)) / .seconds(1)
      return WireSource(status, age: (max(age, 0) * 10).rounded() / 10)
    }
  }
}

extension BatchUpdates {
  /// The sections that lose items or move them away, as indices into the old snapshot.
  fileprivate var sectionsChangedBefore: Set<Int> {
    var sections = Set(deleteSections)
    for path in deleteItems { sections.insert(path.section) }
    for move in moveItems { sections.insert(move.from.section) }
    return sections
  }

  /// The sections that gain items or look different, as indices into the new snapshot.
  fileprivate var sectionsChangedAfter: Set<Int> {
    var sections = Set(insertSections)
    sections.formUnion(reloadSections)
    for move in moveSections { sections.insert(move.to) }
    for path in insertItems { sections.insert(path.section) }
    for path in reloadItems { sections.insert(path.section) }
    for path in reconfigureItems { sections.insert(path.section) }
    for move in moveItems { sections.insert(move.to.section) }
    return sections
  }
}
