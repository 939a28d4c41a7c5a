import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots

extension WatchModel {
  /// The text of a search, and the selected match.
  struct Search: Hashable {
    var text = ""
    /// Whether it is still being typed.
    var isTyping = false
    /// The items that were found, in the order of the page, and the version in which they were.
    var matches: [ItemID] = []
    var version: Int?
    /// The place of the chosen item among them.
    var position: Int?
    /// The selection before the search.
    var origin: ItemID?
    var originalTop = 0

    /// For example `3 of 12`.
    var place: String {
      guard !matches.isEmpty else { return "nothing found" }
      let count = matches.count < Self.most ? "\(matches.count)" : "\(Self.most) or more"
      return position.map { "\($0 + 1) of \(count)" } ?? count
    }

    /// The maximum number of matches.
    static let most = 10_000
  }

  mutating func beginSearch() {
    search = Search(isTyping: true, origin: selected, originalTop: top)
  }

  /// Takes a key while the text is typed; the page goes to what is found so far.
  mutating func typeSearch(_ key: WatchKey) {
    switch key {
    case .character(let character):
      search.text.append(character)
      // A match of the longer text is a match of the shorter one.
      findMatches(among: search.version == snapshot.version ? search.matches : nil)
      goToFirstMatch()
    case .backspace where search.text.isEmpty, .escape: cancelSearch()
    case .backspace:
      search.text.removeLast()
      findMatches()
      goToFirstMatch()
    case .enter:
      search.isTyping = false
      if search.text.isEmpty { search = Search() }
    default: break
    }
  }

  private mutating func cancelSearch() {
    (selected, top) = (search.origin, search.originalTop)
    search = Search()
    clampTop()
  }

  /// Goes to the next item that was found, or to the one before.
  mutating func find(forward: Bool) {
    guard !search.text.isEmpty else { return }
    if search.version != snapshot.version { findMatches() }
    let paths = search.matches.map { snapshot.composition.path(of: $0) }
    let here = selected.flatMap { snapshot.composition.path(of: $0) }
    let found =
      if forward {
        paths.firstIndex { path in here.map { here in path.map { $0 > here } ?? false } ?? true }
          ?? paths.indices.first
      } else {
        paths.lastIndex { path in here.map { here in path.map { $0 < here } ?? false } ?? true }
          ?? paths.indices.last
      }
    go(toMatch: found)
  }

  private mutating func goToFirstMatch() {
    let here = search.origin.flatMap { snapshot.composition.path(of: $0) }
    let found = search.matches.firstIndex { item in
      guard let here, let path = snapshot.composition.path(of: item) else { return true }
      return path >= here
    }
    go(toMatch: found ?? search.matches.indices.first)
  }

  private mutating func go(toMatch position: Int?) {
    search.position = position
    guard let position else {
      if !search.isTyping { message = "nothing found: \(search.text.inert)" }
      return
    }
    selected = search.matches[position]
    reveal(search.matches[position])
  }

  /// Finds the items whose title or subtitle holds the text.
  ///
  /// - Parameter known: The only items that can, if that is known.
  private mutating func findMatches(among known: [ItemID]? = nil) {
    let wanted = SearchText.folded(search.text)
    (search.version, search.position) = (snapshot.version, nil)
    guard !wanted.isEmpty, let layout = currentLayout() else { return search.matches = [] }
    if let known, known.count < Search.most, search.text.count > 1 {
      search.matches = known.filter { item in
        snapshot.composition.content(of: item).map { says(item.kind, $0, wanted) } ?? false
      }
      return
    }
    var matches: [ItemID] = []
    for section in layout.sections {
      for entry in section.items where says(entry.id.kind, entry.content, wanted) {
        matches.append(entry.id)
        if matches.count == Search.most { return search.matches = matches }
      }
    }
    search.matches = matches
  }

  private func says(_ kind: Name, _ content: Content, _ wanted: String) -> Bool {
    let face = ItemFace(content, appearance: appearance.items[kind])
    return SearchText.has(wanted[...], in: SearchText.folded(face.title + " " + face.subtitle))
  }
}
