import FeedModel

/// An object that at least one live query shows: its row, and its place in each query's lists.
final class ObjectRecord {
  /// The object's identity.
  let id: ObjectID
  /// The table's place in the schema.
  let table: Int
  /// The row at its last reading.
  var content: Content
  /// The object's place in each node of its table, by the node's slot.
  var placements = Placements()
  /// The index of the object in the changes of the current evaluation.
  var change: Int?

  init(id: ObjectID, table: Int, content: Content) {
    self.id = id
    self.table = table
    self.content = content
  }

  /// Notes whether the composer shows the object in a node's list.
  ///
  /// - Parameter isShown: Whether it does.
  func setShown(_ isShown: Bool, in node: QueryNode) {
    placements.change(node.slot) { $0.isShown = isShown }
  }

  /// Notes the place of the object in a node's list, when that is composed again.
  ///
  /// - Parameter side: The place relative to the list's window; objects inside are shown.
  func setSide(_ side: WindowSide, in node: QueryNode) {
    placements.change(node.slot) { placement in
      placement.isShown = side == .inside
      placement.isBehind = side == .behind
    }
  }

  var isPlaced: Bool { !placements.isEmpty }
}

/// An object's place in one list.
struct Placement {
  /// The list.
  let partition: Partition
  /// The object in the node's tree.
  var handle: OrderTree<ObjectRecord>.Handle
  /// Whether the composer shows it; in a list without a limit it always does.
  var isShown = false
  /// Whether the object is after the list's window.
  var isBehind = false
  /// The attributes that the object gives its group as its first row, if rows determine them.
  var groupHeading: GroupHeading?
}

/// The order and the title that a row would give its group.
final class GroupHeading {
  let title: Value?
  let sort: SortKey
  let isFolded: Bool

  init(title: Value?, sort: SortKey, isFolded: Bool) {
    self.title = title
    self.sort = sort
    self.isFolded = isFolded
  }
}

/// One list of a node: all of its objects, those of one group, or those of one parent.
final class Partition {
  /// The value that the list's objects share; NULL for the only list of a node.
  let key: Value
  /// The list in the node's tree.
  var root: OrderTree<ObjectRecord>.Handle = 0
  /// The rows of a bulk load; see ``QueryNode/endBulkLoad()``.
  var loaded: ContiguousArray<OrderTree<ObjectRecord>.Slot> = []
  /// The attributes of a list that is a group, and its place among the groups.
  var group: Group?
  /// Whether the list holds all rows that there are, where only the first ones are kept.
  var isComplete = true
  /// Whether rows entered or left the list since its window was examined.
  var isUnsettled = false
  /// The index of a group in the changes of the current evaluation.
  var change: Int?
  /// The changes of the current commit in the list.
  var edit: ListEdit?

  init(key: Value) { self.key = key }

  /// A group's title and its place.
  struct Group {
    /// The value that is shown as the title, if the query declares one.
    var title: Value?
    /// The group among the groups of its node; its weight is the composer's.
    var handle: OrderTree<Partition>.Handle = 0
    /// Whether the group is folded away.
    var isFolded = false
    /// Whether one item is shown in place of its rows.
    var showsFold = false
    /// The values of the group's aggregates, in the order of their declarations.
    var aggregates: [Value] = []
    var sort: SortKey
  }
}

extension ObjectRecord {
  /// Returns whether the row is shown in a node's list.
  func isShown(in node: QueryNode) -> Bool { placements[node.slot]?.isShown ?? false }

  /// Notes that the row is shown in a node's list.
  ///
  /// - Returns: Whether it was not before.
  func show(in node: QueryNode) -> Bool {
    var isNew = false
    placements.change(node.slot) { placement in
      isNew = !placement.isShown
      placement.isShown = true
    }
    return isNew
  }
}
