public import FeedModel

extension FeedEngine {
  /// Returns the reason why an item cannot be moved.
  ///
  /// - Returns: The reason with a remedy, or `nil` if the item can be moved.
  /// - Complexity: O(log *n*).
  public func canMove(_ item: ItemID) -> EngineError? {
    core.whyNotMovable(item) ?? reorderingHandlers.canReorder(item).map { .refused(item, $0) }
  }

  /// Moves an item next to another item, in one transaction.
  ///
  /// The item's row gets a key between those of its new neighbours. Others get new keys only where
  /// there is no room left between two, and then as few as possible.
  ///
  /// ```swift
  /// try await engine.move(photo7, to: .before(photo3))
  /// ```
  ///
  /// - Parameter destination: The neighbour of the new place, in the same section, or in another
  ///   group of it if that is declared.
  /// - Returns: The version that it led to with its batch, or `nil` if the item already had that
  ///   place.
  /// - Throws: ``EngineError`` if the item cannot be moved there, or a handler refuses; `StoreError` if
  ///   its row cannot be written. Nothing is then written.
  /// - Complexity: O(log *n*), and now and then O(*k*) for the *k* rows of a section.
  @discardableResult
  public func move(_ item: ItemID, to destination: MoveDestination) async throws -> FeedUpdate? {
    let handlers = reorderingHandlers
    var before = core.snapshot
    let update = try await committingFreshly {
      if let reason = canMove(item) { throw reason }
      before = core.snapshot
      return try core.move(item, to: destination) { update in
        if let reason = handlers.willReorder(FeedTransaction(from: before, to: update.snapshot)) {
          throw EngineError.refused(item, reason)
        }
      }
    }
    if let update { handlers.didReorder(FeedTransaction(from: before, to: update.snapshot)) }
    return update
  }

  /// Finds where an item goes that is moved by one place.
  ///
  /// - Returns: The destination, or `nil` if the item is at the end of where it may go.
  /// - Throws: ``EngineError`` if the item cannot be moved.
  /// - Complexity: O(log *n*) for each neighbour that shows nothing.
  public func destination(of item: ItemID, moved step: MoveStep) throws -> MoveDestination? {
    if let reason = canMove(item) { throw reason }
    return try core.destination(of: item, moved: step)
  }

  /// Replaces the handlers of reorderings.
  public func setReorderingHandlers(_ handlers: ReorderingHandlers) {
    reorderingHandlers = handlers
  }
}

extension EngineError {
  fileprivate static func refused(_ item: ItemID, _ reason: String) -> EngineError {
    EngineError(code: .refused, message: "'\(item)' was not moved: \(reason)", hint: nil)
  }
}
