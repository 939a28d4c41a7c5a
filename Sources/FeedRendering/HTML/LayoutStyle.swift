import FeedFormatting
import FeedLayout

/// The layouts of a feed file as rules of a style sheet, so that a browser arranges what they declare.
///
/// A point is a sixteenth of a `rem`, so cards grow with the reader's font size.
enum LayoutStyle {
  /// The rules for all sections of a feed.
  static func sheet(_ appearance: FeedAppearance) -> String {
    appearance.sections.sorted { "\($0.key)" < "\($1.key)" }.map { name, look in
      let markup = SectionMarkup(name, look)
      var sheet = ""
      if markup.columns > 1 {
        sheet += "\n.\(markup.sectionClass) > ul { --columns: \(markup.columns); }"
      }
      let lists = ListColumns(look, markup, appearance)
      guard let layout = look.layout else {
        return sheet + lists.rule(nil, isVariant: false, markup.sectionClass)
      }
      func rules(_ layout: LayoutSection, isVariant: Bool = false) -> String {
        Self.rules(layout, look.arrangement, markup.sectionClass)
          + lists.rule(layout, isVariant: isVariant, markup.sectionClass)
      }
      sheet += rules(layout)
      // The first variant that fits is taken, and the last rule that fits wins.
      for variant in layout.variants.reversed() {
        let rules =
          "@container feed \(widths(variant.when)) {\(rules(variant.section, isVariant: true))\n}"
        // The container is as high as the feed; what counts is what a reader sees of it.
        let heights = Self.heights(variant.when)
        sheet += "\n" + (heights.isEmpty ? rules : "@media \(heights) { \(rules) }")
      }
      return sheet
    }.joined()
  }

  private static func widths(_ when: SizeCondition) -> String {
    let parts = query([("min-width", when.minWidth), ("max-width", when.maxWidth)])
    return parts.isEmpty ? "(min-width: 0)" : parts
  }

  private static func heights(_ when: SizeCondition) -> String {
    query([("min-height", when.minHeight), ("max-height", when.maxHeight)])
  }

  private static func query(_ lengths: [(name: String, points: Double?)]) -> String {
    lengths.compactMap { name, points in points.map { "(\(name): \(length($0)))" } }
      .joined(separator: " and ")
  }

  private static func rules(
    _ layout: LayoutSection,
    _ arrangement: SectionAppearance.Arrangement,
    _ name: String
  ) -> String {
    let insets = layout.contentInsets
    var list = [
      "--leading: \(edge(insets.leading))", "--trailing: \(edge(insets.trailing))",
      "padding-block: \(length(insets.top)) \(length(insets.bottom))",
    ]
    var items: [String] = []
    if layout.orthogonalScrolling != .none {
      list += ["gap: \(length(layout.interGroupSpacing))", "scroll-snap-type: \(snap(layout))"]
      if arrangement == .chips { list += ["flex-wrap: nowrap", "overflow-x: auto"] }
      let isCentred = layout.orthogonalScrolling == .groupPagingCentered
      let isPaged = [.paging, .groupPaging, .groupPagingCentered]
        .contains(layout.orthogonalScrolling)
      items += [
        "flex: 0 0 \(width(layout.group.size.width))",
        "scroll-snap-align: \(isCentred ? "center" : "start")",
        "scroll-snap-stop: \(isPaged ? "always" : "normal")",
      ]
      if arrangement != .chips { items += height(layout.group.size.height, columns: nil) }
    } else if case .columns(let declared) = arrangement {
      // A variant may have other columns than the layout that it stands in for.
      var count = declared
      if case .columns(let own) = SectionAppearance.Arrangement(layout) { count = own }
      let between = layout.group.interItemSpacing?.minimum ?? 0
      list += [
        "grid-template-columns: repeat(\(count), minmax(0, 1fr))",
        "gap: \(length(layout.interGroupSpacing)) \(length(between))",
      ]
      items += height(layout.group.size.height, columns: count)
    } else if arrangement == .rows {
      if layout.interGroupSpacing > 0 {
        list.append("row-gap: \(length(layout.interGroupSpacing))")
      }
      switch layout.group.size.height {
      case .absolute(let points):
        list.append("--row: \(length(points))")
        items += height(layout.group.size.height, columns: nil)
      // Single rows and cells have at least the estimate; other rows are as high as their texts.
      case .estimated(let points): list.append("--row: \(length(points))")
      case .fractionalWidth, .fractionalHeight, .uniformAcrossSiblings: break
      }
    }
    var sheet = "\n.\(name) > ul { \(list.joined(separator: "; ")); }"
    if !items.isEmpty { sheet += "\n.\(name) > ul > li { \(items.joined(separator: "; ")); }" }
    return sheet
  }

  private static func snap(_ layout: LayoutSection) -> String {
    switch layout.orthogonalScrolling {
    case .none, .continuous: "none"
    case .continuousGroupLeadingBoundary: "x proximity"
    case .paging, .groupPaging, .groupPagingCentered: "x mandatory"
    }
  }

  /// The width of a group that scrolls sideways, which leaves something of the next one to be seen.
  private static func width(_ width: LayoutDimension) -> String {
    switch width {
    case .fractionalWidth(let share): "min(\(percent(share)), 40rem)"
    case .absolute(let points): "min(\(length(points)), 85%)"
    case .estimated, .uniformAcrossSiblings, .fractionalHeight: "auto"
    }
  }

  /// The height that an item has at least; one that has more to say is higher.
  private static func height(_ height: LayoutDimension, columns: Int?) -> [String] {
    switch height {
    case .absolute(let points): ["min-height: \(length(points))"]
    case .fractionalWidth(let share) where columns != nil && share > 0:
      ["aspect-ratio: \(number(1 / (share * Double(columns ?? 1))))"]
    case .fractionalWidth, .fractionalHeight, .estimated, .uniformAcrossSiblings: []
    }
  }

  /// The inset of a list at its sides: at least the edge that all parts of the page share.
  private static func edge(_ points: Double) -> String {
    points > 0 && points < 1 || points > 16 ? "max(var(--edge), \(length(points)))" : "var(--edge)"
  }

  /// Points, or a share of the width if it is less than one.
  private static func length(_ points: Double) -> String {
    points > 0 && points < 1 ? percent(points) : "\(number(points / 16))rem"
  }

  private static func percent(_ share: Double) -> String { "\(number(share * 100))%" }

  private static func number(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

/// The columns of a list of single rows that is as wide as the page.
///
/// Without a rule, the width of the page decides.
private struct ListColumns {
  private let isList: Bool
  /// Whether its rows are those of a table: three or more figures each.
  private let isTable: Bool
  /// Whether its layout, or a variant of it, has a number of columns.
  private let isDeclared: Bool

  init(_ look: SectionAppearance, _ markup: SectionMarkup, _ appearance: FeedAppearance) {
    isList = markup.isList && !markup.isGrouped
    isTable = markup.kinds.contains { (appearance.items[$0]?.figures ?? 0) >= 3 }
    let layouts = look.layout.map { [$0] + $0.variants.map(\.section) } ?? []
    isDeclared = layouts.contains { Self.count($0) != nil }
  }

  /// Returns the rule for a layout or a variant; empty if the width of the page decides.
  func rule(_ layout: LayoutSection?, isVariant: Bool, _ name: String) -> String {
    guard isList, isDeclared || isTable && !isVariant else { return "" }
    guard let count = layout.flatMap(Self.count) ?? (isTable ? 1 : nil) else {
      return "\n.\(name) > ul { --own: initial; }"
    }
    // On a page without a script, the last row of each column has no line below it.
    let row = ".texts .wide.\(name) > .rows > li"
    let line = "color-mix(in srgb, var(--line) 60%, transparent)"
    return "\n.\(name) > ul { --own: \(count); }"
      + "\n\(row):nth-last-child(n + \(count + 1)) { border-color: \(line); }"
      + "\n\(row):nth-last-child(-n + \(count)) { border-color: transparent; }"
  }

  /// The declared number of rows next to each other, or `nil`.
  private static func count(_ layout: LayoutSection) -> Int? {
    guard layout.orthogonalScrolling == .none else { return nil }
    let columns = SectionAppearance.Arrangement(layout).columns
    let isSingle = layout.group.axis == .horizontal && layout.group.filling == .equally(1)
    return columns > 1 || isSingle ? columns : nil
  }
}

extension ItemAppearance {
  /// The number of its figures, which are at the end of its row.
  fileprivate var figures: Int {
    [value != nil, badge != nil, spark != nil, bar != nil, gauge != nil].count { $0 }
  }
}
