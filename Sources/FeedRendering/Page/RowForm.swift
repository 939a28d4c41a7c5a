import FeedFormatting
import FeedLayout
import FeedModel

/// The widths of the cells of a section's rows on a page, in columns.
struct RowForm: Sendable {
  /// The separators of two cells; the narrow one is for cells that have no room for two figures otherwise.
  static let separators = (wide: " │ ", narrow: "│")
  /// The columns between a label and its cells.
  static let gap = 2

  /// The widths of the rows of a kind of item.
  struct Widths: Sendable {
    var most: Int
    /// The columns of the label; zero if it has a separate line.
    var label: Int
  }

  private let widths: [Name: Widths]
  /// The kinds of items that label the first row below them.
  let labels: Set<Name>

  /// Measures the rows of a section in a place with the given number of columns.
  init(_ look: SectionAppearance, columns: Int, _ cell: Extent) {
    func count(_ points: Double) -> Int { max(Int((points / cell.width).rounded()), 1) }
    var widths: [Name: Widths] = [:]
    var hasRoom = !look.labels.isEmpty
    for (kind, declared) in look.widths {
      let label = declared.label.map(count) ?? 0
      widths[kind] = Widths(most: count(declared.most), label: label)
      let cells = look.cells[kind] ?? 1
      let taken =
        2 * (look.depths[kind] ?? 0) + label + Self.gap + Self.separators.wide.count * (cells - 1)
      if label > 0 && columns - taken < cells * count(declared.most / 2) { hasRoom = false }
    }
    if !hasRoom { for kind in widths.keys { widths[kind]?.label = 0 } }
    self.widths = widths
    labels = hasRoom ? look.labels : []
  }

  /// The separator of the given number of cells in a row.
  static func separator(of count: Int, in columns: Int) -> String {
    let room = columns - separators.wide.count * (count - 1)
    return room < 10 * count ? separators.narrow : separators.wide
  }

  /// The widths of the row of a kind of item, or of any where it fills up a row of others.
  func widths(_ kind: Name) -> Widths? { widths[kind] ?? widths.values.first }
}
