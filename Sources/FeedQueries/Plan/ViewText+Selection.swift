package import FeedStore

extension ViewText {
  /// Returns the rows and columns that the view shows, if each of its rows is a row of one table.
  ///
  /// The view is `SELECT columns FROM table [WHERE condition] [ORDER BY …]`: no join, no alias, no expression
  /// and no other name of a column. Its order does not count, as in SQLite.
  ///
  /// - Returns: `nil` for every other view.
  func selection(in schema: StoreSchema) -> Selection? {
    guard isPlain, !isAggregated,
      let select = outer.firstIndex(where: { $0.token.isKeyword("SELECT") }),
      let from = outer.firstIndex(where: { $0.token.isKeyword("FROM") }), select < from,
      from + 1 < outer.count
    else { return nil }
    let (place, name) = outer[from + 1]
    // Parentheses, as those of a subquery or of a function, are not among the outer tokens.
    guard place == outer[from].index + 1, name.isName,
      from + 2 < outer.count ? outer[from + 2].index == place + 1 : place + 1 == tokens.count,
      let index = schema.index(ofAnyCase: name.text)
    else { return nil }
    let table = schema.tables[index]
    let all = table.columns.map { $0.name.lowercased() }
    guard
      let columns = columns(tokens[(outer[select].index + 1)..<outer[from].index], of: table),
      namedColumns(before: select).map({ $0 == columns }) ?? true,
      areUnambiguous(tokens[(place + 1)...], in: table)
    else { return nil }
    return Selection(
      table: table.name,
      columns: columns == all ? nil : columns,
      condition: writtenCondition
    )
  }

  /// Returns the names of selected columns in lower case; `nil` if one is not a column under its own name.
  private func columns(
    _ list: ArraySlice<SQLToken>,
    of table: StoreSchema.Table
  ) -> [String]? {
    var columns: [String] = []
    for part in list.split(omittingEmptySubsequences: false, whereSeparator: \.isComma) {
      var words = part.map { $0.text.lowercased() }
      guard part.allSatisfy({ $0.isName || $0.isSign(".") || $0.isSign("*") }) else { return nil }
      if words.count > 2, words.first == table.name.lowercased(), words[1] == "." {
        words.removeFirst(2)
      }
      switch words.count {
      case 1 where words[0] == "*": columns += table.columns.map { $0.name.lowercased() }
      case 1 where table.columnIndex(ofAnyCase: words[0]) != nil: columns.append(words[0])
      case 3
      where words[1] == "as" && words[0] == words[2]
        && table.columnIndex(ofAnyCase: words[0]) != nil:
        columns.append(words[0])
      default: return nil
      }
    }
    return Set(columns).count == columns.count ? columns : nil
  }

  /// The names in `CREATE VIEW name (…) AS SELECT`, in lower case; `nil` without them.
  private func namedColumns(before select: Int) -> [String]? {
    let head = tokens[..<outer[select].index]
    guard let start = head.firstIndex(where: { $0.isSign("(") }) else { return nil }
    return head[start...].filter { $0.isName && !$0.isKeyword("AS") }.map { $0.text.lowercased() }
  }

  /// Returns whether all words in double quotes are names: SQLite reads a word that names no column as a text.
  ///
  /// SQLite itself writes quotes into a view when a table that it reads is renamed.
  private func areUnambiguous(
    _ condition: ArraySlice<SQLToken>,
    in table: StoreSchema.Table
  ) -> Bool {
    condition.indices.allSatisfy { index in
      let token = condition[index]
      guard token.kind == .quotedName else { return true }
      let before = index > condition.startIndex ? condition[index - 1] : nil
      let after = index + 1 < condition.endIndex ? condition[index + 1] : nil
      let isQualified = before?.isSign(".") == true || after?.isSign(".") == true
      let isTable = ["FROM", "JOIN"].contains { before?.isKeyword($0) == true }
      return isQualified || isTable || token.text.lowercased() == table.name.lowercased()
        || table.columnIndex(ofAnyCase: token.text) != nil
    }
  }
}

extension LiveQuery {
  /// Returns the query with tables in place of the views whose rows are rows of one table.
  package func resolvingViews(in writer: Writer) -> LiveQuery {
    var query = self
    if writer.schema.index(ofAnyCase: from) == nil, let text = writer.text(ofView: from),
      let selection = ViewText(text).selection(in: writer.schema)
    {
      query.from = selection.table
      query.columns = columns ?? selection.columns
      query.viewFilter = selection.condition
    }
    for index in query.include.indices {
      query.include[index].query = include[index].query.resolvingViews(in: writer)
    }
    return query
  }
}
