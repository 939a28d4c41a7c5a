public import FeedModel
public import FeedQueries
public import FeedStore

/// A source of objects of the feed file.
public struct SourceDeclaration: Hashable, Sendable {
  /// The kind of a source.
  public enum Kind: Hashable, Sendable {
    /// A standing query over the store.
    case query(LiveQuery)
    /// A document, and the query over its objects, whose `from` is ignored.
    case document(DocumentDeclaration, LiveQuery = LiveQuery(from: ""))
  }

  /// The id of the source, which sections name.
  public var id: Name
  /// The query or document that yields the objects.
  public var kind: Kind

  /// Declares a source.
  ///
  /// - Parameter kind: The query or document that yields the objects.
  public init(id: Name, kind: Kind) {
    self.id = id
    self.kind = kind
  }

  /// The query that yields the objects; those of a document are in its order unless another is declared.
  public var query: LiveQuery {
    switch kind {
    case .query(let query): return query
    case .document(let document, var query):
      query.from = document.name.description
      if query.order.isEmpty { query.order = [DocumentDeclaration.position] }
      return query
    }
  }

  /// Whether its sections are groups.
  package var isGrouped: Bool { query.group != nil }

  /// The document, or `nil` if the source is a query.
  public var document: DocumentDeclaration? {
    if case .document(let document, _) = kind { return document }
    return nil
  }
}
