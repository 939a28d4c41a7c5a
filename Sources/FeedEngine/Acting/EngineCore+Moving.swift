import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore

extension EngineCore {
  /// An object where it stands in a section that can be reordered.
  struct Standing {
    let section: ComposedSection
    let node: QueryNode
    let partition: Partition
    let record: ObjectRecord
    let reordering: PreparedReordering
  }

  /// Why an item cannot be moved, if it cannot.
  func whyNotMovable(_ item: ItemID) -> EngineError? {
    do throws(EngineError) {
      _ = try standing(of: item)
      return nil
    } catch { return error }
  }

  /// Puts an item next to another one.
  ///
  /// - Returns: The version that it led to; nothing if the item stood there before.
  func move(
    _ item: ItemID,
    _ destination: MoveDestination,
    approve: (FeedUpdate) throws -> Void = { _ in }
  ) throws -> FeedUpdate? {
    _ = try standing(of: item)
    return try commit(needsFresh: true, approve: approve) { writer in
      try write(try plan(item, destination), writer)
    }
  }

  // MARK: Where an item stands

  /// Finds the object of an item that is moved.
  func standing(of item: ItemID) throws(EngineError) -> Standing {
    let standing = try standing(around: item)
    guard item.object == standing.record.id, item.slot == 0 else {
      throw EngineError(
        code: .notReorderable,
        message: "'\(item)' stands inside '\(standing.record.id)' and has no place of its own",
        hint: "move '\(standing.record.id)' as a whole"
      )
    }
    return standing
  }

  /// Finds the object that an item belongs to: what it shows, or the parent of what it shows.
  private func standing(around item: ItemID) throws(EngineError) -> Standing {
    guard let path = snapshot.composition.path(of: item) else { throw unknownItem(item) }
    let id = snapshot.composition.sectionID(at: path.section)
    guard let section = composer.sections.first(where: { $0.declaration.id == id.declaration }),
      let node = section.node, let reordering = reorderings[section.index]
    else { throw .notReorderable(item, section: id, hint: reorderableHint) }
    guard let partition = node.partition(id.group ?? .null),
      let record = node.row(atOffset: path.item, of: partition)
    else {
      throw EngineError(
        code: .notReorderable,
        message: "'\(item)' stands in place of others and has no place of its own",
        hint: partition(of: id, node)?.showsFold == true ? "unfold the group first" : nil
      )
    }
    return Standing(
      section: section,
      node: node,
      partition: partition,
      record: record,
      reordering: reordering
    )
  }

  private func partition(of id: SectionID, _ node: QueryNode) -> Partition? {
    node.partition(id.group ?? .null)
  }

  private var reorderableHint: String {
    let names = composer.sections.filter { reorderings[$0.index] != nil }.map {
      "'\($0.declaration.id)'"
    }
    return names.isEmpty
      ? "no section of the feed declares 'reorder'"
      : "only what stands in \(names.joined(separator: ", ")) can be moved"
  }

  // MARK: Planning

  /// The rows that a move writes, in an order in which no two of them meet.
  struct MovePlan {
    var rows: [(id: ObjectID, values: [String: Value])] = []
    /// What is written instead if the first rows break a constraint, as one that forbids negatives.
    var fallback: [(id: ObjectID, values: [String: Value])] = []
  }

  private func plan(
    _ item: ItemID,
    _ destination: MoveDestination
  ) throws(EngineError) -> MovePlan {
    let moved = try standing(of: item)
    let neighbour = try standing(around: destination.neighbour)
    guard moved.record !== neighbour.record else { return MovePlan() }
    guard moved.section === neighbour.section else {
      throw EngineError(
        code: .wrongPlace,
        message:
          "'\(item)' of section '\(moved.section.declaration.id)' cannot be moved to section "
          + "'\(neighbour.section.declaration.id)'",
        hint: "name a neighbour of its own section"
      )
    }
    var values: [String: Value] = [:]
    if moved.partition !== neighbour.partition {
      guard let column = moved.reordering.group else {
        throw EngineError(
          code: .wrongPlace,
          message: "'\(item)' cannot be moved to another group",
          hint: "let it with 'reorder: {by: \(moved.reordering.column), across: true}'"
        )
      }
      values[column] = neighbour.record.content[column] ?? .null
    }
    let node = moved.node
    let (before, behind) = neighbours(of: moved.record, at: destination, neighbour)
    if moved.partition === neighbour.partition,
      before === node.row(beside: moved.record, isBefore: true),
      behind === node.row(beside: moved.record, isBefore: false)
    {
      return MovePlan()
    }
    let left = Side(from: before, node, moved, isBefore: true)
    let right = Side(from: behind, node, moved, isBefore: false)
    let keys = OrderKeys(left: left.bound, right: right.bound)
    return MovePlan(
      rows: rows(keys.plan(), moved, values, left, right),
      fallback: rows(keys.whole(), moved, values, left, right)
    )
  }

  /// The objects between which the moved one is to stand, itself left out.
  private func neighbours(
    of record: ObjectRecord,
    at destination: MoveDestination,
    _ neighbour: Standing
  ) -> (before: ObjectRecord?, behind: ObjectRecord?) {
    let node = neighbour.node
    func row(isBefore: Bool) -> ObjectRecord? {
      let next = node.row(beside: neighbour.record, isBefore: isBefore)
      guard let next, next === record else { return next }
      return node.row(beside: next, isBefore: isBefore)
    }
    switch destination {
    case .before: return (row(isBefore: true), neighbour.record)
    case .after: return (neighbour.record, row(isBefore: false))
    }
  }

  private func rows(
    _ plan: OrderKeys.Plan,
    _ moved: Standing,
    _ values: [String: Value],
    _ left: Side,
    _ right: Side
  ) -> [(id: ObjectID, values: [String: Value])] {
    let column = moved.reordering.column
    let order = moved.reordering.order
    var falling: [(id: ObjectID, values: [String: Value])] = []
    var rising: [(id: ObjectID, values: [String: Value])] = []
    // Keys that fall are written from the first to the last, keys that rise from the last to the
    // first: so none is ever what another one still is.
    let others =
      zip(left.records, plan.left).reversed() + zip(right.records, plan.right)
    for (record, key) in others {
      let value = order.value(ofKey: key)
      let old = record.content[column] ?? .null
      guard old.asKey != value else { continue }
      let isRising = (old.compare(value) < 0) != order.isDescending
      if isRising {
        rising.append((record.id, [column: value]))
      } else {
        falling.append((record.id, [column: value]))
      }
    }
    var values = values
    values[column] = order.value(ofKey: plan.key)
    return falling + rising.reversed() + [(moved.record.id, values)]
  }

  private func write(_ plan: MovePlan, _ writer: Writer) throws {
    rowsMoved = 0
    do {
      for row in plan.rows {
        try writer.patch(row.id, row.values)
        rowsMoved += 1
      }
    } catch let error as StoreError where error.code == .constraint {
      for row in plan.fallback {
        try writer.patch(row.id, row.values)
        rowsMoved += 1
      }
    }
  }
}

/// The objects on one side of the place where an object is to stand, found as far as they are asked for.
private final class Side {
  private(set) var records: [ObjectRecord] = []
  private var next: ObjectRecord?
  private let node: QueryNode
  private let moved: EngineCore.Standing
  private let isBefore: Bool

  init(
    from record: ObjectRecord?,
    _ node: QueryNode,
    _ moved: EngineCore.Standing,
    isBefore: Bool
  ) {
    next = record
    self.node = node
    self.moved = moved
    self.isBefore = isBefore
  }

  /// The bound of the object so many places away.
  func bound(_ index: Int) -> OrderKeys.Bound? {
    while records.count <= index {
      guard let record = next else { return nil }
      next = node.row(beside: record, isBefore: isBefore)
      if record !== moved.record { records.append(record) }
    }
    let value = records[index].content[moved.reordering.column] ?? .null
    return OrderKeys.Bound(value, moved.reordering.order, isBefore: isBefore)
  }
}

extension EngineError {
  fileprivate static func notReorderable(
    _ item: ItemID,
    section: SectionID,
    hint: String
  ) -> EngineError {
    EngineError(
      code: .notReorderable,
      message:
        "'\(item)' cannot be moved: section '\(section)' has an order that is not the user's",
      hint: hint
    )
  }
}
