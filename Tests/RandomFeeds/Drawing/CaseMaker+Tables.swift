/// Tables that refer to those before them, or to themselves.
extension CaseMaker {
  private static let names = ["sport", "event", "market", "selection"]

  mutating func makeTables() {
    for name in Self.names.prefix(number(1, 4)) { model.tables.append(table(name)) }
    if uses(.triggers, oneIn: 2) {
      for _ in 0..<number(1, 2) { if let trigger = trigger() { model.triggers.append(trigger) } }
    }
  }

  private mutating func table(_ name: String) -> Table {
    var table = Table(name: name, columns: [], key: ["id"])
    table.isStrict = uses(.strict, oneIn: 3)
    if !model.tables.isEmpty, uses(.compoundKeys, oneIn: 4) {
      table.key = ["part", "id"]
      table.columns = [
        keyColumn("part", isStrict: table.isStrict), keyColumn("id", isStrict: table.isStrict),
      ]
    } else {
      table.columns = [keyColumn("id", isStrict: table.isStrict)]
    }
    if uses(.withoutRowID, oneIn: 3) { table.isWithoutRowID = true }
    // Only a key of one column can be referred to.
    let parents = model.tables.filter { $0.key.count == 1 }
    for parent in parents.suffix(chance(4) ? 2 : 1) where !chance(8) {
      let isTwice =
        !table.columns.contains { $0.name == "home_id" } && uses(.twoReferences, oneIn: 2)
      for name in isTwice ? ["home_id", "away_id"] : [parent.name] {
        table.columns.append(reference(name, to: parent, isStrict: table.isStrict))
      }
    }
    if let parent = model.tables.last(where: { $0.key.count > 1 }),
      uses(.compoundReferences, oneIn: 2)
    {
      let columns = parent.key.map { name in
        var column = parent.column(name)
        column.name = "\(parent.name)_\(name)"
        if column.type.isEmpty || column.type == "ANY" { column.type = table.isStrict ? "ANY" : "" }
        return column
      }
      table.columns += columns
      table.links = [Table.Link(columns: columns.map(\.name), table: parent.name)]
    }
    if table.key.count == 1, uses(.selfReferences, oneIn: 2) {
      table.columns.append(reference("up", to: table, isStrict: table.isStrict))
    }
    let suffix = uses(.sharedColumns) ? "" : String(model.tables.count + 1)
    for column in plainColumns(isStrict: table.isStrict) {
      var column = column
      column.name += suffix
      table.columns.append(column)
    }
    return table
  }

  private mutating func keyColumn(_ name: String, isStrict: Bool) -> Column {
    let any = isStrict ? "ANY" : ""
    if uses(.nocaseKeys, oneIn: 2) { return Column(name: name, type: "TEXT", collation: "NOCASE") }
    if uses(.rtrimKeys, oneIn: 2) { return Column(name: name, type: "TEXT", collation: "RTRIM") }
    if uses(.untypedKeys, oneIn: 2) { return Column(name: name, type: any) }
    if uses(.textKeys, oneIn: 2) { return Column(name: name, type: "TEXT") }
    return Column(name: name, type: "INTEGER")
  }

  private mutating func reference(_ name: String, to parent: Table, isStrict: Bool) -> Column {
    let key = parent.column(parent.key[0])
    var rules = [" ON DELETE SET NULL"]
    if uses(.cascades, oneIn: 2) { rules = [" ON DELETE CASCADE", " ON UPDATE CASCADE"] }
    if uses(.deferredKeys, oneIn: 2) { rules.append(" DEFERRABLE INITIALLY DEFERRED") }
    // ANY means "numeric" outside of STRICT tables: plain SQL would then find two parents for the
    // number 1, 1 and '1', where a foreign key has one.
    let isUntyped = key.type.isEmpty || key.type == "ANY"
    var collation = key.collation
    if key.type == "TEXT", uses(.unlikeCollations, oneIn: 2) {
      collation = pick([nil, "NOCASE", "RTRIM"])
    }
    return Column(
      name: name,
      type: isUntyped ? (isStrict ? "ANY" : "") : key.type,
      collation: collation,
      reference: Column.Reference(table: parent.name, rules: "(\(parent.key[0]))" + rules.joined())
    )
  }

  private mutating func plainColumns(isStrict: Bool) -> [Column] {
    var columns = [Column(name: "a", type: "INTEGER"), Column(name: "c", type: "TEXT")]
    if uses(.nocase, oneIn: 2) { columns[1].collation = "NOCASE" }
    if columns[1].collation == nil, uses(.rtrim, oneIn: 2) { columns[1].collation = "RTRIM" }
    if chance(2) { columns.append(Column(name: "b", type: isStrict ? "ANY" : "")) }
    return columns
  }

  private mutating func trigger() -> Trigger? {
    let name = "t\(model.triggers.count)"
    let table = pick(model.tables)
    let other = pick(model.tables)
    guard let mine = table.plain.first?.name, let other1 = other.plain.first?.name else {
      return nil
    }
    let body: String
    switch number(0, 3) {
    case 0:
      body =
        "AFTER UPDATE OF \(mine) ON \(table.name) WHEN NEW.\(mine) > 3 BEGIN "
        + "UPDATE \(other.name) SET \(other1) = 1 WHERE \(other1) = 2; END;"
    case 1:
      body =
        "AFTER DELETE ON \(table.name) BEGIN "
        + "UPDATE \(other.name) SET \(other1) = 4 WHERE \(other1) = 0; END;"
    case 2:
      body =
        "AFTER INSERT ON \(table.name) WHEN NEW.\(mine) = 5 BEGIN "
        + "DELETE FROM \(other.name) WHERE \(other1) = 1; END;"
    default:
      body =
        "BEFORE UPDATE OF \(mine) ON \(table.name) WHEN NEW.\(mine) = 2 BEGIN "
        + "UPDATE \(table.name) SET \(mine) = 7 WHERE \(mine) = 1; END;"
    }
    return Trigger(
      table: table.name,
      other: other.name,
      sql: "CREATE TRIGGER \(name) \(body)"
    )
  }
}
