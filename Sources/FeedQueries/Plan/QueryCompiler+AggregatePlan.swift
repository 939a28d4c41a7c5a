import FeedModel
import FeedStore

extension QueryCompiler {
  /// Compiles an aggregate of a query's rows.
  mutating func compile(
    _ aggregate: Aggregate,
    of owner: StoreSchema.Table,
    path: [String]
  ) -> AggregatePlan? {
    guard owner.columnIndex(ofAnyCase: aggregate.name) == nil else {
      report(
        .duplicateName,
        path,
        "'\(owner.name)' already has a column '\(aggregate.name)'",
        hint: "give the aggregate another name"
      )
      return nil
    }
    guard owner.primaryKey.count == 1 else {
      report(
        .compoundParentKey,
        path,
        "'\(owner.name)' has a key of \(owner.primaryKey.count) columns, which one column of "
          + "'\(aggregate.from)' cannot refer to",
        hint: owner.hintForCompoundKey
      )
      return nil
    }
    let rule = ReferenceRule(to: owner.onlyKey)
    guard let plan = compile(aggregate, owner: rule, path: path) else { return nil }
    let table = schema.tables[plan.table]
    checkReference(of: table.columns[plan.column], in: table, to: owner, path: path + ["on"])
    return plan
  }

  /// Compiles an aggregate.
  mutating func compile(
    _ aggregate: Aggregate,
    owner: ReferenceRule,
    path: [String]
  ) -> AggregatePlan? {
    guard let index = tableIndex(of: aggregate.from, path: path + ["from"]) else { return nil }
    let table = schema.tables[index]
    guard let column = table.columnIndex(of: aggregate.on) else {
      report(
        .unknownColumn,
        path + ["on"],
        "'\(table.name)' has no column '\(aggregate.on)'",
        hint: hint(for: aggregate.on, among: table.columns.map(\.name))
      )
      return nil
    }
    var fragments = FragmentCompiler(schema: schema, table: index, writer: writer)
    fragments.part = .condition
    let filter = aggregate.filter.flatMap { fragments.check($0, at: path + ["where"]) }
    let isSound = (filter == nil) == (aggregate.filter == nil)
    errors += fragments.errors
    guard isSound, fragments.reads == [index], !fragments.readsOthers else {
      if isSound {
        report(
          .notAnAggregate,
          path + ["where"],
          "the condition reads more than '\(table.name)'",
          hint: "store the value in a column of '\(table.name)'"
        )
      }
      return nil
    }
    guard let columns = columns(of: aggregate.value, in: table, path: path + ["value"]) else {
      return nil
    }
    return AggregatePlan(
      name: aggregate.name,
      table: index,
      column: column,
      owner: owner,
      value: aggregate.value,
      filter: filter,
      time: fragments.time,
      columns: columns | fragments.columns | 1 << UInt64(min(column, 63))
    )
  }

  /// Checks the expression of an aggregate.
  ///
  /// - Returns: A bit mask of the columns that it reads, or `nil` if it is invalid.
  private mutating func columns(
    of value: String,
    in table: StoreSchema.Table,
    path: [String]
  ) -> UInt64? {
    let from = table.name.quotedAsIdentifier
    let prefix = "SELECT (\n"
    do {
      let facts = try writer.inspect("\(prefix)\(value)\n) FROM \(from)")
      if let impurity = facts.impurity {
        report(.nonDeterministic, path, impurity.message, hint: facts.hint(inCondition: false))
        return nil
      }
      let ordered = ["group_concat", "string_agg", "json_group_array", "json_group_object"]
      if let name = facts.functions.first(where: { ordered.contains($0) }) {
        report(
          .notAnAggregate,
          path,
          "'\(name)' depends on the order of the rows",
          hint: "include the rows as children"
        )
        return nil
      }
      guard facts.parameters.isEmpty, Set(facts.columnsRead.map(\.table)).count <= 1 else {
        report(.notAnAggregate, path, "'\(value)' reads more than the rows of '\(table.name)'")
        return nil
      }
      // An expression that is valid in a condition is a value of each row, so it is not an aggregate.
      guard (try? writer.inspect("SELECT 1 FROM \(from) WHERE (\n\(value)\n) IS NULL")) == nil
      else {
        report(
          .notAnAggregate,
          path,
          "'\(value)' is not an aggregate",
          hint: "for example count(*), min(\(table.columns.last?.name ?? "price")) or sum(…)"
        )
        return nil
      }
      return facts.columnsRead.reduce(0) { $0 | $1.mask(in: value) }
    } catch let error as StoreError {
      errors.append(
        QueryError(
          .sql,
          at: path,
          error.failure?.message ?? error.message,
          hint: error.hint,
          offset: error.failure?.offset.map { max(0, $0 - prefix.utf8.count) }
        )
      )
    } catch {
      report(.sql, path, "\(error)")
    }
    return nil
  }
}
