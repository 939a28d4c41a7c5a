import FeedLayout
import FeedSnapshots

extension WatchModel {
  /// Takes a key.
  ///
  /// - Parameters:
  ///   - key: What the user did.
  ///   - now: When.
  /// - Returns: What the page cannot do by itself.
  package mutating func press(_ key: WatchKey, at now: Duration) -> Wish? {
    message = nil
    switch key {
    case .interrupt: return .quit
    case .suspend: return .suspend
    case .redraw: return .redraw
    default: break
    }
    if isTyping {
      type(key)
      return nil
    }
    if showsHelp {
      showsHelp = false
      return key == .character("q") ? .quit : nil
    }
    switch key {
    case .character(let character): return command(character, at: now)
    case .enter: return selected.map { .toggle($0) }
    case .up, .down, .left, .right: move(key)
    case .pageUp: scroll(by: -(pageLines.count - 2))
    case .pageDown: scroll(by: pageLines.count - 2)
    case .home: scroll(by: -top)
    case .end: scroll(by: Int.max / 4)
    case .tab: step(1)
    case .backTab: step(-1)
    case .escape: escape()
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    case .click(let line, let column): return click(line, column)
    case .backspace, .interrupt, .suspend, .redraw: break
    }
    return nil
  }

  private mutating func command(_ character: Character, at now: Duration) -> Wish? {
    switch character {
    case "q": return .quit
    case "b": return selected.map { .toggle($0) }
    case "j": move(.down)
    case "k": move(.up)
    case "h": move(.left)
    case "l": move(.right)
    case "g": scroll(by: -top)
    case "G": scroll(by: Int.max / 4)
    case "?": showsHelp = true
    case "f": isFollowing.toggle()
    case " ", "p": if isPaused { resume(at: now) } else { isPaused = true }
    case "/":
      isTyping = true
      search = ""
    case "n": find(forward: true)
    case "N": find(forward: false)
    case "c": collapse()
    case "0"..."9": choose(character.wholeNumberValue ?? 0)
    default: break
    }
    return nil
  }

  private mutating func scroll(by lines: Int) {
    isFollowing = false
    top += lines
    clampTop()
  }

  private mutating func escape() {
    search = ""
    selected = nil
    if filter != nil { choose(.none) }
  }

  // MARK: The picker

  /// The groups that sections have, in their order, with their titles.
  mutating func currentGroups() -> [Group] {
    if let groups { return groups }
    var known: Set<Value> = []
    var found: [Group] = []
    for section in snapshot.composition.sections {
      guard let key = section.id.group, known.insert(key).inserted else { continue }
      found.append(Group(key: key, title: section.content.title ?? key.description))
    }
    groups = found
    return found
  }

  private mutating func choose(_ number: Int) {
    let groups = currentGroups()
    guard number <= groups.count else { return }
    choose(number == 0 ? .none : .some(groups[number - 1].key))
  }

  /// Shows one group alone, or all; a `nil` alone would read as a group whose value is NULL.
  mutating func choose(_ group: Value?) {
    filter = group
    layout = nil
    clampTop()
  }

  private mutating func step(_ by: Int) {
    let groups = currentGroups()
    let now =
      filter.flatMap { filter in groups.firstIndex { $0.key == filter } }.map { $0 + 1 } ?? 0
    choose((now + by + groups.count + 1) % (groups.count + 1))
  }

  /// Hides the items of the section that the user stands in, or shows them again.
  private mutating func collapse() {
    let isShown = targets.contains { $0.item == selected }
    let section =
      isShown ? selected.flatMap { snapshot.composition.section(containing: $0) } : nil
    guard let section = section ?? targets.first?.section ?? collapsed.first else { return }
    if collapsed.remove(section) == nil { collapsed.insert(section) }
    layout = nil
    clampTop()
  }

  // MARK: The mouse

  private mutating func click(_ line: Int, _ column: Int) -> Wish? {
    if line == 0 {
      if let tab = tabs.first(where: { $0.columns.contains(column) }) { choose(tab.group) }
      return nil
    }
    guard let target = targets.last(where: { $0.line == line && $0.columns.contains(column) })
    else { return nil }
    // A chip of a sport that has sections is the picker of that sport.
    if case .integer(let key) = target.item.object.key,
      currentGroups().contains(where: { $0.key == .integer(key) }),
      appearance.sections[target.section.declaration]?.arrangement == .chips
    {
      choose(filter == .integer(key) ? .none : .some(.integer(key)))
      return nil
    }
    if selected == target.item { return .toggle(target.item) }
    selected = target.item
    return nil
  }

  // MARK: Searching

  private mutating func type(_ key: WatchKey) {
    switch key {
    case .character(let character): search.append(character)
    case .backspace: if search.isEmpty { isTyping = false } else { search.removeLast() }
    case .enter:
      isTyping = false
      find(forward: true)
    case .escape:
      isTyping = false
      search = ""
    default: break
    }
  }

  /// Goes to the next item whose title or subtitle holds what is searched for.
  private mutating func find(forward: Bool) {
    guard !search.isEmpty, let layout = currentLayout() else { return }
    let wanted = search.lowercased()
    let entries = layout.sections.flatMap { Array($0.items) }
    guard !entries.isEmpty else { return }
    let start = selected.flatMap { id in entries.firstIndex { $0.id == id } }
    let count = entries.count
    for step in 1...count {
      let index =
        forward
        ? ((start ?? -1) + step) % count : ((start ?? 0) - step % count + count) % count
      let face = ItemFace(entries[index].content, appearance.items[entries[index].id.kind])
      guard (face.title + " " + face.subtitle).lowercased().contains(wanted) else { continue }
      selected = entries[index].id
      reveal(entries[index].id)
      return
    }
    message = "nothing found: \(search.inert)"
  }
}
