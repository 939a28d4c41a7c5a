import FeedFormatting
import FeedModel
import FeedSnapshots

extension WatchModel {
  /// Finds what a key does to what the user stands on.
  ///
  /// - Returns: The command, or `nil` if the key does nothing here; the message then says why.
  mutating func act(key: String) -> Command? {
    let actions = features.actions(for: key)
    guard let first = actions.first else { return nil }
    let section = selected.flatMap { snapshot.composition.section(containing: $0) }
    for action in actions {
      if action.isForTheWhole { return begin(action, .feed) }
      guard let selected else { continue }
      if action.kinds.contains(selected.kind) { return begin(action, .item(selected)) }
    }
    // What belongs to an item of a section can still be done to the section.
    for action in actions {
      guard let section, action.sections.contains(section.declaration) else { continue }
      return begin(action, .section(section))
    }
    let kinds = actions.flatMap(\.kinds).map(\.description).joined(separator: " or ")
    message = "\(first.keyName): \(first.title); choose a \(kinds) first"
    return nil
  }

  /// What an action would be done to where the user stands, or `nil` if it cannot be done there.
  func target(of action: WatchFeatures.Action) -> WatchFeatures.Target? {
    if action.isForTheWhole { return .feed }
    guard let selected else { return nil }
    if action.kinds.contains(selected.kind) { return .item(selected) }
    let section = snapshot.composition.section(containing: selected)
    guard let section, action.sections.contains(section.declaration) else { return nil }
    return .section(section)
  }

  /// What is done to an item that is clicked again: the first thing that can be.
  mutating func act(on item: ItemID) -> Command? {
    features.actions.first { $0.kinds.contains(item.kind) }.flatMap { begin($0, .item(item)) }
  }

  /// What is done to a section whose header is clicked.
  mutating func act(on section: SectionID) -> Command? {
    features.actions.first { $0.sections.contains(section.declaration) }
      .flatMap { begin($0, .section(section)) }
  }

  // MARK: The picker

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

  /// What can be picked: the items of the picker, or else the groups that sections have.
  mutating func currentTabs() -> [Tab] {
    guard let picker, let section = snapshot.composition.section(picker.section) else {
      return currentGroups().map { group in
        Tab(title: group.title, isChosen: filter == group.key, choice: .group(group.key))
      }
    }
    return section.items.map { entry in
      let face = ItemFace(entry.content, appearance: appearance.items[entry.id.kind])
      return Tab(title: face.title, isChosen: !face.flags.isEmpty, choice: .item(entry.id))
    }
  }

  /// Picks by number; zero picks all.
  mutating func pick(_ number: Int) -> Command? {
    let tabs = currentTabs()
    guard number <= tabs.count else { return nil }
    let tab =
      number > 0 ? tabs[number - 1] : tabs.first { $0.isChosen && $0.choice.isItem }
    guard case .item(let item)? = tab?.choice, let picker else {
      if case .group(let key)? = tab?.choice { choose(key) } else { choose(.none) }
      return nil
    }
    // The action lets go of what is picked already.
    if number > 0, tab?.isChosen == true { return nil }
    return .act(picker.action.name, .item(item))
  }

  /// Picks the next one, or the one before; all stand before the first.
  mutating func step(_ by: Int) -> Command? {
    let tabs = currentTabs()
    let now = (tabs.firstIndex(where: \.isChosen) ?? -1) + 1
    return pick((now + by + tabs.count + 1) % (tabs.count + 1))
  }

  /// Goes to the picker.
  mutating func goToPicker() {
    guard let section = picker?.section, let items = snapshot.composition.section(section)?.items
    else {
      message = "this feed has no picker"
      return
    }
    let chosen = items.first { entry in
      !ItemFace(entry.content, appearance: appearance.items[entry.id.kind]).flags.isEmpty
    }
    guard let item = (chosen ?? items.first)?.id else { return }
    selected = item
    reveal(item)
  }

  /// Something to be picked.
  struct Tab {
    enum Choice {
      case item(ItemID)
      case group(Value)

      var isItem: Bool { if case .item = self { true } else { false } }
    }

    var title: String
    var isChosen: Bool
    var choice: Choice
  }
}
