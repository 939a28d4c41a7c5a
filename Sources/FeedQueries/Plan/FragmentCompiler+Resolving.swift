import FeedModel
import FeedStore

// Name resolution. The rule is the same in every fragment: a name without a table is a column of the
// row, or an aggregate of its source. If the row has no such column, it is the column of the one row
// that it refers to. SQLite reports the unknown names and their offsets.
extension FragmentCompiler {
  /// The result of resolving a fragment.
  enum Resolution {
    /// The fragment with names that SQLite understands, and the facts about what it reads.
    case resolved(Fragment, StatementFacts)
    /// An error in the fragment.
    case refused(code: QueryError.Code, message: String, hint: String?, offset: Int?)
  }

  /// Compiles an expression with SQLite, and adds the joins and names that it needs.
  ///
  /// - Returns: The expression with replaced names, or an error.
  mutating func resolve(_ sql: String) -> Resolution {
    var fragment = namingAggregates(in: sql)
    while true {
      let prefix = checkPrefix
      let remedy: Remedy
      var offset: Int?
      if let chain = NameChain.long(in: fragment.sql) {
        offset = chain.start
        remedy = row(chain, "no such column: \(chain.text)", fragment)
      } else {
        do {
          return .resolved(fragment, try writer.inspect("\(prefix)\(fragment.sql)\n) IS NULL"))
        } catch let error as StoreError {
          offset = error.failure?.offset.map { $0 - prefix.utf8.count }
          remedy = self.remedy(for: error, at: offset, in: fragment)
        } catch {
          remedy = .refusal(.sql, "\(error)", nil)
        }
      }
      switch remedy {
      case .replacement(let bytes, let text): fragment.replace(bytes, with: text)
      case .refusal(let code, let message, let hint):
        return .refused(
          code: code,
          message: message,
          hint: hint,
          offset: offset.map { fragment.written($0) }
        )
      }
    }
  }

  /// The SQL before an expression that is checked.
  ///
  /// A WHERE clause rejects aggregates; separate lines protect the statement from `--` comments.
  var checkPrefix: String {
    "SELECT 1 FROM \(from)\(aggregatesToCheck)\(columnsToCheck) WHERE (\n"
  }

  /// A joined row with the names of the row's own columns, which makes each name alone ambiguous.
  private var columnsToCheck: String {
    guard qualifiesColumns else { return "" }
    let columns = table.columns.map { "NULL AS \($0.name.quotedAsIdentifier)" }
    return " JOIN (SELECT \(columns.joined(separator: ", "))) AS feed_columns"
  }

  /// Joins the rows that fragments name, so that each fragment is checked with the joins of all.
  ///
  /// - Parameter fragments: The expressions as written; their errors are ignored.
  mutating func joinRows(namedIn fragments: [String]) {
    var count: Int
    repeat {
      count = joins.count
      for sql in fragments { _ = resolve(sql) }
    } while joins.count > count
  }

  /// The correction of a name that SQLite does not understand.
  private enum Remedy {
    case replacement(Range<Int>, String)
    case refusal(QueryError.Code, String, String?)
  }

  /// Returns whether an expression is over at an offset: SQLite then names the token after it, or the parenthesis around the
  /// condition of an item.
  private static func ends(_ sql: String, at offset: Int) -> Bool {
    let rest = sql.utf8.dropFirst(offset)
    guard let next = rest.first else { return true }
    let open = sql.utf8.prefix(offset).reduce(0) { depth, byte in
      depth + (byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0)
    }
    return next == UInt8(ascii: ")") && open == 1
      && sql.utf8.prefix(offset).last == UInt8(ascii: "\n")
  }

  private mutating func remedy(
    for error: StoreError,
    at offset: Int?,
    in fragment: Fragment
  ) -> Remedy {
    if [.noPrimaryKey, .unsupportedTable].contains(error.code) {
      return .refusal(.unsupportedTable, error.message, error.hint)
    }
    let code: QueryError.Code = error.code == .nonDeterministic ? .nonDeterministic : .sql
    var message = code == .sql ? error.failure?.message ?? error.message : error.message
    let isSyntax =
      message.hasSuffix(": syntax error") || message.hasPrefix("unrecognized token")
    if isSyntax, message.hasPrefix("near "), let offset, Self.ends(fragment.sql, at: offset) {
      message = "the expression ends too early"
    }
    if message.wholeMatch(of: /unrecognized token: "['"`\[](?s:.*)/) != nil {
      return .refusal(code, "a text or a name in quotes has no end", "write the closing quote")
    }
    if message.hasPrefix("no such collation sequence: ") {
      return .refusal(code, message, Self.collationHint)
    }
    let hint = error.hint ?? (isSyntax ? Self.hint(forSyntaxOf: fragment.sql) : nil)
    let refusal = Remedy.refusal(code, message, hint)
    guard code == .sql, let offset, let chain = NameChain(at: offset, in: fragment.sql) else {
      return refusal
    }
    if message.hasPrefix("ambiguous column name: ") { return ownColumn(chain) ?? refusal }
    guard message.hasPrefix("no such column: ") else { return refusal }
    return chain.qualifiers.isEmpty
      ? ownColumn(chain) ?? parentColumn(chain, message, fragment)
      : row(chain, message, fragment)
  }

  /// Resolves an ambiguous name as a column of the row itself.
  private func ownColumn(_ chain: NameChain) -> Remedy? {
    guard chain.qualifiers.isEmpty else { return nil }
    let isRowID =
      ["rowid", "oid", "_rowid_"].contains(chain.column.lowercased()) && !table.isWithoutRowID
    guard column(chain.column) != nil || isRowID && !joins.isEmpty else { return nil }
    return .replacement(chain.start..<chain.start, "\(table.name.quotedAsIdentifier).")
  }

  /// Resolves a name that the row lacks as a column of the one row that it refers to.
  private mutating func parentColumn(
    _ chain: NameChain,
    _ message: String,
    _ fragment: Fragment
  ) -> Remedy {
    let ways = schema.references(of: tableIndex).map { [$0] }.filter {
      self.table(of: $0).columnIndex(ofAnyCase: chain.column) != nil
    }
    if ways.count == 1 {
      return .replacement(chain.start..<chain.start, "\(join(ways[0]).quotedAsIdentifier).")
    }
    guard ways.isEmpty else {
      return .refusal(
        .ambiguousParent,
        "'\(chain.column)' is a column of \(ways.count) rows that '\(table.name)' refers to",
        choice(of: ways, column: chain.column)
      )
    }
    if let text = distantWay(toColumn: chain.column).flatMap({ text(of: $0) }) {
      return .refusal(.sql, message, "write '\(text).\(chain.column)'")
    }
    let quoted = Self.hint(forQuotedName: chain, in: fragment.sql)
    if let question = Suggestion.question(for: chain.column, among: table.columns.map(\.name)) {
      return .refusal(.sql, message, quoted.map { "\(question) \($0)" } ?? question)
    }
    return .refusal(.sql, message, quoted ?? "'\(table.name)' has: \(list(table))")
  }

  /// Resolves a name that is qualified with the name of a row.
  private mutating func row(
    _ chain: NameChain,
    _ message: String,
    _ fragment: Fragment
  ) -> Remedy {
    let written = chain.qualifiers.joined(separator: ".")
    switch meaning(of: chain.qualifiers) {
    case .own: return missing(chain.column, in: table, message)
    case .joined(let join): return missing(chain.column, in: schema.tables[join.table], message)
    case .way(let way):
      return .replacement(chain.start..<chain.qualifierEnd, join(way).quotedAsIdentifier)
    case .several(let ways):
      let parents = Set(ways.map { self.table(of: $0).name })
      let isDirect = parents.count == 1 && ways.allSatisfy { $0.count == 1 }
      return .refusal(
        .ambiguousParent,
        isDirect
          ? "\(ways.count) foreign keys of '\(table.name)' lead to '\(written)'"
          : "\(ways.count) ways lead from '\(table.name)' to '\(written)'",
        choice(of: ways, column: chain.column)
      )
    case .unknown:
      // A subquery can declare its own names.
      guard !SQLToken.haveSubquery(fragment.sql) else { return .refusal(.sql, message, nil) }
      let names = schema.references(of: tableIndex).compactMap { text(of: [$0]) }
      let near = written.nearest(among: [table.name] + names)
      let hint =
        innerField("\(written).\(chain.column)")
        ?? near.map { "did you mean '\($0).\(chain.column)'?" }
        ?? remedy(forTable: written) + "declare a foreign key that leads there"
        + (names.isEmpty ? "" : "; '\(table.name)' refers to: \(names.joined(separator: ", "))")
      return .refusal(
        .unknownReference,
        "'\(table.name)' has no reference called '\(written)'",
        hint
      )
    }
  }

  /// Returns how to write a field of an inner object, if a name with points can be one.
  private func innerField(_ name: String) -> String? {
    guard table.isDocument || column(name) != nil else { return nil }
    return "write a field of an inner object in double quotes: \(name.quotedAsIdentifier)"
  }

  /// Returns a question whether another table was meant, to which no foreign key leads.
  private func remedy(forTable name: String) -> String {
    let tables = schema.tables.map(\.name)
    guard !tables.contains(where: { $0.lowercased() == name.lowercased() }),
      let question = Suggestion.question(for: name, among: tables)
    else { return "" }
    return "\(question) "
  }

  private func missing(_ column: String, in table: StoreSchema.Table, _ message: String) -> Remedy {
    .refusal(
      .sql,
      message,
      Suggestion.question(for: column, among: table.columns.map(\.name))
        ?? "'\(table.name)' has: \(list(table))"
    )
  }

  private func list(_ table: StoreSchema.Table) -> String {
    table.columns.map(\.name).joined(separator: ", ")
  }

  private func choice(of ways: [[Reference]], column: String) -> String {
    let texts = ways.compactMap { text(of: $0) }
    guard texts.count == ways.count else {
      return "store the value in a column of '\(table.name)'"
    }
    return "write " + texts.map { "'\($0).\(column)'" }.joined(separator: " or ")
  }

  private func table(of way: [Reference]) -> StoreSchema.Table {
    way.last.map { schema.tables[$0.parent] } ?? table
  }

  /// Returns the only shortest path to a distant row that has a column.
  private func distantWay(toColumn column: String) -> [Reference]? {
    var level = schema.references(of: tableIndex).map { [$0] }
    for _ in 0..<8 {
      let found = level.filter { table(of: $0).columnIndex(ofAnyCase: column) != nil }
      if let first = found.first { return first }
      level = schema.further(level, from: tableIndex)
    }
    return nil
  }
}
