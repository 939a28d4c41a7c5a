package import FeedSnapshots
import FeedStore

/// The live state of one plan: its lists, ordered, and the failure that keeps it from being true.
package final class QueryNode {
  /// The table's place in the schema.
  package var table: Int { plan.table }
  /// The node's place among the nodes of its table, and so in the placements of a record.
  package let slot: Int
  /// The node's place among all nodes.
  package let index: Int
  /// How many rows of each list are shown at the most.
  package var limit: Int? { plan.limit }
  /// Whether each list is a group with an order and a title of its own.
  package var isGrouped: Bool {
    if case .group = plan.partitioning { return true }
    return false
  }
  /// The objects of all lists; the weights are the composer's.
  package var list = OrderTree<ObjectRecord>()
  /// The lists, by the value that their objects share.
  package internal(set) var partitions: [Value: Partition] = [:]
  /// The groups in their order; the weights are the composer's.
  package var groups = OrderTree<Partition>()
  /// The root of the groups.
  package var groupRoot: OrderTree<Partition>.Handle = 0
  /// Why the node's state may be old, if its statement failed when it was last run.
  package internal(set) var failure: String?

  let plan: NodePlan
  /// Whether it is asked only about rows that hold what its guardian demands.
  var isGuarded = false
  /// Reads rows for this node alone.
  var probe: RowProbe?
  /// Reads what a group shows by its key.
  var groupLookup: Statement?
  /// What is computed for each group.
  var groupAggregates: [AggregateNode] = []
  /// How far the order is known, if only its beginning is kept.
  var bound: BoundedWindow?

  init(plan: NodePlan, index: Int, slot: Int) {
    self.plan = plan
    self.index = index
    self.slot = slot
  }

  /// Finds the list of a group or of a parent's children.
  ///
  /// - Parameter key: The value that its objects share.
  /// - Returns: The list, or nothing if it is empty.
  package func partition(_ key: Value) -> Partition? { partitions[key] }

  /// Whether an object stands before another one in a list.
  func precedes(_ record: ObjectRecord, _ sort: SortKey, _ id: ObjectID) -> Bool {
    guard let other = record.placements[slot]?.sort else { return false }
    let order = other.compare(sort, by: plan.terms)
    return order == 0 ? record.id.key.compare(id.key) < 0 : order < 0
  }
}
