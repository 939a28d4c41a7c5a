import FeedFormatting
import FeedModel
import FeedSnapshots

/// What stands in one place of a page: the item or the items that share it.
struct PlaceFace {
  /// An item's share of a place.
  struct Part {
    var item: ItemID
    /// From the place's left edge.
    var columns: Range<Int>
    /// From the place's top edge, a line each.
    var lines: [TextLine]
    /// The first line that says something.
    var firstLine = 0
  }

  let section: PageSection
  let appearance: FeedAppearance
  let marks: (ItemID) -> ItemMark

  typealias Entry = FeedSnapshot.Composition.Entry

  static let separator = " │ "

  /// The parts of a place that is so wide and so high.
  func parts(at place: Int, width: Int, height: Int) -> [Part] {
    let items = section.items(at: place)
    if let columns = section.columns(at: place) { return cells(items, columns, width) }
    if section.look.arrangement == .chips && section.places != nil { return chips(items, width) }
    let entry = section.items[items.lowerBound]
    let face = face(entry)
    let mark = marks(entry.id)
    var part = Part(item: entry.id, columns: 0..<width, lines: [])
    switch section.look.arrangement {
    case .rows:
      let isHead = section.isHead(at: place)
      let depth = section.look.depths[entry.id.kind] ?? 0
      part.firstLine = isHead ? height - 1 : 0
      part.lines = Array(repeating: TextLine(), count: part.firstLine)
      part.lines += face.rows(
        width: width,
        height: isHead ? 1 : height,
        indent: depth * 2,
        isHead: isHead,
        mark
      )
    case .chips: part.lines = [Self.chip(face, most: width)]
    case .columns where height < 3: part.lines = [face.cell(width: width, isFiller: false, mark)]
    case .columns, .cards: part.lines = face.box(width: width, height: height, .round, mark)
    case .banners: part.lines = face.box(width: width, height: height, .double, mark)
    }
    return [part]
  }

  private func face(_ entry: Entry) -> ItemFace {
    ItemFace(entry.content, appearance: appearance.items[entry.id.kind])
  }

  private func cells(_ items: Range<Int>, _ count: Int, _ width: Int) -> [Part] {
    let first = section.items[items.lowerBound].id.kind
    let indent = 2 * (section.look.depths[first] ?? section.look.depths.values.max() ?? 0)
    let room = max(width - indent - Self.separator.count * (count - 1), count)
    var start = indent
    var parts: [Part] = []
    for (column, index) in items.enumerated() {
      let entry = section.items[index]
      // What is left by rounding goes to the first cells, so that all rows end alike.
      let columns = room / count + (column < room % count ? 1 : 0)
      let line = face(entry)
        .cell(width: columns, isFiller: entry.id.slot > 0, marks(entry.id))
      parts.append(Part(item: entry.id, columns: start..<(start + columns), lines: [line]))
      start += columns + Self.separator.count
    }
    return parts
  }

  private func chips(_ items: Range<Int>, _ width: Int) -> [Part] {
    var start = 0
    return items.map { index in
      let entry = section.items[index]
      let line = Self.chip(entry, appearance, most: width)
      defer { start += line.width + 1 }
      return Part(item: entry.id, columns: start..<(start + line.width), lines: [line])
    }
  }

  /// An item as a chip, no wider than so many columns.
  static func chip(_ entry: Entry, _ appearance: FeedAppearance, most: Int) -> TextLine {
    chip(ItemFace(entry.content, appearance: appearance.items[entry.id.kind]), most: most)
  }

  private static func chip(_ face: ItemFace, most: Int) -> TextLine {
    let parts = [face.signedTitle, face.badge, face.value].filter { !$0.isEmpty }
    let label = parts.joined(separator: " ").truncated(to: max(min(most - 4, 30), 1))
    let style: CellStyle = face.flags.isEmpty ? .plain : .accent
    var line = TextLine("( ", .faint)
    line.append(label, face.style(style))
    line.append(" )", .faint)
    return line
  }
}
