import CSQLite

/// The work of SQLite for the statements of a store, from its own counters.
///
/// Counts of work, unlike times, are the same on every machine.
package struct StatementWork: Hashable, Sendable {
  /// The number of runs.
  package var runs = 0
  /// The instructions of SQLite's virtual machine.
  package var instructions = 0
  /// The rows that were scanned one after the other, since no index leads to the requested ones.
  package var scanned = 0
  /// The sorts without a suitable index.
  package var sorts = 0
}
