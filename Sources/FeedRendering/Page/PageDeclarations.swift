import FeedFormatting
import FeedLayout
import FeedModel
import FeedSnapshots

/// The layouts of all sections that a feed may have, whether or not it has them at the moment.
struct PageDeclarations: Sendable {
  /// The layout of a section: its declaration's, with or without a header.
  private struct Key: Hashable {
    var declaration: Name?
    var hasTitle: Bool
  }

  /// The layouts, in the order by which sections name them.
  private(set) var layouts: [LayoutSection] = []
  private var indices: [Key: Int] = [:]

  init(_ appearance: FeedAppearance, _ adapter: SectionAdapter) {
    add(nil, SectionAppearance(), adapter, lines: 3)
    for (name, look) in appearance.sections {
      // Rows of two lines have an empty one between them.
      let hasSubtitle = look.depths.keys.contains { appearance.items[$0]?.subtitle != nil }
      add(name, look, adapter, lines: hasSubtitle ? 3 : 1)
    }
  }

  private mutating func add(
    _ name: Name?,
    _ look: SectionAppearance,
    _ adapter: SectionAdapter,
    lines: Int
  ) {
    for hasTitle in [false, true] {
      indices[Key(declaration: name, hasTitle: hasTitle)] = layouts.count
      layouts.append(adapter.layout(of: look, hasTitle: hasTitle, lines: lines))
    }
  }

  /// The position of a section's layout.
  ///
  /// - Parameter isCollapsed: Whether its items are hidden, so that it needs a header.
  func index(of section: FeedSnapshot.Composition.Section, isCollapsed: Bool) -> Int {
    let hasTitle = section.content.title != nil || isCollapsed
    return indices[Key(declaration: section.id.declaration, hasTitle: hasTitle)]
      ?? (hasTitle ? 1 : 0)
  }
}
