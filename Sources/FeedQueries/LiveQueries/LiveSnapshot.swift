public import FeedModel
public import FeedSnapshots

/// One state of all live queries, as one commit left it.
///
/// A snapshot is complete and never changes: it has each of its rows with all fields, and all rows
/// are of the same version. Passing it on costs nothing.
///
/// ```swift
/// let snapshot = live.snapshot
/// snapshot.version                                 // 12
/// snapshot["live"]?.sections.sections.map(\.id)    // [3, 1]
/// ```
public struct LiveSnapshot: Sendable {
  /// The number of the version, one more than the version before it.
  public let version: Int
  /// The results of the queries, in the order of their registration.
  public let results: LiveResults

  /// Finds the result of a query.
  ///
  /// - Returns: Its result, or `nil` if no query has the name.
  /// - Complexity: O(*q*) for *q* queries.
  public subscript(name: String) -> LiveResult? { results.first { $0.name == name } }
}

/// The result of one live query: its rows in sections, and whether they are true.
public struct LiveResult: Sendable {
  /// Sections by the keys of their groups, rows by their ids, in order, with all they show.
  public typealias Sections = ContentSnapshot<Value, LiveSection, ObjectID, LiveRow>

  /// The query's name.
  public let name: String
  /// The version in which the result became what it is.
  public internal(set) var version: Int
  /// The rows in their sections; a query without a grouping has one section, whose key is NULL.
  public internal(set) var sections: Sections
  /// Why the rows may be old, or `nil` if they are true.
  public internal(set) var failure: String?

  /// The rows of all sections, in order.
  public var rows: [LiveRow] { sections.sections.flatMap { $0.items.map(\.content) } }

  /// Finds a row.
  ///
  /// - Returns: The row with all it shows, or `nil` if the query does not show it.
  /// - Complexity: O(log *n*).
  public subscript(id: ObjectID) -> LiveRow? { sections.content(of: id) }
}

/// The content of a section of a live query apart from its rows.
public struct LiveSection: Hashable, Sendable {
  /// The value of the grouping's title, or `nil` if it declares none.
  public let title: Value?
  /// The values of the group's aggregates, in the order of their declarations.
  public let aggregates: [Value]
}

/// A version as a reader gets it: the snapshot, and what leads to it from what the reader held.
public struct LiveUpdate: VersionStep, Sendable {
  /// The version.
  public let snapshot: LiveSnapshot
  /// The queries whose results differ, in the order of their registration.
  public let changes: [Change]

  /// The changes in the result of one query.
  public struct Change: Sendable {
    /// The query's name.
    public let name: String
    /// The batch that leads from the rows that the reader held to those of the snapshot.
    ///
    /// It is empty if only ``LiveResult/failure`` differs.
    public let updates: BatchUpdates
  }

  /// The batch of one query.
  ///
  /// - Returns: The batch; an empty one if the query's rows have not changed. If no query has the name, a debug build stops,
  ///   and a release build returns an empty batch.
  public subscript(name: String) -> BatchUpdates {
    if let change = changes.first(where: { $0.name == name }) { return change.updates }
    assert(
      snapshot[name] != nil,
      "no query is called '\(name)': "
        + Suggestion.hint(for: name, among: snapshot.results.map(\.name), kind: "queries")
    )
    return BatchUpdates()
  }

  /// Compares a version with one that was held.
  init(from held: LiveSnapshot?, to snapshot: LiveSnapshot) {
    self.snapshot = snapshot
    changes = snapshot.results.indices.compactMap { index in
      let new = snapshot.results[index]
      let old = held?.results[index]
      guard old?.version != new.version else { return nil }
      let updates = (old?.sections ?? LiveResult.Sections()).updates(to: new.sections)
      guard !updates.isEmpty || old?.failure != new.failure || held == nil else { return nil }
      return Change(name: new.name, updates: updates)
    }
  }

  init(snapshot: LiveSnapshot, changes: [Change]) {
    self.snapshot = snapshot
    self.changes = changes
  }
}

extension LiveSnapshot: CustomStringConvertible {
  /// The version and the size of each result, for example `version 12; live (rows: 14, sections: 2)`.
  public var description: String {
    (["version \(version)"] + results.map(\.description)).joined(separator: "; ")
  }
}

extension LiveResult: CustomStringConvertible {
  /// The name, the numbers of rows and sections, and the failure, if any.
  public var description: String {
    "\(name) (rows: \(sections.itemCount), sections: \(sections.sectionCount)"
      + (failure.map { ", failed: \($0.onOneLine)" } ?? "") + ")"
  }
}

extension LiveUpdate: CustomStringConvertible {
  /// The version and the number of edits of each result, for example `version 12; live (edits: 3)`.
  public var description: String {
    (["version \(snapshot.version)"] + changes.map(\.description)).joined(separator: "; ")
  }
}

extension LiveUpdate.Change: CustomStringConvertible {
  /// The name of the query and the number of edits; ``updates`` lists them.
  public var description: String { "\(name) (edits: \(updates.operationCount))" }
}

extension LiveUpdate {
  /// The version and its changes, as lines of the trace.
  var traceLines: [String] {
    ["version \(snapshot.version)"]
      + changes.map { change in
        let failure = snapshot[change.name]?.failure
        return "  \(change.name): "
          + (failure.map { "failed: \($0)" } ?? change.updates.description)
      }
  }
}
