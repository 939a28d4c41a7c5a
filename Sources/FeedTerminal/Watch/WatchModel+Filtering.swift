import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots

extension WatchModel {
  /// The words that an item must have to be shown, for this viewer alone.
  struct Filtering: Hashable {
    var text = ""
    /// Whether they are still being typed.
    var isTyping = false

    /// Returns a snapshot with the items that have all words, the headings above them, and what these head.
    ///
    /// - Complexity: O(*n*) for *n* items.
    func applied(to snapshot: FeedSnapshot, _ appearance: FeedAppearance) -> FeedSnapshot {
      let words = SearchText.folded(text).split(whereSeparator: \.isWhitespace)
      guard !words.isEmpty else { return snapshot }
      var composition = snapshot.composition
      for section in snapshot.composition.sections {
        let kept = matches(of: words, in: Array(section.items), section.id, appearance)
        guard kept.count < section.items.count else { continue }
        guard !kept.isEmpty else {
          composition.deleteSection(section.id)
          continue
        }
        composition.deleteItems(inSection: section.id, range: 0..<section.items.count)
        // They are items that were just deleted, so none is in the snapshot.
        guard (try? composition.insertItems(kept, inSection: section.id, at: 0)) != nil else {
          preconditionFailure("a filtered section has an item twice")
        }
      }
      return FeedSnapshot(
        version: snapshot.version,
        composition: composition,
        status: snapshot.status
      )
    }

    private func matches(
      of words: [Substring],
      in items: [FeedSnapshot.Composition.Entry],
      _ section: SectionID,
      _ appearance: FeedAppearance
    ) -> [FeedSnapshot.Composition.Entry] {
      let look = appearance.sections[section.declaration]
      var kept = Set<Int>()
      // The open headings, the outermost first.
      var path: [(depth: Int, index: Int, isFound: Bool)] = []
      for (index, item) in items.enumerated() {
        let depth = look?.cells[item.id.kind] != nil ? Int.max : look?.depths[item.id.kind] ?? 0
        while let last = path.last, last.depth >= depth { path.removeLast() }
        let face = ItemFace(item.content, appearance: appearance.items[item.id.kind])
        let isFound = path.contains(where: \.isFound) || face.hasAll(words)
        if isFound { kept.formUnion(path.map(\.index) + [index]) }
        path.append((depth, index, isFound))
      }
      return kept.sorted().map { items[$0] }
    }
  }

  /// Takes a key while the words are typed; the page shows the items that have those so far.
  mutating func typeFilter(_ key: WatchKey, at now: Duration) {
    switch key {
    case .character(let character): filtering.text.append(character)
    case .backspace where filtering.text.isEmpty, .escape: filtering = Filtering()
    case .backspace: filtering.text.removeLast()
    case .enter: filtering.isTyping = false
    default: return
    }
    arrangeAgain(at: now)
  }

  /// Shows all items again.
  mutating func endFilter(at now: Duration) {
    guard filtering != Filtering() else { return }
    filtering = Filtering()
    arrangeAgain(at: now)
  }

  /// The number of items on the page, without the headings above others.
  private var countOfItems: Int {
    snapshot.composition.sections.reduce(0) { count, section in
      let name = section.id.declaration
      let markup = SectionMarkup(name, appearance.sections[name] ?? SectionAppearance())
      guard markup.kinds.contains(where: markup.isHead) else { return count + section.items.count }
      return count + section.items.reduce(0) { $0 + (markup.isHead($1.id.kind) ? 0 : 1) }
    }
  }

  /// The line in which the words are typed.
  var filterLine: TextLine {
    var line = TextLine("&" + filtering.text.inert.truncatedAtStart(to: columns / 2) + "▏", .strong)
    let count = countOfItems
    line.append(
      "  \(count) \(count == 1 ? "item" : "items"); value:12 looks in the values only",
      .faint
    )
    return line
  }
}

extension ItemFace {
  /// Returns whether the texts have all folded words; `value:12` is for one of them, and `value:` for
  /// whatever it has.
  fileprivate func hasAll(_ words: [Substring]) -> Bool {
    let parts = [
      "title": title, "subtitle": subtitle, "value": value, "badge": badge,
    ].mapValues(SearchText.folded)
    let all = (Array(parts.values) + flags.map(SearchText.folded)).joined(separator: "\n")
    return words.allSatisfy { word in
      let pieces = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard pieces.count == 2, let part = parts[String(pieces[0])] else {
        return SearchText.has(word, in: all)
      }
      return !part.isEmpty && (pieces[1].isEmpty || SearchText.has(pieces[1], in: part))
    }
  }
}
