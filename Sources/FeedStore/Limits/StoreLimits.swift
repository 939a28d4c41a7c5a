/// What a store allows its statements.
///
/// Beside the time, which can be chosen, every store has the same bounds on sizes: a text, a blob or
/// a row of 256 MiB, a statement of 16 MiB, 2,000 columns, 1,000 levels of an expression, 500 parts
/// of a compound query, 127 arguments, a pattern of 1,000 bytes, 100 levels of triggers, a program of
/// 1,000,000 instructions, 4,096 tables of a schema, and 4 GiB in memory. What exceeds one is refused
/// with code ``StoreError/Code/tooLarge``, or ``StoreError/Code/storage`` where SQLite takes it for a
/// full disk.
///
/// ```swift
/// let store = try Store(
///   at: .memory, schema: source, limits: StoreLimits(statementTimeout: .seconds(2)))
/// ```
public struct StoreLimits: Sendable, Hashable {
  /// How long a statement may run, from its first row to its last; nil for as long as it takes.
  ///
  /// The statement is then ended with code ``StoreError/Code/statementTimeout``. SQLite asks about the
  /// time between its instructions, so that a single call of a function is never cut short.
  public var statementTimeout: Duration?

  /// Sets the limits.
  ///
  /// - Parameter statementTimeout: How long a statement may run; nil for as long as it takes.
  public init(statementTimeout: Duration? = .seconds(10)) {
    self.statementTimeout = statementTimeout
  }
}
