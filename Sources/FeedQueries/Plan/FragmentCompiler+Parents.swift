import FeedStore

extension FragmentCompiler {
  /// Joins the rows along a path of references, each once.
  ///
  /// - Parameter way: The references, starting at the query's own table; at least one.
  mutating func join(_ way: [Reference]) -> String {
    var child: Int?
    var name = ""
    for (index, reference) in way.enumerated() {
      name = joinedName(of: way[...index])
      if let known = joins.firstIndex(where: { $0.name == name }) {
        child = known
        continue
      }
      joins.append(join(by: reference, of: child, named: name))
      child = joins.count - 1
    }
    return name
  }

  /// Returns the name of the joined row at the end of a path: the table's name if possible.
  func joinedName(of way: ArraySlice<Reference>) -> String {
    let name = way.map(\.name).joined(separator: ".")
    return name.lowercased() == table.name.lowercased() ? "\(table.name).\(name)" : name
  }

  private mutating func join(
    by reference: Reference,
    of child: Int?,
    named name: String
  ) -> ParentJoin {
    let childTable = child.map { schema.tables[joins[$0].table] } ?? table
    let childName = child.map { joins[$0].name } ?? table.name
    let parent = schema.tables[reference.parent]
    let isKey = Set(parent.primaryKey) == Set(reference.parentColumns)
    if !isKey, !parent.isUnique(reference.parentColumns) || !parent.nullableKey.isEmpty {
      requeryReason = "'\(parent.name)' is joined by columns that are not unique"
    }
    reads.insert(reference.parent)
    if child == nil { note(referring: reference.columns) }
    let alias = name == parent.name ? "" : " AS \(name.quotedAsIdentifier)"
    let parts = zip(reference.parentColumns, reference.columns).map { parentColumn, column in
      ParentJoin.Part(
        column: column,
        keyPlace: (isKey ? parent.primaryKey : reference.parentColumns)
          .firstIndex(of: parentColumn) ?? 0,
        rule: ReferenceRule(to: parent.columns[parentColumn])
      )
    }
    let terms = zip(reference.parentColumns, parts).map { parentColumn, part in
      let referring = childTable.columns[part.column]
      return "\(name.quotedAsIdentifier).\(parent.columns[parentColumn].name.quotedAsIdentifier) = "
        + part.rule.joined(
          "\(childName.quotedAsIdentifier).\(referring.name.quotedAsIdentifier)",
          referring
        )
    }
    return ParentJoin(
      table: reference.parent,
      name: name,
      child: child,
      parts: parts,
      sql: "LEFT JOIN \(parent.name.quotedAsIdentifier)\(alias) ON "
        + terms.joined(separator: " AND "),
      unique: isKey ? nil : ParentJoin.Unique(columns: reference.parentColumns)
    )
  }

  /// Joins the rows that the fragments of another compiler of the same table name, each once.
  mutating func join(rowsOf other: FragmentCompiler) {
    var places: [Int] = []
    for join in other.joins {
      if let known = joins.firstIndex(where: { $0.name == join.name }) {
        places.append(known)
        continue
      }
      var join = join
      join.child = join.child.map { places[$0] }
      if join.child == nil { note(referring: join.parts.map(\.column)) }
      places.append(joins.count)
      joins.append(join)
    }
    reads.formUnion(other.reads)
    readColumns.merge(other.readColumns) { $0.union($1) }
  }

  /// Returns an expression over joined rows as an expression over the row alone.
  func subquery(_ sql: String) -> String {
    let rows = ["(SELECT 1)"] + joins.map(\.sql)
    return "(SELECT (\(sql)\n) FROM \(rows.joined(separator: " ")))"
  }

  /// Notes that the joined rows depend on columns of the row.
  private mutating func note(referring columns: [Int]) {
    for column in columns {
      note(column)
      askedColumns |= 1 << UInt64(min(column, 63))
    }
  }

  /// The row that a qualifier refers to.
  enum Meaning {
    /// The query's own row.
    case own
    /// A row that is already joined by this name.
    case joined(ParentJoin)
    /// A row at the end of a path of references.
    case way([Reference])
    /// More than one row, each with its path.
    case several([[Reference]])
    /// No row has this name.
    case unknown
  }

  /// Finds the row that a qualifier refers to.
  ///
  /// The first name may be that of a distant row, such as `sport` from a market through its event.
  /// Each further name is a reference of the row before it.
  func meaning(of names: [String]) -> Meaning {
    var names = names[...]
    if names.count == 1, let name = names.first, let known = joins.first(where: { $0.name == name })
    {
      return .joined(known)
    }
    if let first = names.first, first.lowercased() == table.name.lowercased() {
      names = names.dropFirst()
      if names.isEmpty { return .own }
    }
    let found = schema.ways(along: names, from: tableIndex)
    guard let only = found.first else { return .unknown }
    return found.count == 1 ? .way(only) : .several(found)
  }

  /// Returns the qualifier for the row at the end of a path, or `nil` if it cannot be written.
  func text(of way: [Reference]) -> String? {
    let isWritable = way.allSatisfy { $0.columns.count == 1 || !$0.name.contains(",") }
    return isWritable ? way.map(\.name).joined(separator: ".") : nil
  }
}
