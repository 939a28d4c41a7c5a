public import FeedFormatting
import FeedModel

extension FeedAppearance {
  /// Reads the appearance of a feed.
  ///
  /// ```swift
  /// let file = try FeedFile(contentsOf: "home.yaml")
  /// let page = HTMLRenderer.page(engine.snapshot, appearance: FeedAppearance(file.feed))
  /// ```
  public init(_ feed: Feed) {
    self.init(
      title: feed.title,
      items: Dictionary(
        uniqueKeysWithValues: feed.items.map { (Name($0), $1.written(in: feed.timeZone)) }
      ),
      sections: Dictionary(
        feed.sections.map { ($0.id, SectionAppearance($0, feed)) },
        uniquingKeysWith: { first, _ in first }
      ),
      layout: feed.layout
    )
  }
}

extension SectionAppearance {
  fileprivate init(_ section: SectionDeclaration, _ feed: Feed) {
    let layout = section.layout.flatMap { feed.layouts[$0] }
    self.init(
      layout.map { Arrangement($0) } ?? .rows,
      folded: section.folded?.kind,
      layout: layout,
      layoutName: section.layout,
      pinsHeader: section.header?.pin ?? false
    )
    add(section.template, depth: 0)
    // An object of several items is never squeezed into chips or columns.
    if depths.values.contains(where: { $0 > 0 }) { arrangement = .rows }
    if let notice = section.placeholder { depths[notice.kind] = depths[notice.kind] ?? 0 }
  }

  private mutating func add(_ template: ObjectTemplate, depth: Int) {
    for condition in template.when { depths[condition.kind] = depth }
    for (index, item) in template.items.enumerated() {
      switch item {
      case .item(let kind): depths[kind] = depth
      case .each(let children):
        if !children.heads.isEmpty, index > 0, case .item(let kind) = template.items[index - 1] {
          heads[kind] = children.heads
          for case .item(let row) in children.template.items { columns[row] = children.heads }
        }
        if let notice = children.empty { depths[notice.kind] = depth + 1 }
        if let slots = children.slots {
          // The cells are shown below the header that precedes them, and belong to it.
          for case .item(let kind) in children.template.items {
            cells[kind] = slots
            depths[kind] = depth
            widths[kind] = children.widths
          }
          if children.widths?.label != nil, index > 0,
            case .item(let kind) = template.items[index - 1]
          {
            labels.insert(kind)
          }
        } else {
          add(children.template, depth: depth + 1)
        }
      }
    }
  }
}
