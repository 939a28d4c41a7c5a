import FeedStore

extension LiveQueries {
  /// Takes in what was committed past the live queries, if anything was.
  ///
  /// These are the commits of other connections and programs, and the writes with the store's own
  /// writer. SQLite cannot report the rows that others changed, so every query is read again and
  /// compared, unless a change log tracks rows (<doc:OthersArticle>). Every write through the live
  /// queries does this, too.
  ///
  /// - Returns: The version that it led to with its batches, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` if the store cannot be read.
  /// - Complexity: O(1) if no other program has written.
  @discardableResult
  public func catchUp() throws -> LiveUpdate? { try catchUp(nil) }

  @discardableResult
  func catchUp(_ access: SharedAccess?) throws -> LiveUpdate? {
    try publishing(access) { core, writer in try core.catchUp(writer) }
  }

  /// Shows the commits of other programs until the task is cancelled, or the queries are closed.
  ///
  /// The store's file and its log are watched, so an idle store costs nothing. A commit leads to a
  /// version within some 40 milliseconds; several commits in short succession lead to one version.
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
        // The commit of the current writer is found after its end.
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
