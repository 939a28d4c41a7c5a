import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots

extension WatchModel {
  /// Something to be picked in the first line.
  struct Tab {
    enum Choice: Hashable {
      /// Everything.
      case all
      case item(ItemID)
      case group(Value)
    }

    var title: String
    /// A short text after the title, as the number of live events.
    var badge = ""
    var isChosen: Bool
    var choice: Choice
  }

  /// The section of chips whose items an action picks: the picker of sports.
  var picker: (action: WatchFeatures.Action, section: SectionID)? {
    // Few declarations are chips, however many sections there are.
    let chips = appearance.sections.filter { $0.value.arrangement == .chips }
    let found = chips.keys.compactMap { name in
      snapshot.composition.index(ofSection: SectionID(name))
    }
    for index in found.sorted() {
      let section = snapshot.composition.sections[index]
      guard let kind = section.items.first?.id.kind,
        let action = features.actions.first(where: { $0.kinds.contains(kind) }),
        action.parameters.allSatisfy({ $0.initial != nil })
      else { continue }
      return (action, section.id)
    }
    return nil
  }

  /// Returns the choices: the items of the picker, or else the groups of the sections.
  mutating func currentTabs() -> [Tab] {
    var tabs: [Tab] = []
    if let picker, let section = snapshot.composition.section(picker.section) {
      tabs = section.items.map { entry in
        let face = ItemFace(entry.content, appearance: appearance.items[entry.id.kind])
        return Tab(
          title: face.title,
          badge: face.badge,
          isChosen: !face.flags.isEmpty,
          choice: .item(entry.id)
        )
      }
    } else {
      tabs = currentGroups().map { group in
        Tab(title: group.title, isChosen: filter == group.key, choice: .group(group.key))
      }
    }
    // A filter is named for as long as it is on.
    if let filter, !tabs.contains(where: { $0.choice == .group(filter) }) {
      let title = "\(filterTitle ?? filter.description), gone"
      tabs.append(Tab(title: title, isChosen: true, choice: .group(filter)))
    }
    giveDigits(to: tabs)
    return tabs
  }

  /// Gives each of the first nine a digit, which it keeps while other choices change.
  private mutating func giveDigits(to tabs: [Tab]) {
    for tab in tabs where digits[tab.choice] == nil {
      let taken = Set(digits.values)
      if let free = (1...9).first(where: { !taken.contains($0) }) {
        digits[tab.choice] = free
        continue
      }
      // Only then does it take the digit of a removed choice, which a filter alone does not remove.
      let shown = Set(tabs.map(\.choice))
      guard filtering.text.isEmpty,
        let gone = digits.filter({ !shown.contains($0.key) }).min(by: { $0.value < $1.value })
      else { return }
      digits[gone.key] = nil
      digits[tab.choice] = gone.value
    }
  }

  /// Picks by a digit; zero picks all.
  mutating func pick(_ digit: Int) -> Command? {
    let tabs = currentTabs()
    guard digit > 0 else { return pick(.all) }
    return tabs.first { digits[$0.choice] == digit }.flatMap { pick($0.choice) }
  }

  mutating func pick(_ choice: Tab.Choice) -> Command? {
    let tabs = currentTabs()
    let chosen = tabs.first(where: \.isChosen)
    landing = choice
    switch choice {
    case .group(let key): choose(key)
    case .all where filter != nil: choose(.none)
    case .all:
      // The action on the picked item ends the choice.
      if case .item(let item)? = chosen?.choice, let picker {
        return .act(picker.action.name, .item(item))
      }
      landIfPicked()
    case .item(let item):
      if chosen?.choice != choice, let picker { return .act(picker.action.name, .item(item)) }
      landIfPicked()
    }
    return nil
  }

  /// Picks the next or the previous one; the entry for all is the first.
  mutating func step(_ by: Int) -> Command? {
    let choices = [.all] + currentTabs().map(\.choice)
    let now = currentTabs().firstIndex(where: \.isChosen).map { $0 + 1 } ?? 0
    return pick(choices[(now + by + choices.count) % choices.count])
  }

  /// Goes to the picker.
  mutating func goToPicker() {
    let tabs = currentTabs()
    guard let first = tabs.first, case .item = first.choice else {
      message = "this feed has no picker"
      return
    }
    guard case .item(let item) = (tabs.first(where: \.isChosen) ?? first).choice else { return }
    selected = item
  }

  /// Handles an arrow key in the picker: sideways in it, or down to the page.
  ///
  /// - Returns: Whether the picker has the selection.
  mutating func moveInPicker(_ key: WatchKey) -> Bool {
    guard let selected, let section = picker?.section,
      let path = snapshot.composition.path(of: selected),
      snapshot.composition.sectionID(at: path.section) == section
    else { return false }
    let items = snapshot.composition.sections[path.section].items
    switch key {
    case .left: self.selected = items[max(path.item - 1, 0)].id
    case .right: self.selected = items[min(path.item + 1, items.count - 1)].id
    case .down:
      guard let first = currentLayout()?.sections.first(where: { $0.count > 0 })?.items.first
      else { break }
      self.selected = first.id
      reveal(first.id)
    default: break
    }
    return true
  }

  // MARK: Landing

  /// Goes to the top of what was picked, once the page shows that it is.
  mutating func landIfPicked() {
    guard let landing, let layout = currentLayout() else { return }
    let chosen = currentTabs().first(where: \.isChosen)?.choice ?? .all
    guard landing == chosen else { return }
    self.landing = nil
    let first = layout.sections.firstIndex { $0.id.group != nil }
    top = landing == .all ? 0 : first.flatMap { layout.firstLine(ofSection: $0) } ?? 0
    clampTop()
  }
}
