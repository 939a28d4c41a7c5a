public import FeedModel

/// Handlers that follow the reorderings of a feed, as Apple's reordering handlers do.
///
/// ```swift
/// await engine.setReorderingHandlers(
///   ReorderingHandlers(
///     canReorder: { item in item.kind == "photo" ? nil : "only photos are moved" },
///     didReorder: { transaction in print(transaction.difference) }))
/// ```
///
/// Behavior:
/// - The handlers are called in this order: ``canReorder``, ``willReorder``, ``didReorder``.
/// - While ``willReorder`` runs, the engine still shows the version before.
/// - A move that a handler refuses writes nothing, and leads to no version.
/// - A move that changes no order has no transaction.
/// - The handlers run on the engine and delay all writers, so they must be fast.
public struct ReorderingHandlers: Sendable {
  /// Asked whether an item may be moved; a reason refuses it.
  public var canReorder: @Sendable (_ item: ItemID) -> String?
  /// Called with a move in its transaction, before its commit; a returned reason refuses the move.
  public var willReorder: @Sendable (_ transaction: FeedTransaction) -> String?
  /// Called with a move after its commit.
  public var didReorder: @Sendable (_ transaction: FeedTransaction) -> Void

  /// Joins handlers.
  ///
  /// - Parameters:
  ///   - canReorder: Asked whether an item may be moved; a reason refuses it.
  ///   - willReorder: Called with a move before its commit; a returned reason refuses the move.
  public init(
    canReorder: @escaping @Sendable (_ item: ItemID) -> String? = { _ in nil },
    willReorder: @escaping @Sendable (_ transaction: FeedTransaction) -> String? = { _ in nil },
    didReorder: @escaping @Sendable (_ transaction: FeedTransaction) -> Void = { _ in }
  ) {
    self.canReorder = canReorder
    self.willReorder = willReorder
    self.didReorder = didReorder
  }
}
