import FeedQueries
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

/// A history of statements over some tables, and the queries that must follow it.
struct StatementHistory: CustomTestStringConvertible, Sendable {
  /// The connection that runs the statements.
  enum Author: String, CaseIterable {
    /// The live queries themselves.
    case own
    /// Another program, whose commits triggers note.
    case tracked
    /// Another program, whose commits make all queries run again.
    case untracked
    /// The program whose connection the live queries share.
    case sharing
  }

  let name: String
  let schema: String
  let queries: [LiveQuery]
  /// The transactions.
  ///
  /// One statement is a transaction without BEGIN; one after `!` fails.
  let transactions: [[String]]
  /// Whether only other programs can run some of the statements; live queries refuse them.
  var isOfOthers = false
  /// Whether a temporary table hides a table of the queries on the connection that runs the statements.
  var hidesTable = false

  var testDescription: String { name }

  /// Plays the history.
  ///
  /// After each transaction, the live rows equal those of a fresh statement.
  func outcome(by author: Author) -> Outcome {
    Outcome {
      if hidesTable, author == .own || author == .sharing {
        throw NotExpressible(
          feature: "a temporary table that hides a table, on the connection of the live queries"
        )
      }
      let run = try HistoryRun(self, author)
      for transaction in transactions {
        let before = run.shown
        let hasVersion = try run.play(transaction)
        if let wrong = try run.difference { return "\(author), \(transaction): \(wrong)" }
        if hasVersion, run.shown == before { return "\(author), \(transaction): an empty version" }
      }
      return nil
    }
  }
}

/// An error for a statement that should have failed, or should not.
private struct UnexpectedResult: Error { let sql: String }

private struct HistoryRun {
  private let history: StatementHistory
  private let author: StatementHistory.Author
  private let folder: TemporaryDirectory
  private let client: SQLiteClient
  private let reader: SQLiteClient
  private let live: LiveQueries
  private let fresh: FreshRows

  init(_ history: StatementHistory, _ author: StatementHistory.Author) throws {
    self.history = history
    self.author = author
    folder = try TemporaryDirectory()
    let path = folder.path("a.sqlite")
    let queries = history.queries.enumerated().map { LiveQueries.Registration("q\($0)", $1) }
    client = try SQLiteClient(path: path)
    try client.run("PRAGMA journal_mode = WAL; PRAGMA foreign_keys = 1; \(history.schema)")
    reader = try SQLiteClient(path: path)
    if author == .sharing {
      live = try unsafe LiveQueries(sharing: client.handle, queries: queries)
    } else {
      live = try LiveQueries(
        at: .file(path),
        queries: queries,
        tracksOthers: author == .tracked
      )
    }
    let tables = Set(history.queries.flatMap(Self.tables))
    fresh = FreshRows(
      columns: try Self.names(of: tables, "", reader),
      keys: try Self.names(of: tables, "WHERE pk > 0 ORDER BY pk", reader)
    )
  }

  private static func tables(of query: LiveQuery) -> [String] {
    [query.from] + query.include.flatMap { tables(of: $0.query) }
  }

  private static func names(
    of tables: Set<String>,
    _ condition: String,
    _ client: SQLiteClient
  ) throws -> [String: [String]] {
    var names: [String: [String]] = [:]
    for table in tables {
      let list = client.value(
        "SELECT group_concat(name) FROM (SELECT name FROM pragma_table_xinfo('\(table)') "
          + "\(condition))"
      )
      names[table] = list?.split(separator: ",").map(String.init) ?? []
    }
    return names
  }

  /// The rows of all queries.
  var shown: [JSON] { live.snapshot.results.map(\.json) }

  /// The difference between live and fresh rows, or `nil`.
  var difference: String? {
    get throws {
      for (index, query) in history.queries.enumerated() {
        let result = live.snapshot.results[index]
        if let failure = result.failure { return failure }
        let fresh = try fresh.rows(of: query, reader)
        guard result.json == fresh else {
          return "query \(index) shows\n  \(result.json)\nand a fresh query\n  \(fresh)"
        }
        let mismatch =
          try author == .sharing
          ? unsafe live.check("q\(index)", on: client.handle) : live.check("q\(index)")
        if let mismatch { return "\(mismatch)" }
      }
      return nil
    }
  }

  /// Plays a transaction, and returns whether it led to a version.
  func play(_ transaction: [String]) throws -> Bool {
    let fails = transaction.contains { $0.hasPrefix("!") }
    let statements = transaction.map { $0.hasPrefix("!") ? String($0.dropFirst()) : $0 }
    if author == .own {
      do {
        let update = try live.run(statements.joined(separator: ";\n"))
        guard !fails else { throw UnexpectedResult(sql: "\(transaction)") }
        return update != nil
      } catch let error as StoreError {
        guard fails || history.isOfOthers else { throw error }
        return false
      }
    }
    try write(statements, fails: fails)
    return try (author == .sharing ? unsafe live.catchUp(on: client.handle) : live.catchUp()) != nil
  }

  private func write(_ statements: [String], fails: Bool) throws {
    let isLong = statements.count > 1
    var hasFailed = false
    if isLong { try client.run("BEGIN") }
    do {
      for statement in statements { try client.run(statement) }
      if isLong { try client.run("COMMIT") }
    } catch {
      hasFailed = true
      guard fails else { throw error }
      // Some failures have ended the transaction already.
      if isLong { try? client.run("ROLLBACK") }
    }
    guard hasFailed == fails else { throw UnexpectedResult(sql: "\(statements)") }
  }
}
