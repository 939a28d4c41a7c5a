/// The limits of the statements of a store.
///
/// The time can be chosen. The size limits are the same for every store: a text, a blob or a row of
/// 256 MiB, a statement of 16 MiB, 2,000 columns, 1,000 levels of an expression, 500 parts of a
/// compound query, 127 arguments, a pattern of 1,000 bytes, 100 levels of triggers, a program of
/// 1,000,000 instructions, 4,096 tables of a schema, and 4 GiB in memory. Exceeding one is an error
/// with code ``StoreError/Code/tooLarge``, or ``StoreError/Code/storage`` where SQLite reports a
/// full disk.
///
/// ```swift
/// let store = try Store(
///   at: .memory, schema: source, limits: StoreLimits(statementTimeout: .seconds(2)))
/// ```
public struct StoreLimits: Sendable, Hashable {
  /// The longest run time of a statement, from its first row to its last; `nil` for no limit.
  ///
  /// The statement is then ended with code ``StoreError/Code/statementTimeout``. SQLite checks the
  /// time between its instructions, so that a single call of a function is never interrupted.
  public var statementTimeout: Duration?

  /// Creates limits.
  ///
  /// - Parameter statementTimeout: The longest run time of a statement; `nil` for no limit.
  public init(statementTimeout: Duration? = .seconds(10)) {
    self.statementTimeout = statementTimeout
  }
}
