public import FeedModel
import FeedQueries
import FeedStore
import Synchronization

extension FeedEngine {
  /// Does an action of the feed file, in one transaction.
  ///
  /// ```swift
  /// let betslip = ItemID(kind: "selection", object: ObjectID(entity: "selection", key: .integer(101)))
  /// try await engine.act("toggle-betslip", on: .item(betslip))
  /// ```
  ///
  /// - Parameters:
  ///   - target: The item or the section that it is done to, or `nil` for an action that is for the
  ///     feed as a whole.
  ///   - values: The parameters, by their names without colons; `now` is the time if the action asks
  ///     for it, since nothing here reads a clock.
  /// - Returns: The version that it led to with its batch, or `nil` if nothing visible changed.
  /// - Throws: ``EngineError`` if there is no such action, or if it cannot be done to the target;
  ///   `StoreError` if a statement fails. Nothing is then written.
  @discardableResult
  public func act(
    _ name: String,
    on target: ActionTarget? = nil,
    values: [String: Value] = [:]
  ) async throws -> FeedUpdate? {
    try await committingFreshly { try core.act(name, on: target, values: values) }
  }

  /// Runs a body that depends on what the feed shows, once the feed shows what is in the store.
  ///
  /// - Parameter body: A closure that is one step; it may run several times.
  /// - Throws: The error of the body, or of `whenUnlocked(_:)`.
  func freshly<T>(_ body: () throws -> (T, FeedUpdate?)) async throws -> T {
    try await whenUnlocked {
      while true {
        publish(try core.catchUp())
        do {
          let (result, update) = try body()
          publish(update)
          return result
        } catch is OutsideWrite {
          // Others were quicker; what they wrote is taken in first.
          continue
        }
      }
    }
  }

  func committingFreshly(_ body: () throws -> FeedUpdate?) async throws -> FeedUpdate? {
    try await freshly {
      let update = try body()
      return (update, update)
    }
  }

  // MARK: Undoing

  /// Keeps from now on what is needed to undo what is done, the newest changes only.
  package func keepUndo() {
    if core.undoLog == nil { core.undoLog = UndoLog() }
  }

  /// Whether something is left to be undone.
  package var canUndo: Bool { core.undoLog?.last != nil }

  /// Undoes the last action or move, in a separate transaction.
  ///
  /// The declared statements of `undo` run. Without them, the changed rows are restored, unless the
  /// same columns were changed again. An action that cannot be undone is removed from the list.
  ///
  /// - Returns: The title of the undone action, and the version that it led to with its batch, or
  ///   `nil` if nothing visible changed.
  /// - Throws: ``EngineError`` with the reason, or `StoreError`. Nothing is then written.
  package func undo() async throws -> (title: String, update: FeedUpdate?) {
    try await freshly {
      let (title, update) = try core.undo()
      return ((title, update), update)
    }
  }

  // MARK: Other programs

  /// Takes in what other programs have committed to the store, if they have.
  ///
  /// SQLite does not report which rows other programs change, so every query is read again and
  /// compared, unless the feed file has `track: outside`.
  ///
  /// - Returns: The version that they have left with the batch that leads there, or `nil` if nothing
  ///   visible changed.
  /// - Throws: `StoreError` if the store cannot be read.
  /// - Complexity: O(1) if no other program has written; with `track: outside`, that of an own
  ///   commit.
  @discardableResult
  public func catchUp() async throws -> FeedUpdate? {
    try await whenUnlocked { publish(try core.catchUp()) }
  }

  /// Takes in what other programs commit, until the task is cancelled, the engine closed or the
  /// store lost.
  ///
  /// The store's file and its log are watched, so an idle store costs nothing. A commit leads to a
  /// version within some 40 milliseconds; several commits in short succession lead to one version.
  ///
  /// - Parameter onError: Called with what keeps the store from being read; it is tried again, unless
  ///   the store's files are lost.
  public nonisolated func followOthers(
    onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) async { await followOthers(onError: onError) {} }

  private nonisolated func followOthers(
    onError: @escaping @Sendable (any Error) -> Void,
    didLook: @Sendable () async -> Void
  ) async {
    for await _ in location.externalChangeHints() {
      do {
        _ = try await catchUp()
        await didLook()
      } catch let error as StoreError where error.code == .busy {
        // The commit of the current writer is found after its end.
        continue
      } catch let error as StoreError where error.code == .closed {
        return
      } catch let error as StoreError where error.code == .lost {
        return onError(error)
      } catch is CancellationError {
        return
      } catch {
        onError(error)
      }
    }
  }
  /// Takes in what other programs commit, and throws when the store is lost.
  ///
  /// - Parameters:
  ///   - onError: Called with what keeps the store from being read, once as long as it is the same.
  ///   - didLook: Called when the commits so far are taken in, which is once a second if there are none.
  /// - Throws: `StoreError` with code `lost`.
  package nonisolated func followOthersToTheEnd(
    onError: @escaping @Sendable (any Error) -> Void,
    didLook: @Sendable () async -> Void
  ) async throws {
    let loss = Mutex<(any Error)?>(nil)
    let latest = Mutex("")
    let report: @Sendable (any Error) -> Void = { error in
      if (error as? StoreError)?.code == .lost { return loss.withLock { $0 = error } }
      let isNew = latest.withLock { latest in
        defer { latest = "\(error)" }
        return latest != "\(error)"
      }
      if isNew { onError(error) }
    }
    await followOthers(onError: report, didLook: didLook)
    if let error = loss.withLock({ $0 }) { throw error }
  }

  /// Whether the rows are in a file, so that other programs can write them.
  package nonisolated var hasFile: Bool { location.isShared }
}
