package import FeedFormatting
import FeedLayout
package import FeedModel

/// The HTML names of a section and its items, for static pages and the live page.
package struct SectionMarkup {
  private let name: Name
  private let look: SectionAppearance
  /// The columns of a section whose objects yield rows of cells; each cell spans some of them.
  package let columns: Int

  package init(_ name: Name, _ look: SectionAppearance) {
    self.name = name
    self.look = look
    let counts = look.cells.values.filter { $0 > 0 }
    let common = counts.reduce(1, Self.leastCommonMultiple)
    columns = look.arrangement == .rows ? (common <= 12 ? common : counts.max() ?? 1) : 1
  }

  /// The class of the section.
  package var sectionClass: String {
    let kept = name.description.unicodeScalars.map { scalar -> Character in
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      return isPlain ? Character(scalar) : "-"
    }
    return "section-" + String(kept)
  }

  /// The classes of the list of its items.
  package var listClass: String {
    switch look.arrangement {
    case .rows: columns > 1 ? "rows columns-\(columns)" : "rows"
    case .columns: "grid"
    case .chips: "chips"
    case .cards: "cards"
    case .banners: "cards banners"
    }
  }

  /// Whether its items can be scrolled sideways.
  package var scrolls: Bool {
    look.arrangement == .cards || look.arrangement == .banners
      || look.layout.map { $0.orthogonalScrolling != .none } ?? false
  }

  /// Whether it is a list of single rows, or of rows with others below them.
  package var isList: Bool { look.arrangement == .rows }

  /// Whether its rows have others below them, in cells or columns.
  package var isGrouped: Bool {
    isList && (columns > 1 || look.depths.keys.contains(where: isHead))
  }

  /// The classes of an item of a kind; empty for none.
  package func itemClass(_ kind: Name, isFiller: Bool = false) -> String {
    let isFolded = kind == look.folded
    guard look.arrangement == .rows else { return isFolded ? "folded" : "" }
    return placeClass(kind, isFiller: isFiller) + (isFiller ? "" : columnClasses(kind))
      + (isFolded ? " folded" : "")
  }

  /// The kinds of the items that the section declares.
  package var kinds: Set<Name> {
    Set(look.depths.keys).union(look.cells.keys).union([look.folded].compactMap(\.self))
  }

  /// The headings above the columns below an item of a kind.
  package func heads(_ kind: Name) -> [ColumnHead] {
    look.arrangement == .rows ? look.heads[kind] ?? [] : []
  }

  /// The classes of items in columns and of their headings, each after a space.
  private func columnClasses(_ kind: Name) -> String {
    guard let heads = look.columns[kind] ?? look.heads[kind] else { return "" }
    let isRow = look.columns[kind] != nil
    let roles = isRow ? heads.enumerated().map { " column-\($0 + 1)-\($1.role.rawValue)" } : []
    return " \(isRow ? "ladder" : "ladder-head") ladder-\(heads.count)" + roles.joined()
  }

  private func placeClass(_ kind: Name, isFiller: Bool) -> String {
    if let count = look.cells[kind] ?? (isFiller ? look.cells.values.max() : nil) {
      let span = count > 0 ? max(columns / count, 1) : columns
      return "cell span-\(span)" + (isFiller ? " filler" : "")
    }
    return isHead(kind) ? "head" : "depth-\(min(look.depths[kind] ?? 0, 3))"
  }

  /// Returns whether items of a kind are headings of the items below them.
  package func isHead(_ kind: Name) -> Bool {
    look.arrangement == .rows && look.depths.values.contains { $0 > 0 }
      && (look.depths[kind] ?? 0) == 0 && look.cells[kind] == nil && kind != look.folded
  }

  /// Returns whether items of a kind are rows below a heading, and not cells.
  func isBelowHeading(_ kind: Name) -> Bool {
    look.arrangement == .rows && look.cells[kind] == nil && (look.depths[kind] ?? 0) > 0
  }

  private static func leastCommonMultiple(_ a: Int, _ b: Int) -> Int {
    var (x, y) = (a, b)
    while y > 0 { (x, y) = (y, x % y) }
    return a / x * b
  }
}
