import FeedStore

extension LiveQueries {
  /// Takes in what was committed past the live queries, if anything was.
  ///
  /// That is what other connections and programs have committed, for which SQLite cannot say which
  /// rows differ, so that every query is read anew and compared unless <doc:OthersArticle> says how
  /// to have rows tracked; and what was written with the
  /// store's own writer. Every write through the live queries does this by itself.
  ///
  /// - Returns: The version that it led to with its batches, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` if the store cannot be read.
  /// - Complexity: O(1) if nobody else has written.
  @discardableResult
  public func catchUp() throws -> LiveUpdate? { try catchUp(nil) }

  @discardableResult
  func catchUp(_ access: SharedAccess?) throws -> LiveUpdate? {
    try publishing(access) { core, writer in try core.catchUp(writer) }
  }

  /// Takes in what others commit, until the task is cancelled, the queries closed or the store lost.
  ///
  /// The store's file and its log are watched, so that nothing happens while nobody writes. A commit
  /// leads to a version within some 40 milliseconds; several that follow each other closely lead to
  /// one.
  ///
  /// ```swift
  /// let following = Task { await live.followOthers { print($0) } }
  /// ```
  ///
  /// - Parameter onError: Called with what keeps the store from being read; it is tried again, unless
  ///   the store's files are lost.
  public func followOthers(
    onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) async {
    for await _ in store.location.externalChangeHints() {
      do {
        try publishing(waiting: false) { core, writer in try core.catchUp(writer) }
      } catch is WriteLockTaken {
        // Whoever is writing will be seen when they are done.
        continue
      } catch let error as StoreError where error.code == .busy {
        continue
      } catch let error as StoreError where error.code == .closed {
        return
      } catch let error as StoreError where error.code == .lost {
        return onError(error)
      } catch {
        onError(error)
      }
    }
  }
}
