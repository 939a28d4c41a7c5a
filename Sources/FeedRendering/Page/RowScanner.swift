import FeedFormatting
import FeedModel

/// Tells where places begin when the items of a section are met one after the other.
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
  ///   - isInBlocks: Whether all that an object yields is one place.
  init(_ look: SectionAppearance, labels: Set<Name>, isInBlocks: Bool = false) {
    self.look = look
    self.labels = labels
    self.isInBlocks = isInBlocks
    most = look.cells.values.max()
  }

  /// Whether the next item begins a place.
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
  /// Whether items of a kind are objects of the section themselves, and belong to no other item.
  func isOutermost(_ kind: Name) -> Bool { (depths[kind] ?? 0) == 0 && cells[kind] == nil }

  /// Whether objects of the section are followed by items that belong to them.
  var hasDepth: Bool { depths.values.contains { $0 > 0 } }
}
