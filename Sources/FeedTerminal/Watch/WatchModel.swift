package import FeedFormatting
import FeedLayout
package import FeedModel
import FeedRendering
package import FeedSnapshots

/// A live page: what a user has made of it so far, and the newest version.
///
/// A value without clocks, terminals or tasks: its input is keys, versions and times, its output
/// screens and commands. A screen shows one snapshot, and so never mixes two versions.
package struct WatchModel: Sendable {
  /// A wish of the user that the page cannot fulfil itself.
  package enum Command: Hashable, Sendable {
    case quit
    case suspend
    case redraw
    /// To have an action of the feed file done, with what the user has typed for its parameters.
    case act(String, WatchFeatures.Target, [String: String] = [:])
    /// To have the last change of the user undone.
    case undo
    /// To have an item moved by a place.
    case move(ItemID, isUp: Bool)
    /// Moves an item before or after its new neighbour.
    case drop(ItemID, ItemID, isBehind: Bool)
    /// To know why an item cannot be moved.
    case explain(ItemID)
    /// To see the version that the next lines of the fixture lead to.
    case step
    /// Shows a future version.
    case stepTo(Int)
    /// Play lines until a message has the time or a later one, and show that version.
    case stepToTime(String)
  }

  /// The state of the run.
  package struct Status: Hashable, Sendable {
    /// The messages of each of the last seconds, oldest first.
    package private(set) var rates: [Int] = []
    /// The messages of the last second.
    package var messagesPerSecond: Int { rates.last ?? 0 }
    /// Whether the run plays or reads messages, so that none in a second is worth showing.
    package var expectsMessages = true
    package var commitToScreen: Duration?
    /// The versions that the screen is behind the newest one.
    package var behind = 0
    /// The state of the fixture: "playing", "ended" and the like.
    package var note = ""
    /// The states of the inputs that run with the feed, each in few words.
    package var inputs: [String] = []
    /// The error in the current feed file, with its place, while the last valid feed is shown.
    package var fault: String?
    /// The last message of the run, or `nil`; it stays when a key removes it from the page.
    package var notice: String?
    /// Whether the feed may be old, since its server cannot be reached.
    package var isOffline = false

    package init() {}

    /// The seconds whose messages are kept.
    private static let keptRates = 12

    /// Notes the number of messages of the last second.
    package mutating func count(messages: Int) {
      rates = (rates + [messages]).suffix(Self.keptRates)
    }

    /// Whether the rates still change without new messages.
    package var isComingToRest: Bool { rates.contains { $0 > 0 } }
  }

  package private(set) var appearance: FeedAppearance
  /// The actions and moves that a reader may perform.
  package private(set) var features: WatchFeatures
  /// Whether versions arrive only on request.
  package let isStepping: Bool
  /// Whether nothing may blink or run.
  package let isStill: Bool
  package var status = Status()
  package internal(set) var snapshot: FeedSnapshot
  /// The newest version, while the page is held.
  var waiting: FeedSnapshot?
  var columns: Int
  var lines: Int
  var layout: PageLayout?
  /// The line of the page at the top of the screen.
  var top = 0
  var rowOffsets: [SectionID: Double] = [:]
  var selected: ItemID?
  var collapsed: Set<SectionID> = []
  /// The group that is shown alone.
  var filter: Value?
  var search = Search()
  /// The order of a section that the viewer has chosen.
  var sorting: Sorting?
  /// The words of the items that are shown alone.
  var filtering = Filtering()
  /// The whole version in its declared order, while items are filtered or a section is sorted.
  var unsorted: FeedSnapshot?
  /// The section to sort, until its column is chosen.
  var sortedSection: SectionID?
  /// The list that covers the page.
  var overlay: Overlay?
  /// The open prompt before an action.
  var prompt: Prompt?
  /// The submitted prompt, until its result is known.
  var submitted: Prompt?
  /// The name of an action as far as it is typed.
  var typedAction: String?
  /// Whether something can be undone.
  package var canUndo = false
  /// The title of the picked group at that time.
  var filterTitle: String?
  /// The digits by which tabs are picked.
  var digits: [Tab.Choice: Int] = [:]
  /// The picked choice, until the page has moved to its top.
  var landing: Tab.Choice?
  /// Hints for people about an empty feed.
  package var emptyHints: [String] = []
  package internal(set) var isPaused = false
  package internal(set) var isFollowing = false
  /// The figures that have recently gone up or down, and some older ones.
  var moves: [ItemID: Move] = [:]
  /// The recent values of figures whose kinds have sparklines.
  var traces: [ItemID: FigureTrace] = [:]
  private var latestSweep = Duration.zero
  /// The groups to choose from, until sections change.
  var groups: [Group]?
  var targets: [PagePainter.Target] = []
  /// The last item of each section that is on the screen.
  package var lastShownItems: [SectionID: ItemID] {
    Dictionary(targets.map { ($0.section, $0.item) }) { $1 }
  }
  /// The line of the page that was at the top when the targets were painted.
  var paintedTop = 0
  /// The choices in the first line, with their columns.
  var tabs: [(columns: Range<Int>, choice: Tab.Choice)] = []
  /// The headers that can be clicked.
  var headers: [(line: Int, section: SectionID)] = []
  /// The place at which the mouse button was pressed.
  var pressed: Pressed?
  /// The dragged item.
  var drag: Drag?
  /// The last versions, for the inspector.
  package internal(set) var history = VersionHistory()
  /// The version at the start, the oldest that the inspector could show.
  let firstVersion: Int
  package internal(set) var showsInspector = false
  /// The edits of the inspected version that are scrolled out of sight.
  var inspectorOffset = 0
  /// The number of a version as far as it is typed.
  var typedVersion: String?
  /// Said once, in the line of the keys.
  package var message: String?

  /// The way that a figure has gone, and when.
  struct Move: Hashable {
    var movement: ItemMark.Movement
    var at: Duration
  }

  /// A group that sections have, with its title.
  struct Group: Hashable {
    var key: Value
    var title: String
  }

  static let flash = Duration.milliseconds(700)
  static let arrow = Duration.seconds(4)
  /// The smallest screen; a smaller one only shows a message.
  static let smallest = (columns: 24, lines: 6)

  package init(
    _ snapshot: FeedSnapshot,
    _ appearance: FeedAppearance,
    columns: Int,
    lines: Int,
    features: WatchFeatures = WatchFeatures(),
    isStill: Bool = false,
    isStepping: Bool = false
  ) {
    self.snapshot = snapshot
    firstVersion = snapshot.version
    self.appearance = appearance
    self.features = features
    self.isStepping = isStepping
    showsInspector = isStepping
    isPaused = isStepping
    // When stepping, every version can be shown again.
    if isStepping { history = VersionHistory(capacity: 1_000_000) }
    self.columns = columns
    self.lines = lines
    self.isStill = isStill
  }

  /// The lines that show the page: all but the title above, and the inspector and two lines below.
  var pageLines: Range<Int> { 1..<max(lines - 2 - inspectorLines, 1) }

  /// Takes the size of the terminal.
  package mutating func resize(columns: Int, lines: Int) {
    guard (columns, lines) != (self.columns, self.lines) else { return }
    (self.columns, self.lines) = (columns, lines)
    keepingPlace { $0.layout = nil }
  }

  /// Takes a version, with the batch that leads to it from the one before.
  package mutating func show(_ next: FeedSnapshot, _ updates: BatchUpdates, at now: Duration) {
    guard !isPaused else {
      waiting = next
      return
    }
    adopt(next, updates, at: now)
  }

  /// Shows a version, filtered and sorted as the viewer has chosen.
  mutating func adopt(_ next: FeedSnapshot, _ updates: BatchUpdates, at now: Duration) {
    let wasArranged = unsorted != nil
    let shown = arranged(next)
    let isArranged = unsorted != nil || wasArranged
    let updates = isArranged ? snapshot.composition.updates(to: shown.composition) : updates
    showVersion(shown, updates, at: now)
  }

  /// Keeps a version, and returns it as the viewer has chosen to see it.
  private mutating func arranged(_ next: FeedSnapshot) -> FeedSnapshot {
    unsorted = sorting == nil && filtering.text.isEmpty ? nil : next
    let filtered = filtering.applied(to: next, appearance)
    return sorting?.applied(to: filtered, appearance) ?? filtered
  }

  /// Shows the present version after the viewer has chosen another filter or order.
  mutating func arrangeAgain(at now: Duration) {
    let base = unsorted ?? snapshot
    adopt(base, base.composition.updates(to: base.composition), at: now)
  }

  private mutating func showVersion(
    _ next: FeedSnapshot,
    _ updates: BatchUpdates,
    at now: Duration
  ) {
    note(updates, to: next, at: now)
    let old = snapshot.composition
    if updates.hasStructure || !updates.reloadSections.isEmpty {
      groups = nil
      defer {
        if layout?.choice.picker != picker?.section { layout = nil }
        landIfPicked()
      }
      keepingPlace {
        $0.snapshot = next
        $0.showInLayout(next.composition, from: old, updates)
      }
    } else {
      snapshot = next
      showInLayout(next.composition, from: old, updates)
    }
    if isFollowing, let path = updates.reconfigureItems.first ?? updates.insertItems.first {
      let item = next.composition.item(at: path).id
      selected = item
      reveal(item)
    }
  }

  /// Brings the layout up to date by what the batch touches, or lets go of it if it cannot be.
  private mutating func showInLayout(
    _ next: FeedSnapshot.Composition,
    from old: FeedSnapshot.Composition,
    _ updates: BatchUpdates
  ) {
    // Taken out, so that it is changed in place.
    guard var changed = layout.take() else { return }
    if changed.show(next, from: old, updates) { layout = changed }
  }

  /// Notes which figures have gone up or down.
  private mutating func note(_ updates: BatchUpdates, to next: FeedSnapshot, at now: Duration) {
    if now - latestSweep >= Self.arrow {
      latestSweep = now
      moves = moves.filter { now - $0.value.at < Self.arrow }
      traces = traces.filter { !$0.value.isOver(at: now) }
    }
    for path in updates.reconfigureItems {
      let entry = next.composition.item(at: path)
      guard let old = snapshot.composition.content(of: entry.id),
        let look = appearance.items[entry.id.kind]
      else { continue }
      if let name = look.spark, let before = old[name]?.figure,
        let after = entry.content[name]?.figure,
        before != after
      {
        traces[entry.id, default: FigureTrace(from: before)].add(after, at: now)
      }
      guard let names = look.value?.fieldNames else { continue }
      for name in names {
        guard let before = old[name]?.figure, let after = entry.content[name]?.figure,
          before != after
        else { continue }
        moves[entry.id] = Move(movement: after > before ? .up : .down, at: now)
        break
      }
    }
  }

  /// The time at which the page changes without an event, if it does; only visible items count.
  package func nextChange(after now: Duration) -> Duration? {
    var next: Duration?
    for target in targets {
      if let change = traces[target.item]?.nextChange(after: now) {
        next = min(next ?? change, change)
      }
      guard let move = moves[target.item] else { continue }
      for end in isStill ? [Self.arrow] : [Self.flash, Self.arrow] where move.at + end > now {
        next = min(next ?? move.at + end, move.at + end)
      }
    }
    return next
  }

  /// Takes the feed of its changed file, and a version of it, if it differs.
  ///
  /// The top of the screen stays in place. Selections, folds and choices stay, if the feed still
  /// has them.
  package mutating func reopen(
    _ next: FeedSnapshot?,
    _ appearance: FeedAppearance,
    _ features: WatchFeatures
  ) {
    keepingPlace { model in
      (model.appearance, model.features) = (appearance, features)
      (model.groups, model.layout, model.digits) = (nil, nil, [:])
      guard let next else { return }
      if model.isPaused { model.waiting = next } else { model.snapshot = model.arranged(next) }
    }
    if let filter, !currentGroups().contains(where: { $0.key == filter }) { choose(.none) }
  }

  /// Reports a change that a paused page does not show.
  package mutating func didChange() {
    if isPaused, !isStepping {
      message = "done; the page is held at version \(snapshot.version), p goes on"
    }
  }

  /// Ends a pause.
  mutating func resume(at now: Duration) {
    isPaused = false
    guard let next = waiting else { return }
    waiting = nil
    adopt(next, snapshot.composition.updates(to: next.composition), at: now)
  }
}
