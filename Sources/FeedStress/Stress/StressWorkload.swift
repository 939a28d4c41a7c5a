import FeedDefinition
import FeedModel
import FeedStore

/// A generator of random lines for any schema, based on the existing rows.
///
/// A value is copied from another row of the same column, or changed slightly if it is a number, so that
/// nearly every line satisfies constraints that the schema does not show. The store rejects the rest,
/// which the run tests as well.
struct StressWorkload {
  var random: SplitMix64
  private var tables: [StressRows]
  let actions: [ActionDeclaration]
  private let documents: [DocumentDeclaration]
  private var nextKey: Int64 = 1_000_000
  /// Whether a parent row was deleted, so that the store has fewer rows than the known ones.
  var hasCascaded = false

  init(
    schema: StoreSchema,
    documents: [DocumentDeclaration],
    actions: [ActionDeclaration] = [],
    seed: UInt64
  ) {
    random = SplitMix64(seed: seed)
    tables = schema.rowTables.map { StressRows(table: $0) }
    self.documents = documents
    self.actions = actions.filter(\.needsNothing)
  }

  /// Reads the current rows, because deletions cascade and other programs write too.
  mutating func read(_ writer: Writer) throws {
    for index in tables.indices { try tables[index].read(writer) }
  }

  /// Returns a random line of a fixture.
  ///
  /// - Parameter time: The time of the line, in milliseconds.
  /// - Returns: The line, without a line ending.
  mutating func line(at time: Int) -> String {
    var line = JSONLine()
    // Mostly one change, sometimes a dozen, and rarely hundreds at once.
    let count = random.below(100) < 80 ? 1 : random.below(100) < 95 ? 12 : 400
    line.object { line in
      line.decimal("at", time, places: 3)
      var upserts: [Int: [[(Int, Value)]]] = [:]
      var deletions: [Int: [[Value]]] = [:]
      for _ in 0..<count { add(&upserts, &deletions) }
      if !upserts.isEmpty {
        line.object("upsert") { line in
          for (index, rows) in upserts.sorted(by: { $0.key < $1.key }) {
            let table = tables[index].table
            line.array(table.name) { line in
              for row in rows {
                line.object { line in
                  for (column, value) in row { line.value(table.columns[column].name, value) }
                }
              }
            }
          }
        }
      }
      if !deletions.isEmpty {
        line.object("delete") { line in
          for (index, keys) in deletions.sorted(by: { $0.key < $1.key }) {
            line.array(tables[index].table.name) { line in
              for key in keys {
                if key.count == 1 {
                  line.value(nil, key[0])
                } else {
                  line.array { line in for part in key { line.value(nil, part) } }
                }
              }
            }
          }
        }
      }
    }
    return String(decoding: line.bytes, as: UTF8.self)
  }

  /// Returns a random column of zeros and ones, and the key of a row whose value to toggle.
  mutating func flag() -> (table: String, column: String, key: [(name: String, value: Value)])? {
    guard let rows = random.element(of: tables.filter { !$0.flags.isEmpty && !$0.rows.isEmpty }),
      let column = random.element(of: rows.flags)
    else { return nil }
    let row = rows.rows[random.below(rows.rows.count)]
    let table = rows.table
    return (
      table.name, table.columns[column].name,
      table.primaryKey.map { (table.columns[$0].name, row[$0]) }
    )
  }

  private mutating func add(
    _ upserts: inout [Int: [[(Int, Value)]]],
    _ deletions: inout [Int: [[Value]]]
  ) {
    let known = tables.indices.filter { !tables[$0].rows.isEmpty || tables[$0].usual > 0 }
    guard let index = random.element(of: Array(known)) else { return }
    let table = tables[index].table
    let all = { (row: [Value]) in
      table.columns.indices.filter { !table.columns[$0].isGenerated }.map { ($0, row[$0]) }
    }
    let count = tables[index].rows.count
    let chance = random.below(100)
    switch chance {
    // Deleting a parent deletes all its children. It is rare, so that the tables do not become empty.
    case 0..<4 where count > 0 && !tables[index].isShort && (!isParent(table) || chance == 0):
      let row = tables[index].remove(random.below(count))
      deletions[index, default: []].append(table.primaryKey.map { row[$0] })
      if isParent(table) { hasCascaded = true }
    case 4..<10,
      13..<60 where tables[index].isShort || chance < 10:
      if let row = tables[index].missing(&random), hasParents(row, in: table) {
        tables[index].append(row)
        upserts[index, default: []].append(all(row))
      }
    case 10..<13 where count > 0 && count < tables[index].usual * 5 / 4:
      var row = tables[index].rows[random.below(count)]
      guard let last = table.primaryKey.last else { return }
      row[last] = freshKey(like: row[last])
      tables[index].append(row)
      upserts[index, default: []].append(all(row))
    default:
      guard count > 0 else { return }
      upserts[index, default: []].append(change(of: random.below(count), in: index))
    }
  }

  private func isParent(_ table: StoreSchema.Table) -> Bool {
    tables.contains { $0.table.foreignKeys.contains { $0.parentTable == table.name } }
  }

  /// Returns whether all rows that a row references are known.
  private func hasParents(_ row: [Value], in table: StoreSchema.Table) -> Bool {
    table.foreignKeys.allSatisfy { reference in
      let values = reference.columns.map { row[$0] }
      guard !values.contains(.null) else { return true }
      return tables.first { $0.table.name == reference.parentTable }?.keys.contains(values) ?? true
    }
  }

  private mutating func freshKey(like value: Value) -> Value {
    nextKey += 1
    return switch value {
    case .text: .text(Text("k\(nextKey)"))
    case .real: .real(Double(nextKey))
    default: .integer(nextKey)
    }
  }

  /// Changes one or two columns of a row, and returns their values with the key.
  private mutating func change(of row: Int, in index: Int) -> [(Int, Value)] {
    let rows = tables[index].rows
    let table = tables[index].table
    let columns = table.columns.indices.filter {
      !table.primaryKey.contains($0) && !table.columns[$0].isGenerated
    }
    var written = table.primaryKey.map { ($0, rows[row][$0]) }
    for _ in 0...random.below(2) {
      guard let column = random.element(of: Array(columns)),
        !written.contains(where: { $0.0 == column })
      else { continue }
      let other = rows[random.below(rows.count)][column]
      let isForeign = table.foreignKeys.contains { $0.columns.contains(column) }
      let value: Value
      switch rows[row][column] {
      case .real(let real) where random.below(4) > 0:
        value = .real((real * Double(80 + random.below(41))).rounded() / 100)
      case .integer(let integer) where !isForeign && integer > 1 && random.below(2) > 0:
        value = .integer(integer + Int64(random.below(5)) - 2)
      default: value = other
      }
      written.append((column, value))
      tables[index].change(row, column, to: value)
    }
    return written.sorted { $0.0 < $1.0 }
  }

  // MARK: Documents

  /// Returns a line that replaces a document, sometimes with an invalid one.
  mutating func documentLine(at time: Int) -> String? {
    guard let document = random.element(of: documents) else { return nil }
    var line = JSONLine()
    let isBroken = random.below(8) == 0
    let ids = random.shuffled(Array(1...12)).prefix(random.below(9))
    line.object { line in
      line.decimal("at", time, places: 3)
      line.object("document") { line in
        write(document, steps: document.items.steps[...], ids, isBroken, &line)
      }
    }
    return String(decoding: line.bytes, as: UTF8.self)
  }

  private mutating func write(
    _ document: DocumentDeclaration,
    steps: ArraySlice<JSONPath.Step>,
    _ ids: some Collection<Int>,
    _ isBroken: Bool,
    _ line: inout JSONLine,
    key: String? = nil
  ) {
    let key = key ?? document.name.description
    guard let step = steps.first else {
      if isBroken { return line.integer(key, 7) }
      var random = random
      line.array(key) { line in
        for id in ids {
          line.object { line in
            line.text(document.id, "stress-\(id)")
            line.text("title", "Item \(id), edition \(random.below(4))")
          }
        }
      }
      self.random = random
      return
    }
    switch step {
    case .member(let name):
      line.object(key) { write(document, steps: steps.dropFirst(), ids, isBroken, &$0, key: name) }
    case .index: line.null(key)
    }
  }
}

extension JSONLine {
  fileprivate mutating func value(_ key: String?, _ value: Value) {
    switch value {
    case .null: null(key)
    case .integer(let integer): number(key, String(integer))
    case .real(let real): number(key, real.isFinite ? "\(real)" : "0")
    case .text(let value): text(key, value.string)
    case .blob: null(key)
    }
  }
}
