import FeedStore

/// A foreign key of a table, and what fragments call the row that it leads to.
///
/// The column's name always works, with or without `_id` at its end; the parent table's name does where
/// no other foreign key of the table leads there.
struct Reference {
  /// The columns that refer, as places in their table.
  let columns: [Int]
  /// The parent table's place in the schema.
  let parent: Int
  /// The columns that are referred to, as places in the parent table.
  let parentColumns: [Int]
  /// The name by which statements call the row.
  let name: String
  /// Further names by which fragments may call it.
  let others: [String]

  /// Whether the name of its only column is this one, which no other reference can be called by.
  func isColumn(_ name: String, of table: StoreSchema.Table) -> Bool {
    columns.count == 1 && table.columns[columns[0]].name.lowercased() == name.lowercased()
  }

  func isCalled(_ name: String) -> Bool {
    let folded = name.lowercased()
    return self.name.lowercased() == folded || others.contains { $0.lowercased() == folded }
  }
}

extension StoreSchema {
  /// The references of a table's rows whose parents are tables of the schema.
  func references(of index: Int) -> [Reference] {
    let table = tables[index]
    let keys = table.foreignKeys.compactMap { key -> (StoreSchema.ForeignKey, Int, [Int])? in
      guard let parent = self.index(ofAnyCase: key.parentTable) else { return nil }
      let columns = key.parentColumns.compactMap { tables[parent].columnIndex(ofAnyCase: $0) }
      return columns.count == key.columns.count ? (key, parent, columns) : nil
    }
    return keys.map { key, parent, parentColumns in
      let parentName = tables[parent].name
      let own = key.columns.map { table.columns[$0].name }
      let isOnly =
        parent != index && keys.count { $0.1 == parent } == 1
        && !keys.contains { other in
          other.0.columns.contains {
            table.columns[$0].name.lowercased() == parentName.lowercased()
          }
            && other.1 != parent
        }
      return Reference(
        columns: key.columns,
        parent: parent,
        parentColumns: parentColumns,
        name: isOnly ? parentName : own.joined(separator: ","),
        others: own.count == 1 ? [own[0], own[0].withoutKeySuffix, parentName] : [parentName]
      )
    }
  }

  /// The shortest ways from a table to a row that is called by a name.
  ///
  /// - Parameters:
  ///   - name: The name of a reference or of the table that it leads to.
  ///   - furthest: How many references there may be on the way.
  /// - Returns: All ways of the smallest length, each with its references in order; a column's own
  ///   name goes before names that are derived from it.
  func ways(to name: String, from start: Int, furthest: Int) -> [[Reference]] {
    var level = references(of: start).map { [$0] }
    for _ in 0..<furthest {
      let found = level.filter { $0.last?.isCalled(name) == true }
      let exact = found.filter { way in
        let child = way.dropLast().last?.parent ?? start
        return way.last?.isColumn(name, of: tables[child]) == true
      }
      if !exact.isEmpty { return exact }
      if !found.isEmpty { return found }
      level = further(level, from: start)
    }
    return []
  }

  /// The ways that lead one reference further, none through one table twice.
  func further(_ level: [[Reference]], from start: Int) -> [[Reference]] {
    let next = level.lazy.flatMap { way -> [[Reference]] in
      guard let last = way.last else { return [] }
      let passed = [start] + way.map(\.parent)
      return references(of: last.parent).filter { !passed.contains($0.parent) }.map { way + [$0] }
    }
    // In a schema where everything refers to everything, ways are more than anybody could name.
    return Array(next.prefix(256))
  }
}

extension String {
  /// The name of a referring column as that of the row it leads to: `home` for `home_id` or `homeId`.
  fileprivate var withoutKeySuffix: String {
    if count > 3, lowercased().hasSuffix("_id") { return String(dropLast(3)) }
    if count > 2, hasSuffix("Id") || hasSuffix("ID") { return String(dropLast(2)) }
    return self
  }
}
