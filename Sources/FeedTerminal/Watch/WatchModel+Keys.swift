import FeedFormatting
import FeedLayout
import FeedModel
import FeedRendering
import FeedSnapshots

extension WatchModel {
  /// Takes a key.
  package mutating func press(_ key: WatchKey, at now: Duration) -> Command? {
    message = nil
    // A move elsewhere cancels the jump to the picked section.
    landing = nil
    switch key {
    case .interrupt: return .quit
    case .suspend: return .suspend
    case .redraw: return .redraw
    default: break
    }
    if prompt != nil { return pressInPrompt(key) }
    if typedAction != nil { return typeAction(key) }
    if typedVersion != nil { return typeVersion(key, at: now) }
    if let sortedSection {
      chooseSorting(key, of: sortedSection, at: now)
      return nil
    }
    if filtering.isTyping {
      typeFilter(key, at: now)
      return nil
    }
    if search.isTyping {
      typeSearch(key)
      return nil
    }
    if overlay != nil { return pressInOverlay(key) }
    switch key {
    case .character(let character): return command(character, at: now)
    case .enter: return isStepping ? goForward(at: now) : act(key: "enter")
    case .up, .down, .left, .right: move(key)
    case .moveUp, .moveDown:
      guard let selected else { message = "choose an item to move first"; break }
      guard !isSorted(selected) else {
        message =
          filtering.text.isEmpty
          ? "o o shows the declared order, to move it in" : "Esc shows all items, to move it among"
        break
      }
      return canMove(selected) ? .move(selected, isUp: key == .moveUp) : .explain(selected)
    case .pageUp: scroll(by: -(pageLines.count - 2))
    case .pageDown: scroll(by: pageLines.count - 2)
    case .home: scroll(by: -top)
    case .end: scroll(by: Int.max / 4)
    case .tab: return step(1)
    case .backTab: return step(-1)
    case .escape: return escape(at: now)
    case .wheelUp(let line, _): wheel(-3, line)
    case .wheelDown(let line, _): wheel(3, line)
    case .click(let line, let column): return click(line, column)
    case .drag(let line, let column): return drag(to: line, column)
    case .release(let line, let column): return release(line, column)
    case .backspace, .interrupt, .suspend, .redraw: break
    }
    return nil
  }

  private mutating func command(_ character: Character, at now: Duration) -> Command? {
    if isStepping, let command = stepCommand(character, at: now) { return command }
    if let command = act(key: character == " " ? "space" : String(character)) { return command }
    // A key of the feed without an effect here has set a message, or opened a prompt.
    guard message == nil, prompt == nil else { return nil }
    switch character {
    case "q": return .quit
    case "j": move(.down)
    case "k": move(.up)
    case "h": move(.left)
    case "l": move(.right)
    case "g": scroll(by: -top)
    case "G": scroll(by: Int.max / 4)
    case "?": overlay = Overlay(content: .help)
    case "e": overlay = Overlay(content: .sources)
    case ":":
      if features.actions.isEmpty { message = "this feed has no actions" } else { typedAction = "" }
    case "u": return .undo
    case "f": isFollowing.toggle()
    case " ", "p": if isPaused && !isStepping { resume(at: now) } else { isPaused = true }
    case "/": beginSearch()
    case "&": filtering.isTyping = true
    case "n": if isStepping { return goForward(at: now) } else { find(forward: true) }
    case "N": find(forward: false)
    case "c": return collapse()
    case "C": changeHidden { $0.removeAll() }
    case "s": goToPicker()
    case "o": beginSorting()
    case "i": toggleInspector()
    case "[": goBack(at: now)
    case "]": return goForward(at: now)
    case "{": scrollInspector(by: -1)
    case "}": scrollInspector(by: 1)
    case "v": typedVersion = ""
    case "w": explainSelected()
    case "0"..."9": return pick(character.wholeNumberValue ?? 0)
    default: break
    }
    return nil
  }

  /// The keys that mean something else where versions are stepped through.
  private mutating func stepCommand(_ character: Character, at now: Duration) -> Command? {
    guard character == "p" else { return nil }
    goBack(at: now)
    message = message ?? ""
    return nil
  }

  private mutating func typeVersion(_ key: WatchKey, at now: Duration) -> Command? {
    let typed = typedVersion ?? ""
    switch key {
    case .character(let character)
    where character.isASCII && (character.isNumber || "-T:.Z".contains(character)):
      typedVersion = String((typed + String(character)).suffix(24))
    case .backspace: typedVersion = typed.isEmpty ? nil : String(typed.dropLast())
    case .enter:
      typedVersion = nil
      if let version = Int(typed) { return go(to: version, at: now) }
      return typed.isEmpty ? nil : go(toTime: typed, at: now)
    case .escape: typedVersion = nil
    default: break
    }
    return nil
  }

  private mutating func wheel(_ lines: Int, _ line: Int) {
    if inspectorRange?.contains(line) ?? false {
      scrollInspector(by: lines)
    } else {
      scroll(by: lines)
    }
  }

  mutating func scroll(by lines: Int) {
    isFollowing = false
    top += lines
    clampTop()
  }

  private mutating func escape(at now: Duration) -> Command? {
    if drag != nil {
      (pressed, drag) = (nil, nil)
      return nil
    }
    search = Search()
    selected = nil
    endFilter(at: now)
    return filter != nil ? pick(0) : nil
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

  /// Shows one group alone, or all; a `nil` alone would read as a group whose value is NULL.
  mutating func choose(_ group: Value?) {
    filterTitle = group.flatMap { key in currentGroups().first { $0.key == key }?.title }
    filter = group
    layout = nil
    landIfPicked()
    clampTop()
  }

  /// Hides the items of the selected section, or shows them again.
  private mutating func collapse() -> Command? {
    let isShown = targets.contains { $0.item == selected }
    let own = selected.flatMap { snapshot.composition.section(containing: $0) }
    let section = own.flatMap { isShown || collapsed.contains($0) ? $0 : nil }
    guard let section = section ?? targets.first?.section ?? collapsed.first else { return nil }
    if let command = act(on: section) { return command }
    changeHidden { if $0.remove(section) == nil { $0.insert(section) } }
    return nil
  }

  /// Changes which sections are hidden.
  mutating func changeHidden(_ change: (inout Set<SectionID>) -> Void) {
    change(&collapsed)
    layout = nil
    clampTop()
  }
}

extension WatchModel {
  /// The effects of the page's own keys, by the key as a feed file writes it.
  ///
  /// An action of the feed with such a key takes its place.
  package static let ownKeys: [String: String] = {
    var keys = [
      "q": "quit", "h": "go left", "j": "go down", "k": "go up", "l": "go right",
      "g": "go to the top",
      "G": "go to the bottom", "?": "help", "f": "follow changes", "space": "pause or continue",
      "p": "pause or continue", "/": "search", "n": "find the next match",
      "N": "find the previous match", "&": "filter the items",
      "c": "hide or show a section's items", "s": "go to the picker", "i": "inspect the batches",
      "[": "go to the previous version", "]": "go to the next version", "{": "scroll the edits up",
      "}": "scroll the edits down", "v": "go to a version by number", ":": "run an action by name",
      "u": "undo", "e": "show the state of the sources", "o": "sort a section",
      "w": "name the last change of an item",
      "C": "show all hidden sections",
    ]
    for digit in 0...9 { keys[String(digit)] = "pick by number" }
    return keys
  }()
}
