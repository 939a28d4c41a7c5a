import FeedModel
import FeedSnapshots
import FeedStore

/// A live query whose state differed from SQLite's result: a fault of this library, to be reported.
public struct LiveMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The query's name.
  public let name: String
  /// The version in which the state was wrong.
  public let version: Int
  /// The differences, one text for each row and group, in the order of their discovery.
  public let differing: [String]

  /// The mismatch as the commands print it.
  public var description: String {
    var lines = differing.prefix(20).map { "  \($0.onOneLine)\n" }.joined()
    if differing.count > 20 { lines += "  and \(differing.count - 20) more\n" }
    return "error[query-mismatch]: query '\(name.onOneLine)' of version \(version) differs from "
      + "its SQL in \(differing.count) rows or groups\n" + lines
      + "  hint: it is right again; please report the query, the schema and the last commits"
  }
}

extension LiveQueries {
  /// Compares a query with its whole result, read again, and corrects differences.
  ///
  /// - Returns: The mismatch, or `nil` if there is none.
  /// - Throws: ``QueryError`` with code ``QueryError/Code/unknownQuery`` if no query has the name,
  ///   `StoreError` if the store cannot be read.
  /// - Complexity: O(*n* log *n*) for *n* rows of the query and its children.
  public func check(_ name: String) throws -> LiveMismatch? {
    try check(name, waiting: true)
  }

  func check(
    _ name: String,
    _ access: SharedAccess? = nil,
    waiting: Bool
  ) throws -> LiveMismatch? {
    let results = snapshot.results
    guard let index = results.firstIndex(where: { $0.name == name }) else {
      throw QueryError(
        .unknownQuery,
        at: [],
        "no query is called '\(name)'",
        hint: Suggestion.hint(for: name, among: results.map(\.name), kind: "queries")
      )
    }
    while true {
      // Writes of other programs are not a mismatch, even at this moment.
      try publishing(access, waiting: waiting) { core, writer in try core.catchUp(writer) }
      do {
        return try publishing(access, waiting: waiting) { core, writer in
          let (mismatch, update) = try core.check(index, writer)
          return (update, mismatch)
        }.result
      } catch is OutsideWrite {
        continue
      }
    }
  }

  /// Checks one query after the other in the background, once in the given number of versions.
  ///
  /// - Parameters:
  ///   - rate: The share of the versions after which a query is checked, above 0 and at most 1.
  ///   - onError: Called with an error that prevented a check; the next check may succeed. A shared
  ///     connection ends the checks with code `shared-connection`; call ``check(_:on:)`` there.
  ///   - report: Called with each mismatch and the facts for finding its cause.
  public func selfCheck(
    rate: Double,
    onError: @Sendable (any Error) -> Void,
    report: @Sendable (LiveMismatch) -> Void
  ) async {
    var schedule = CheckSchedule(rate: rate, after: 0)
    for await update in versions() {
      let names = update.snapshot.results.map(\.name)
      guard let name = schedule.next(of: names, after: update.snapshot.version) else { continue }
      do {
        if let mismatch = try check(name, waiting: false) { report(mismatch) }
      } catch is WriteLockTaken {
        // The current write leads to a version, after which the next query is checked.
        continue
      } catch let error as StoreError where error.code == .closed {
        return
      } catch let error as StoreError where error.code == .sharedConnection {
        return onError(error)
      } catch {
        onError(error)
      }
    }
  }
}
