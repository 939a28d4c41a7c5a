import FeedModel

/// The order of rows before one of them was moved, and its destination.
struct MovedOrder {
  private let query: Query
  private let table: Table
  private let moved: [Datum]
  private let next: [Datum]
  private let isBefore: Bool
  private let before: [[[Datum]]]

  /// Looks at the rows before a move; `nil` if the items do not stand for rows of the list itself.
  init?(_ deed: CasePlayer.Deed, _ rows: NaiveRows) throws {
    guard case .move(let item, let next, let section, let isBefore) = deed,
      let query = rows.model.sources.first(where: { $0.id == section.source })?.query,
      !query.includes.contains(where: { $0.query.mentions(query.table) }),
      // Rows grouped by the order itself move to other groups with it.
      let reorder = section.reorder, query.group?.by.sql.contains("own.\(reorder.by)") != true,
      [item, next].allSatisfy({ $0.object.entity.description == query.table })
    else { return nil }
    self.query = query
    self.isBefore = isBefore
    table = rows.model.table(query.table)
    let table = table
    func key(_ item: ItemID) -> [Datum] {
      zip(table.key, item.object.key.values).map { Datum($1).folded(table.column($0).compares) }
    }
    moved = key(item)
    self.next = key(next)
    before = try Self.lists(query, rows)
  }

  private static func lists(_ query: Query, _ rows: NaiveRows) throws -> [[[Datum]]] {
    try rows.groups(of: query).map { $0.rows.map(\.foldedKey) }
  }

  /// Returns the error in the order after the move.
  ///
  /// A condition on the order itself may have taken rows out; those that are left keep their order.
  func problem(_ rows: NaiveRows) throws -> String? {
    let after = try Self.lists(query, rows)
    let (old, new) = (Set(before.joined()), Set(after.joined()))
    func others(_ lists: [[[Datum]]]) -> [[Datum]] {
      lists.joined().filter { $0 != moved && old.contains($0) && new.contains($0) }
    }
    // A group may have got another place by its first row.
    if query.group == nil, others(before) != others(after) {
      return "others have moved, from \(others(before)) to \(others(after))"
    }
    guard moved != next, new.contains(moved),
      let list = after.first(where: { $0.contains(next) }),
      let place = list.firstIndex(of: next)
    else { return nil }
    let expected = isBefore ? place - 1 : place + 1
    guard list.indices.contains(expected), list[expected] == moved else {
      return "\(moved) is not \(isBefore ? "before" : "after") \(next) in \(list)"
    }
    return nil
  }
}

extension Query {
  /// Returns whether rows of a table are among the rows or their children.
  fileprivate func mentions(_ table: String) -> Bool {
    self.table == table || includes.contains { $0.query.mentions(table) }
  }
}
