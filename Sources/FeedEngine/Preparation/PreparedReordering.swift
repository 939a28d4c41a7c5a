import FeedDefinition
import FeedModel
import FeedQueries
import FeedStore

/// The reordering of a section's objects, checked against the store's tables.
struct PreparedReordering {
  /// The column that the order begins with.
  let order: QueryReport.LeadingColumn
  /// Its name.
  var column: String { order.name }
  /// The column with the group, if objects may change their group.
  let group: String?

  /// Checks what a section declares.
  init?(
    _ section: ComposedSection,
    _ report: QueryReport,
    schema: StoreSchema,
    errors: inout [DeclarationError]
  ) {
    guard let declared = section.declaration.reorder,
      let table = schema.table(named: report.table)
    else { return nil }
    let source = section.declaredQuery
    let path = ["sections", section.declaration.id.description, "reorder"]
    guard
      let index = table.writableColumn(declared.by, at: path + ["by"], &errors)
    else { return nil }
    guard let leading = report.leading(table.columns[index].name) else {
      errors.append(
        DeclarationError(
          "not-leading",
          at: path + ["by"],
          "the order of source '\(section.declaration.source)' does not begin with '\(declared.by)'",
          hint: "write 'order: [\(declared.by)]' there, followed by the other terms"
        )
      )
      return nil
    }
    guard table.columns[index].affinity != .text else {
      errors.append(.notANumber(declared.by, in: table, at: path + ["by"]))
      return nil
    }
    guard source.limit == nil, source.offset == 0 else {
      errors.append(
        DeclarationError(
          "limited",
          at: path,
          "section '\(section.declaration.id)' cannot be reordered, since its source has a limit or "
            + "an offset",
          hint: "rows outside the window would have to move; leave one of the two out"
        )
      )
      return nil
    }
    order = leading
    guard declared.isAcross else {
      group = nil
      return
    }
    guard let name = report.groupColumn else {
      errors.append(
        DeclarationError(
          "not-a-column",
          at: path + ["across"],
          "the group of an object is not a column, so a move cannot change it",
          hint: "group by a column, or leave 'across' out"
        )
      )
      return nil
    }
    guard table.writableColumn(name, at: path + ["across"], &errors) != nil else { return nil }
    group = name
  }
}

extension DeclarationError {
  fileprivate static func notANumber(
    _ column: String,
    in table: StoreSchema.Table,
    at path: [String]
  ) -> DeclarationError {
    DeclarationError(
      "not-a-number",
      at: path,
      "'\(column)' of '\(table.name)' holds texts, between which numbers have no place",
      hint: "declare it as INTEGER"
    )
  }
}

extension QueryReport {
  /// The comparison of a column by the order, if the order begins with it.
  fileprivate func leading(_ column: String) -> LeadingColumn? {
    leading.flatMap { $0.name == column ? $0 : nil }
  }
}

extension StoreSchema.Table {
  /// Finds a column that may be written.
  ///
  /// - Returns: Its index, or `nil` after adding the reason to the errors.
  fileprivate func writableColumn(
    _ name: String,
    at path: [String],
    _ errors: inout [DeclarationError]
  ) -> Int? {
    guard let index = columnIndex(ofAnyCase: name) else {
      let names = columns.map(\.name)
      errors.append(
        DeclarationError(
          "unknown-column",
          at: path,
          "'\(self.name)' has no column '\(name)'",
          hint: Suggestion.question(for: name, among: names)
            ?? "there are: \(names.joined(separator: ", "))"
        )
      )
      return nil
    }
    guard !columns[index].isGenerated, !primaryKey.contains(index) else {
      let isKey = primaryKey.contains(index)
      errors.append(
        DeclarationError(
          "not-writable",
          at: path,
          "'\(name)' of '\(self.name)' is \(isKey ? "part of the primary key" : "computed")",
          hint: isKey
            ? "a row with another key is another row; keep the order in a column of its own"
            : "keep the order in a column that can be written"
        )
      )
      return nil
    }
    return index
  }
}

// MARK: - Defaults of new rows

/// The default values of columns in new rows of a table.
struct PreparedInsertion {
  let table: Int
  let column: Int
  let filling: InsertDefault.Filling
  /// The comparison of the order that begins with the column, if any.
  let order: QueryReport.LeadingColumn?
  /// The terms of the order, as the feed file writes them.
  let terms: [String]

  /// Checks what a section declares.
  static func all(
    of section: ComposedSection,
    _ report: QueryReport,
    schema: StoreSchema,
    errors: inout [DeclarationError]
  ) -> [PreparedInsertion] {
    guard let place = schema.index(of: report.table) else { return [] }
    let table = schema.tables[place]
    return section.declaration.insert.compactMap { value in
      let path = [
        "sections", section.declaration.id.description, "insert", value.column,
      ]
      guard let index = table.writableColumn(value.column, at: path, &errors) else { return nil }
      let order = report.leading(table.columns[index].name)
      if value.value == .first || value.value == .last {
        guard order != nil else {
          errors.append(
            DeclarationError(
              "not-leading",
              at: path,
              "the order of source '\(section.declaration.source)' does not begin with "
                + "'\(value.column)'",
              hint: "'first' and 'last' are places in the order of the source"
            )
          )
          return nil
        }
        guard table.columns[index].affinity != .text else {
          errors.append(.notANumber(value.column, in: table, at: path))
          return nil
        }
      }
      return PreparedInsertion(
        table: place,
        column: index,
        filling: value.value,
        order: order,
        terms: section.declaredQuery.order
      )
    }
  }
}
