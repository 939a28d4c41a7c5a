package import FeedStore

/// A foreign key of a table, with the names of the referenced row in fragments.
///
/// The column's name is always valid, with or without `_id` at its end. The parent table's name is
/// valid if no other foreign key of the table refers to it.
struct Reference {
  /// The positions of the referring columns in their table.
  let columns: [Int]
  /// The parent table's position in the schema.
  let parent: Int
  /// The positions of the referenced columns in the parent table.
  let parentColumns: [Int]
  /// The name of the referenced row in statements.
  let name: String
  /// The other names of the referenced row in fragments.
  let others: [String]

  /// Returns whether the name is that of its only column, which no other reference shares.
  func isColumn(_ name: String, of table: StoreSchema.Table) -> Bool {
    columns.count == 1 && table.columns[columns[0]].name.lowercased() == name.lowercased()
  }

  func isCalled(_ name: String) -> Bool {
    let folded = name.lowercased()
    return self.name.lowercased() == folded || others.contains { $0.lowercased() == folded }
  }
}

extension StoreSchema {
  /// Returns the references of a table whose parents are tables of the schema.
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

  /// Returns the shortest paths from a table to rows with a name.
  ///
  /// - Parameters:
  ///   - name: The name of a reference or of the table that it leads to.
  ///   - furthest: The maximum number of references on a path.
  /// - Returns: All paths of the smallest length, each with its references in order; a column's own
  ///   name takes precedence over names that are derived from it.
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

  /// Returns the path that names describe, of which the first may be that of a distant row.
  ///
  /// - Returns: The path; none if there is no such row, and several if a name means more than one.
  func ways(along names: ArraySlice<String>, from start: Int) -> [[Reference]] {
    var way: [Reference] = []
    for name in names {
      let found = ways(to: name, from: way.last?.parent ?? start, furthest: way.isEmpty ? 8 : 1)
      guard found.count == 1 else { return found.map { way + $0 } }
      way += found[0]
    }
    return [way]
  }

  /// Returns the paths that are one reference longer; no path visits a table twice.
  func further(_ level: [[Reference]], from start: Int) -> [[Reference]] {
    let next = level.lazy.flatMap { way -> [[Reference]] in
      guard let last = way.last else { return [] }
      let passed = [start] + way.map(\.parent)
      return references(of: last.parent).filter { !passed.contains($0.parent) }.map { way + [$0] }
    }
    // The number of paths is exponential in a schema with many mutual references.
    return Array(next.prefix(256))
  }
}

extension StoreSchema {
  /// Finds the column of a referenced row at the end of a path such as `customer.name`.
  ///
  /// - Parameter path: The names of the references and of the column, separated by dots.
  /// - Returns: The column, and the path as an expression of a row of the table; `nil` if no row or more than one has
  ///   the name.
  package func column(at path: String, from table: Table) -> (column: Column, sql: String)? {
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard names.count > 1, let start = index(ofAnyCase: table.name) else { return nil }
    let found = ways(along: names.dropLast(), from: start)
    guard found.count == 1, let parent = found[0].last?.parent,
      let column = tables[parent].columnIndex(ofAnyCase: names[names.count - 1])
    else { return nil }
    return (
      tables[parent].columns[column], names.map(\.quotedAsIdentifier).joined(separator: ".")
    )
  }
}

extension String {
  /// The column's name without its key suffix: `home` for `home_id` or `homeId`.
  fileprivate var withoutKeySuffix: String {
    if count > 3, lowercased().hasSuffix("_id") { return String(dropLast(3)) }
    if count > 2, hasSuffix("Id") || hasSuffix("ID") { return String(dropLast(2)) }
    return self
  }
}
