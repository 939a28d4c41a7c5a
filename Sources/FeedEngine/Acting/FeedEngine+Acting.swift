public import FeedSnapshots
import FeedStore

extension FeedEngine {
  /// Does an action of the feed file, in one transaction.
  ///
  /// ```swift
  /// let betslip = ItemID(kind: "selection", object: ObjectID(entity: "selection", key: 101))
  /// try await engine.act("toggle-betslip", on: .item(betslip))
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the action.
  ///   - target: The item or the section that it is done to, or nothing for an action that is for the
  ///     feed as a whole.
  ///   - values: The parameters, by their names without colons; `now` is the time if the action asks
  ///     for it, since nothing here reads a clock.
  /// - Returns: The version that it led to with its batch, or nothing if nothing visible changed.
  /// - Throws: ``EngineError`` if there is no such action, or if it cannot be done to the target;
  ///   `StoreError` if a statement fails. Nothing is then written.
  @discardableResult
  public func act(
    _ name: String,
    on target: ActionTarget? = nil,
    values: [String: Value] = [:]
  ) throws -> FeedUpdate? {
    try committingFreshly { try core.act(name, on: target, values: values) }
  }

  /// Runs a body that depends on what the feed shows, once the feed shows what is in the store.
  func freshly<T>(_ body: () throws -> (T, FeedUpdate?)) throws -> T {
    while true {
      try catchUp()
      do {
        let (result, update) = try body()
        _ = publish(update)
        return result
      } catch is StaleFeed {
        // Others were quicker; what they wrote is taken in first.
        continue
      }
    }
  }

  func committingFreshly(_ body: () throws -> FeedUpdate?) throws -> FeedUpdate? {
    try freshly {
      let update = try body()
      return (update, update)
    }
  }

  // MARK: Other programs

  /// Takes in what other programs have committed to the store, if they have.
  ///
  /// SQLite does not say which rows they have changed, so every query is read anew and compared.
  ///
  /// - Returns: The version that they have left with the batch that leads there, or nothing if nothing
  ///   visible changed.
  /// - Throws: `StoreError` if the store cannot be read.
  /// - Complexity: O(1) if nobody else has written.
  @discardableResult
  public func catchUp() throws -> FeedUpdate? { publish(try core.catchUp()) }

  /// Takes in what other programs commit, until the task is cancelled or the engine closed.
  ///
  /// The store's file and its log are watched, so that nothing happens while nobody writes. A commit
  /// leads to a version within some 40 milliseconds; several that follow each other closely lead to
  /// one.
  ///
  /// - Parameter onError: Told what keeps the store from being read; it is tried again.
  public nonisolated func followOthers(
    onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) async {
    for await _ in store.momentsToLook() {
      do { _ = try await catchUp() } catch let error as StoreError where error.code == .busy {
        // Whoever is writing will be seen when they are done.
        continue
      } catch let error as StoreError where error.code == .closed {
        return
      } catch {
        onError(error)
      }
    }
  }
}
