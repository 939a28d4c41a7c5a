/// The state of one section of a solved layout: its items, groups and lengths.
struct SectionState: Spanned {
  /// The index of its declaration.
  let template: Int
  var items: Int
  var stack: GroupStack
  /// The sizes of the boundary items, measured where they are estimated.
  var boundarySizes: [Extent]
  /// The section's box with its boundary items; `SectionTemplate.updateLengths(of:spacing:)` updates it.
  var boundary = BoundarySolver.Solution(length: 0, startGrowth: 0, endGrowth: 0, origins: [])
  /// The extent of the section; its span includes the spacing after the section.
  var summary = SpanSummary(count: 1)

  /// The length along the scroll axis.
  var length: Int { boundary.length }
}

extension SectionState {
  /// The values of a section before a change.
  struct Before {
    var items: Int
  }

  /// Whether any cell was measured.
  var isMeasured: Bool {
    if case .measured = stack { true } else { false }
  }

  /// Sets the number of items of an unmeasured section.
  mutating func setItems(_ count: Int, _ template: SectionTemplate) {
    items = count
    stack = .alike(template.alikeGroups(for: count))
  }
}
