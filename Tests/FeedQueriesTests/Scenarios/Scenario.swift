import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Testing

/// A row of the table of scenarios: rows, a query, a commit, what must be shown and reported.
struct Scenario: CustomTestStringConvertible, Sendable {
  /// The name of the scenario.
  let name: String
  /// The SQL of the schema and the first rows.
  let schema: String
  /// The query.
  let query: LiveQuery
  /// The statements of each commit.
  let commits: [String]
  /// The final result, for example `1[3 1] 2[2]`.
  let shows: String
  /// The changes of the last commit by their ids, as `-3 +4`; nothing if there is no version.
  let changes: String

  init(
    _ name: String,
    schema: String = Leagues.schema,
    rows: String = "",
    query: LiveQuery = Leagues.live,
    _ commits: String...,
    shows: String,
    changes: String
  ) {
    self.name = name
    self.schema = schema + rows
    self.query = query
    self.commits = commits
    self.shows = shows
    self.changes = changes
  }

  var testDescription: String { name }
}

extension LiveUpdate {
  /// The changes by the ids of what they concern: `-`, `+`, `>` and `~`, sections with an `S`.
  func ids(from old: LiveResult) -> String {
    let batch = self[old.name]
    guard let new = snapshot[old.name]?.sections else { return "" }
    var words = batch.deleteSections.reversed().map { "-S\(old.sections.sectionID(at: $0))" }
    words += batch.deleteItems.reversed().map { "-\(old.sections.item(at: $0).id.key)" }
    words += batch.moveSections.map { ">S\(new.sectionID(at: $0.to))" }
    words += batch.insertSections.map { "+S\(new.sectionID(at: $0))" }
    words += batch.insertItems.map { "+\(new.item(at: $0).id.key)" }
    words += batch.moveItems.map { ">\(new.item(at: $0.to).id.key)" }
    words += batch.reloadSections.map { "~S\(new.sectionID(at: $0))" }
    words += batch.reconfigureItems.map { "~\(new.item(at: $0).id.key)" }
    return words.joined(separator: " ")
  }
}
