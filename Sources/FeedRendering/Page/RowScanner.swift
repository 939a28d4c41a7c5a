import FeedFormatting
import FeedModel

/// Finds the starts of places while the items of a section are read in order.
///
/// Whether an item begins a place depends on nothing before the place that it may belong to, so that a
/// scan may start at any beginning of a place.
struct RowScanner {
  private let look: SectionAppearance
  private let labels: Set<Name>
  private let isInBlocks: Bool
  private let most: Int?
  private var columns = 0
  private var room = 0
  private var isBehindLabel = false

  /// Begins a scan.
  ///
  /// - Parameters:
  ///   - labels: The kinds of items that share a row with the first cells below them.
  ///   - isInBlocks: Whether all items of an object form one place.
  init(_ look: SectionAppearance, labels: Set<Name>, isInBlocks: Bool = false) {
    self.look = look
    self.labels = labels
    self.isInBlocks = isInBlocks
    most = look.cells.values.max()
  }

  /// Returns whether the next item starts a place.
  mutating func begins(with id: ItemID) -> Bool {
    let isFiller = id.slot > 0
    if isInBlocks { return !isFiller && look.isOutermost(id.kind) }
    let own = look.cells[id.kind] ?? (isFiller ? most : nil)
    if let own, isBehindLabel {
      (columns, room, isBehindLabel) = (own, own - 1, false)
      return false
    }
    if let own, room > 0, isFiller || own == columns {
      room -= 1
      return false
    }
    isBehindLabel = !isFiller && labels.contains(id.kind)
    columns = own ?? 0
    room = max(columns - 1, 0)
    return true
  }
}

extension SectionAppearance {
  /// Returns whether items of a kind are objects of the section, and not parts of another item.
  func isOutermost(_ kind: Name) -> Bool { (depths[kind] ?? 0) == 0 && cells[kind] == nil }

  /// Whether objects of the section are followed by items that belong to them.
  var hasDepth: Bool { depths.values.contains { $0 > 0 } }
}
