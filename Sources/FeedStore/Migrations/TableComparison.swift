import FeedModel

/// The columns that a table lacks, and its other differences from its declaration.
struct TableComparison {
  /// The columns to add, in their order, each with its declaration.
  private(set) var added: [(name: String, text: String)] = []
  private(set) var obstacles: [StoreMigration.Obstacle] = []
  private let own: StoreSchema.Table
  private let ownText: TableDeclaration
  private let declared: StoreSchema.Table
  private let text: TableDeclaration
  private let hasRows: Bool

  /// Compares a table with its declaration.
  ///
  /// - Parameter hasRows: Whether it has rows, which limits new columns.
  init(
    of own: StoreSchema.Table,
    _ ownText: TableDeclaration,
    with declared: StoreSchema.Table,
    _ text: TableDeclaration,
    hasRows: Bool
  ) {
    self.own = own
    self.ownText = ownText
    self.declared = declared
    self.text = text
    self.hasRows = hasRows
    compareKeptColumns()
    addColumns()
    compareTheRest()
  }

  // MARK: Columns

  private mutating func compareKeptColumns() {
    for column in own.columns {
      guard let index = declared.columnIndex(of: column.name) else {
        removeColumn(column)
        continue
      }
      let differences = column.differences(from: declared.columns[index], in: own.name)
      for difference in differences {
        block(.changedColumn, difference, hint: "declare it as in the store, or \(anew)")
      }
      guard differences.isEmpty, let before = ownText.column(named: column.name),
        let after = text.column(named: column.name), !before.isSame(as: after)
      else { continue }
      block(
        .changedColumn,
        "column '\(own.name).\(column.name)' is \"\(StoreError.excerpt(before.text))\" in the store "
          + "but \"\(StoreError.excerpt(after.text))\" is declared",
        hint: "declare it as in the store, or \(anew)"
      )
    }
  }

  private mutating func removeColumn(_ column: StoreSchema.Column) {
    // An undeclared column with the declaration of a new one was perhaps renamed.
    let words = ownText.column(named: column.name)?.tokens.dropFirst() ?? []
    let near = declared.columns.first { new in
      guard own.columnIndex(of: new.name) == nil, let part = text.column(named: new.name) else {
        return false
      }
      let others = part.tokens.dropFirst()
      return others.count == words.count && zip(others, words).allSatisfy { $0.matches($1) }
    }
    let table = own.name.quotedAsIdentifier
    let name = column.name.quotedAsIdentifier
    block(
      .undeclaredColumn,
      "table '\(own.name)' has a column '\(column.name)' that is not declared",
      hint: near.map {
        "if it is called '\($0.name)' now: ALTER TABLE \(table) RENAME COLUMN \(name) "
          + "TO \($0.name.quotedAsIdentifier)"
      }
        ?? "declare it again, or remove it with its values: ALTER TABLE \(table) DROP COLUMN \(name)"
    )
  }

  private mutating func addColumns() {
    let isKept = declared.columns.map { own.columnIndex(of: $0.name) != nil }
    let last = isKept.lastIndex(of: true)
    for (index, column) in declared.columns.enumerated() where !isKept[index] {
      guard let part = text.column(named: column.name) else { continue }
      if let last, index < last {
        block(
          .misplacedColumn,
          "column '\(own.name).\(column.name)' is new and declared before "
            + "'\(declared.columns[last].name)', but a column can only be added as the last one",
          hint: "declare it after '\(declared.columns[last].name)'"
        )
      } else if let unfit = unfitness(of: column, part) {
        block(.unfitColumn, "column '\(own.name).\(column.name)' \(unfit.what)", hint: unfit.hint)
      } else {
        added.append((column.name, part.text))
      }
    }
  }

  /// Returns the reason why a column cannot be added to an existing table, or `nil`.
  private func unfitness(
    of column: StoreSchema.Column,
    _ part: TableDeclaration.Part
  ) -> (what: String, hint: String)? {
    let name = column.name.quotedAsIdentifier
    if part.tokens.contains(where: { $0.isKeyword("PRIMARY") }) {
      return ("is a new primary key", "leave the key unchanged, or \(anew)")
    }
    if part.tokens.contains(where: { $0.isKeyword("UNIQUE") }) {
      return (
        "is new and UNIQUE, but no UNIQUE column can be added",
        "declare an index instead: CREATE UNIQUE INDEX \(own.name)_by_\(column.name) "
          + "ON \(own.name.quotedAsIdentifier) (\(name))"
      )
    }
    if column.isGenerated, !column.isVirtual {
      return ("is new and STORED, but no STORED column can be added", "declare it as VIRTUAL")
    }
    if hasRows, column.isNotNull, !column.isGenerated,
      column.defaultSQL.map({ $0.uppercased() == "NULL" }) ?? true
    {
      let what = "is new, forbids NULL and has no default, and the table has rows"
      if part.tokens.contains(where: { $0.isKeyword("REFERENCES") }) {
        return (what, "leave out NOT NULL: a new column with REFERENCES must be NULL at first")
      }
      let isFree = !["CHECK", "DEFAULT"].contains { word in
        part.tokens.contains { $0.isKeyword(word) }
      }
      return (
        what,
        isFree
          ? "give it a default that fits them, for example: \(part.text) DEFAULT "
            + (column.affinity == .text ? "''" : "0")
          : "give it a constant default other than NULL that fits them and its conditions"
      )
    }
    return nil
  }

  // MARK: The rest

  private mutating func compareTheRest() {
    let kept = own.columns.map(\.name).filter { declared.columnIndex(of: $0) != nil }
    let order = declared.columns.map(\.name).filter { own.columnIndex(of: $0) != nil }
    if kept != order {
      block(
        .changedTable,
        "the columns of table '\(own.name)' are (\(kept.joined(separator: ", "))) in the store but "
          + "(\(order.joined(separator: ", "))) are declared",
        hint: "declare them in the order of the store"
      )
    }
    for constraint in ownText.constraints
    where !text.constraints.contains(where: { $0.isSame(as: constraint) }) {
      block(
        .changedTable,
        "table '\(own.name)' has \"\(StoreError.excerpt(constraint.text))\", which is not declared",
        hint: "declare it again, or \(anew)"
      )
    }
    for constraint in text.constraints
    where !ownText.constraints.contains(where: { $0.isSame(as: constraint) }) {
      block(
        .changedTable,
        "table '\(own.name)' lacks \"\(StoreError.excerpt(constraint.text))\", which is declared",
        hint: "leave it out, or \(anew)"
      )
    }
    if !ownText.options.isSame(as: text.options) {
      let (before, after) = (ownText.options.text, text.options.text)
      block(
        .changedTable,
        "table '\(own.name)' is \(before.isEmpty ? "an ordinary table" : before) in the store but "
          + "\(after.isEmpty ? "an ordinary table" : after) is declared",
        hint: "declare it as in the store, or \(anew)"
      )
    }
  }

  /// The remedy for rows that do not fit a declaration.
  private var anew: String { "start with a new store and copy the rows into it" }

  private mutating func block(
    _ code: StoreMigration.Obstacle.Code,
    _ message: String,
    hint: String
  ) {
    obstacles.append(.init(code: code, message: message, hint: hint, table: own.name))
  }
}
