public import FeedDefinition
import FeedQueries
import FeedStore

extension FeedEngine {
  /// Returns whether other programs cannot commit while the feed reads, since their database has no write-ahead log.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func holdsUpCommits() throws -> Bool {
    try feed.database != nil && !core.store.withWriter { try $0.hasWriteAheadLog }
  }

  /// The statements of adapters and actions that cost more than they should, by SQLite's own plans.
  ///
  /// Such a statement compares columns of a table but reads all of its rows (`scans-table`), or
  /// differs from the condition of a partial index (`unused-index`). SQLite explains the plan of
  /// each statement; nothing is written.
  ///
  /// - Returns: The findings, each with the keys of the feed file that lead to the statement.
  /// - Throws: `StoreError` if the store cannot be read.
  public func costlyStatements() throws -> [DeclarationError] {
    let statements = core.messages.adapterStatements.map {
      ReviewedStatement(path: ["adapters"] + $0.path, sql: $0.sql, times: "for each message")
    }
    let actions = feed.actions.flatMap { action in
      action.statements.enumerated().map { index, sql in
        ReviewedStatement(
          path: ["actions", action.name, "sql", String(index)],
          sql: sql,
          times: "each time"
        )
      }
    }
    let all = statements + actions
    return try core.store.withWriter { writer in
      let review = try PlanReview(all.map(\.sql), conditions: feed.queryConditions, in: writer)
      return try all.flatMap { try $0.findings(in: review, of: feed) }
    }
  }
}

extension FeedEngine {
  /// The comparisons with `:now` of texts that SQLite does not order as times (`time-notation`).
  ///
  /// - Returns: The findings, each with the keys of the feed file that lead to the condition.
  /// - Throws: `StoreError` if the store cannot be read.
  /// - Complexity: O(*rows*) of the compared tables.
  public func misorderedTimes() throws -> [DeclarationError] {
    try core.store.withWriter { writer in
      try queryReports.flatMap { report in
        try report.textTimes.compactMap { time in
          let statement = try writer.prepare(time.sample)
          defer { statement.reset() }
          guard try statement.step() else { return nil }
          let names = report.name.split(separator: ".").map(String.init)
          return DeclarationError(
            "time-notation",
            at: ["sources"] + names.prefix(1) + names.dropFirst().flatMap { ["include", $0] } + [
              "where"
            ],
            "'\(time.expression)' has times such as '\(statement.text(at: 0))', which SQLite does not order with ':now', "
              + "a text such as '2026-07-01T18:30:00Z'",
            hint: "compare seconds: unixepoch(\(time.expression)) and ':now'"
          )
        }
      }
    }
  }
}

/// A statement with its place in the feed file.
private struct ReviewedStatement {
  let path: [String]
  let sql: String
  /// The frequency of its runs, in words.
  let times: String

  func findings(in review: PlanReview, of feed: Feed) throws -> [DeclarationError] {
    let scans = try review.tablesScanned(by: sql, comparing: scope(in: feed)).map { table in
      DeclarationError(
        "scans-table",
        at: path,
        "the statement reads all rows of '\(table)' \(times)",
        hint: "add an index on the columns that its condition compares"
      )
    }
    let unused = review.unusedIndexes(by: sql).map { index in
      DeclarationError(
        "unused-index",
        at: path,
        "SQLite cannot use the index '\(index.name)' for '\(index.written)': its condition is "
          + "'\(index.condition)'",
        hint: "write '\(index.needed)', or make an index without a condition"
      )
    }
    return scans + unused
  }

  /// The condition that the replacement itself compares; without a part, it concerns the whole
  /// table.
  private func scope(in feed: Feed) -> String? {
    guard path.count == 4, path[0] == "adapters", path[2] == "replace" else { return nil }
    let all = feed.adapters[path[1]]?.adapter.replacements ?? []
    return all.first { $0.table == path[3] }?.scope ?? "1"
  }
}

extension Feed {
  /// The conditions of all queries, of what they include, and of what they compute.
  fileprivate var queryConditions: [String] {
    sources.compactMap(\.query).flatMap(\.conditions)
  }
}

extension LiveQuery {
  fileprivate var conditions: [String] {
    let aggregates = self.aggregates + (group?.aggregates ?? [])
    return [filter].compactMap { $0 } + aggregates.compactMap(\.filter)
      + include.flatMap(\.query.conditions)
  }
}
