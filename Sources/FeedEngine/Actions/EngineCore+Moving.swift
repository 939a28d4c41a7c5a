import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore

extension EngineCore {
  /// An object with its place in a section that can be reordered.
  struct Standing {
    let section: ComposedSection
    let query: ShownQuery
    let row: ShownRow
    let reordering: PreparedReordering

    /// The key of the row's group; NULL if there are no groups.
    var group: Value { row.list?.key ?? .null }
  }

  /// Why an item cannot be moved, if it cannot.
  func whyNotMovable(_ item: ItemID) -> EngineError? {
    do throws(EngineError) {
      _ = try standing(of: item)
      return nil
    } catch { return error }
  }

  /// Moves an item next to another item.
  ///
  /// Where the source's condition would exclude a row with its new key, all rows of the list get new keys.
  ///
  /// - Returns: The version that it led to; `nil` if the item already had that place.
  /// - Throws: `EngineError` also if the condition excludes those rows as well.
  func move(
    _ item: ItemID,
    to destination: MoveDestination,
    approve: (FeedUpdate) throws -> Void = { _ in }
  ) throws -> FeedUpdate? {
    _ = try standing(of: item)
    do {
      return try move(item, to: destination, \.rows, approve: approve)
    } catch is ExcludedRow {
      do {
        return try move(item, to: destination, \.fallback, approve: approve)
      } catch let row as ExcludedRow {
        throw EngineError(
          code: .wrongPlace,
          message:
            "'\(item)' cannot be moved there: the condition of source '\(row.source)' excludes "
            + "'\(row.id)' with the '\(row.column)' that it would get",
          hint: "compare another column than '\(row.column)' in the 'where' of '\(row.source)'"
        )
      }
    }
  }

  private func move(
    _ item: ItemID,
    to destination: MoveDestination,
    _ rows: KeyPath<MovePlan, [(id: ObjectID, values: [String: Value])]>,
    approve: (FeedUpdate) throws -> Void
  ) throws -> FeedUpdate? {
    var shown: [ShownRow] = []
    var moved: Standing?
    return try commitUndoably(
      "move \(item)",
      approve: { update in
        if let row = shown.first(where: { $0.list == nil }), let moved {
          throw ExcludedRow(
            id: row.id,
            source: moved.section.declaration.source,
            column: moved.reordering.column
          )
        }
        try approve(update)
      },
      { writer in
        let plan = try plan(item, destination)
        (shown, moved) = (plan.shown, try standing(of: item))
        try write(plan[keyPath: rows], or: plan.fallback, writer)
      }
    )
  }

  // MARK: Where an item stands

  /// Finds the object of an item that is moved.
  func standing(of item: ItemID) throws(EngineError) -> Standing {
    let standing = try standing(around: item)
    guard item.object == standing.row.id, item.slot == 0 else {
      throw EngineError(
        code: .notReorderable,
        message: "'\(item)' is inside '\(standing.row.id)' and cannot be moved alone",
        hint: "move '\(standing.row.id)' as a whole"
      )
    }
    return standing
  }

  /// Finds the object that an item belongs to: what it shows, or the parent of what it shows.
  private func standing(around item: ItemID) throws(EngineError) -> Standing {
    guard let path = snapshot.composition.path(of: item) else { throw unknownItem(item) }
    let id = snapshot.composition.sectionID(at: path.section)
    guard let section = composer.sections.first(where: { $0.declaration.id == id.declaration }),
      let reordering = reorderings[section.index]
    else { throw .notReorderable(item, section: id, hint: reorderableHint) }
    let query = section.query
    guard let row = query.row(atOffset: path.item, ofGroup: id.group ?? .null) else {
      throw EngineError(
        code: .notReorderable,
        message: "'\(item)' replaces other items and cannot be moved alone",
        hint: section.isGrouped ? "unfold the group first" : nil
      )
    }
    return Standing(section: section, query: query, row: row, reordering: reordering)
  }

  private var reorderableHint: String {
    let names = composer.sections.filter { reorderings[$0.index] != nil }.map {
      "'\($0.declaration.id)'"
    }
    return names.isEmpty
      ? "no section of the feed declares 'reorder'"
      : "only objects of \(names.joined(separator: ", ")) can be moved"
  }

  // MARK: Planning

  /// The rows that a move writes, in an order in which no two of them meet.
  struct MovePlan {
    var rows: [(id: ObjectID, values: [String: Value])] = []
    /// The values to write if the first rows break a constraint, such as one that forbids
    /// negatives.
    var fallback: [(id: ObjectID, values: [String: Value])] = []
    /// The rows that are written, and others of their list; all of them are still shown afterwards.
    var shown: [ShownRow] = []
  }

  /// A row that the source's condition would exclude after a move.
  private struct ExcludedRow: Error {
    let id: ObjectID
    let source: Name
    let column: String
  }

  private func plan(
    _ item: ItemID,
    _ destination: MoveDestination
  ) throws(EngineError) -> MovePlan {
    let moved = try standing(of: item)
    let neighbour = try standing(around: destination.neighbour)
    guard moved.row.id != neighbour.row.id else { return MovePlan() }
    guard moved.section === neighbour.section else {
      throw EngineError(
        code: .wrongPlace,
        message:
          "'\(item)' of section '\(moved.section.declaration.id)' cannot be moved to section "
          + "'\(neighbour.section.declaration.id)'",
        hint: "name a neighbour in the same section"
      )
    }
    var values: [String: Value] = [:]
    if moved.group != neighbour.group {
      guard let column = moved.reordering.group else {
        throw EngineError(
          code: .wrongPlace,
          message: "'\(item)' cannot be moved to another group",
          hint: "let it with 'reorder: {by: \(moved.reordering.column), across: true}'"
        )
      }
      values[column] = neighbour.row[column] ?? .null
    }
    let (before, behind) = neighbours(of: moved.row, at: destination, neighbour.row)
    if moved.group == neighbour.group,
      before?.id == moved.row.neighbour(isBefore: true)?.id,
      behind?.id == moved.row.neighbour(isBefore: false)?.id
    {
      return MovePlan()
    }
    let left = Side(from: before, moved, isBefore: true)
    let right = Side(from: behind, moved, isBefore: false)
    let keys = OrderKeys(left: left.bound, right: right.bound)
    return MovePlan(
      rows: rows(keys.plan(), moved, values, left, right),
      fallback: rows(keys.whole(), moved, values, left, right),
      shown: [moved.row] + left.rows + right.rows
    )
  }

  /// The objects next to the new place of the moved object, without that object.
  private func neighbours(
    of moved: ShownRow,
    at destination: MoveDestination,
    _ neighbour: ShownRow
  ) -> (before: ShownRow?, behind: ShownRow?) {
    func row(isBefore: Bool) -> ShownRow? {
      let next = neighbour.neighbour(isBefore: isBefore)
      guard let next, next.id == moved.id else { return next }
      return next.neighbour(isBefore: isBefore)
    }
    switch destination {
    case .before: return (row(isBefore: true), neighbour)
    case .after: return (neighbour, row(isBefore: false))
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
    let others =
      zip(left.rows, plan.left).reversed() + zip(right.rows, plan.right)
    let rows = rewritten(others.map { ($0.id, $0[column] ?? .null, $1) }, column, order)
    var values = values
    values[column] = order.value(ofKey: plan.key)
    return rows + [(moved.row.id, values)]
  }

  /// The values that give rows new keys, in an order without temporary duplicates.
  ///
  /// - Parameter rows: The rows in the order of their new keys, with what they hold now.
  func rewritten(
    _ rows: [(id: ObjectID, old: Value, key: Int64)],
    _ column: String,
    _ order: QueryReport.LeadingColumn
  ) -> [(id: ObjectID, values: [String: Value])] {
    var falling: [(id: ObjectID, values: [String: Value])] = []
    var rising: [(id: ObjectID, values: [String: Value])] = []
    // Falling keys are written from the first to the last, rising keys from the last to the first,
    // so no key equals one that another row still has.
    for row in rows {
      let value = order.value(ofKey: row.key)
      let side = row.old.compare(value)
      guard side != 0 else { continue }
      if (side < 0) != order.isDescending {
        rising.append((row.id, [column: value]))
      } else {
        falling.append((row.id, [column: value]))
      }
    }
    return falling + rising.reversed()
  }

  private func write(
    _ rows: [(id: ObjectID, values: [String: Value])],
    or fallback: [(id: ObjectID, values: [String: Value])],
    _ writer: Writer
  ) throws {
    rowsMoved = 0
    do {
      for row in rows {
        try writer.patch(row.id, with: row.values)
        rowsMoved += 1
      }
    } catch let error as StoreError where error.code == .constraint {
      for row in fallback {
        try writer.patch(row.id, with: row.values)
        rowsMoved += 1
      }
    }
  }
}

/// The objects on one side of the new place, read only as far as needed.
private final class Side {
  private(set) var rows: [ShownRow] = []
  private var next: ShownRow?
  private let moved: EngineCore.Standing
  private let isBefore: Bool

  init(from row: ShownRow?, _ moved: EngineCore.Standing, isBefore: Bool) {
    next = row
    self.moved = moved
    self.isBefore = isBefore
  }

  /// The bound of the object at the given distance.
  func bound(_ index: Int) -> OrderKeys.Bound? {
    while rows.count <= index {
      guard let row = next else { return nil }
      next = row.neighbour(isBefore: isBefore)
      if row.id != moved.row.id { rows.append(row) }
    }
    let value = rows[index][moved.reordering.column] ?? .null
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
