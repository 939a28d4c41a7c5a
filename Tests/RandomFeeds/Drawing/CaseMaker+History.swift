/// Draws writes of a program, a fixture, another connection, or by mistake.
extension CaseMaker {
  mutating func makeHistory() {
    // Seldom, since starting a process takes as long as playing a case.
    if uses(.kills, oneIn: 12) { model.kills = (0..<number(1, 3)).map { _ in number(0, 2_000) } }
    if uses(.twoPlayers, oneIn: 12) { model.players = number(2, 3) }
    var time = 0
    for _ in 0..<number(8, 30) {
      if chance(2) { time += number(0, 2) }
      model.steps.append(step(at: time))
    }
  }

  private mutating func step(at time: Int) -> Step {
    if !model.hasProcesses, uses(.outsiders, oneIn: 5) { return .outside(statements()) }
    if !model.hasProcesses, uses(.savepoints, oneIn: 5) { return .program(program()) }
    if !model.hasProcesses, let step = readerStep() { return step }
    if !model.hasProcesses, uses(.puts, oneIn: 5) {
      return chance(4) ? .remove(delete(isBound: true)) : .put(upsert(isBound: true))
    }
    if let document = model.documents.first, uses(.documents, oneIn: 4) {
      return .line(at: time, .document(document.name, objects(of: document)))
    }
    switch number(0, 9) {
    case 0..<4: return .line(at: time, .upsert((0..<number(1, 4)).map { _ in upsert() }))
    case 4 where uses(.deletions): return .line(at: time, .delete([delete()]))
    default: return .line(at: time, .sql(statements()))
    }
  }

  private mutating func statements() -> [String] {
    (0..<pick([1, 1, 1, 2, 4])).map { _ in statement() }
  }

  private mutating func program() -> [String] {
    var statements = statements()
    if chance(4) { statements.append(Mirror.stop) }
    statements.insert("SAVEPOINT s", at: number(0, statements.count))
    statements.append(pick(["ROLLBACK TO s", "RELEASE s", "ROLLBACK TO s"]))
    if chance(2) { statements.append(statement()) }
    return statements
  }

  /// A row to write; values that JSON cannot express occur only if they are bound.
  private mutating func upsert(isBound: Bool = false) -> Change.Row {
    let table = pick(model.tables)
    var row = Change.Row(table: table.name, columns: [], values: [])
    for column in table.columns {
      let isKey = table.key.contains(column.name)
      guard isKey || !chance(3) else { continue }
      var value = isKey ? keyValue(column) : plainValue(column)
      if let reference = column.reference {
        let parent = model.table(reference.table)
        value = keyValue(parent.column(parent.key[0]))
        if !uses(.failures, oneIn: 2), chance(3) { value = .null }
      }
      if let (link, place) = table.link(of: column.name) {
        let parent = model.table(link.table)
        value = chance(2) ? .null : keyValue(parent.column(parent.key[place]))
      }
      // Values that JSON cannot express are written by statements, and bound.
      if !isBound, value.json == nil { value = isKey ? .integer(1) : .null }
      row.columns.append(column.name)
      row.values.append(value)
    }
    return row
  }

  private mutating func objects(of document: Table) -> [Change.Row] {
    ["a", "b", "c", "d"].shuffled(using: &random).prefix(number(0, 4)).map { id in
      let value = plainValue(document.columns[1])
      let values = [Datum.text(id), value.json == nil ? .null : value]
      return Change.Row(table: document.name, columns: ["id", "n"], values: values)
    }
  }

  private mutating func delete(isBound: Bool = false) -> Change.Row {
    let table = pick(model.tables)
    let values = table.key.map { name -> Datum in
      let value = keyValue(table.column(name))
      return !isBound && value.json == nil ? .integer(1) : value
    }
    return Change.Row(table: table.name, columns: table.key, values: values)
  }

  private mutating func statement() -> String {
    let table = pick(model.tables)
    let settable = table.columns.filter { !table.key.contains($0.name) }
    let column = settable.isEmpty ? table.columns[0] : pick(settable)
    if let link = table.links.first, uses(.compoundReferences, oneIn: 3) {
      let parent = model.table(link.table)
      let keys = parent.key.joined(separator: ", ")
      return "UPDATE \(table.name) SET (\(link.columns.joined(separator: ", "))) = "
        + "(SELECT \(keys) FROM \(parent.name) WHERE \(parent.key[0]) >= "
        + "\(keyValue(parent.column(parent.key[0])).sql) ORDER BY \(keys) LIMIT 1) "
        + "WHERE \(key(table))"
    }
    switch number(0, 13) {
    case 0..<4: return insert(table)
    case 4 where uses(.bulk):
      return "UPDATE \(table.name) SET \(column.name) = \(valueSQL(column, in: table))"
    case 5 where uses(.deletions):
      return chance(5)
        ? "DELETE FROM \(table.name)" : "DELETE FROM \(table.name) WHERE \(key(table))"
    case 6 where uses(.keyUpdates):
      let part = table.column(pick(table.key))
      let verb = pick(["UPDATE OR REPLACE", "UPDATE OR IGNORE", "UPDATE"])
      return "\(verb) \(table.name) SET \(part.name) = \(keyValue(part).sql) WHERE \(key(table))"
    case 7 where uses(.cycles):
      guard let up = table.references.first(where: { $0.reference?.table == table.name }) else {
        return insert(table)
      }
      return "UPDATE \(table.name) SET \(up.name) = \(valueSQL(up, in: table)) WHERE \(key(table))"
    case 8 where uses(.deferredKeys):
      // A reference that leads nowhere fails when it is committed.
      guard let lost = table.references.first else { return insert(table) }
      return "UPDATE \(table.name) SET \(lost.name) = 77 WHERE \(key(table))"
    default:
      return "UPDATE \(table.name) SET \(column.name) = \(valueSQL(column, in: table)) "
        + "WHERE \(key(table))"
    }
  }

  private mutating func insert(_ table: Table) -> String {
    let verb =
      uses(.replace, oneIn: 2)
      ? "INSERT OR REPLACE" : uses(.failures, oneIn: 4) ? "INSERT" : "INSERT OR IGNORE"
    let columns = table.columns.filter { table.key.contains($0.name) || !chance(4) }
    let values = columns.map { valueSQL($0, in: table) }
    return "\(verb) INTO \(table.name) (\(columns.map(\.name).joined(separator: ", "))) "
      + "VALUES (\(values.joined(separator: ", ")))"
  }

  private mutating func key(_ table: Table) -> String {
    table.key.map { "\($0) = \(keyValue(table.column($0)).sql)" }.joined(separator: " AND ")
  }
}
