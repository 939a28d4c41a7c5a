public import FeedDocuments
public import FeedModel
public import FeedQueries

/// A source of objects of the feed file.
public struct SourceDeclaration: Hashable, Sendable {
  /// The kind of a source.
  public enum Kind: Hashable, Sendable {
    /// A standing query over the store.
    case query(LiveQuery)
    /// A document.
    case document(DocumentDeclaration)
  }

  /// The id of the source, which sections name.
  public var id: Name
  /// The query or document that yields the objects.
  public var kind: Kind

  /// Declares a source.
  ///
  /// - Parameters:
  ///   - id: The id of the source, which sections name.
  ///   - kind: The query or document that yields the objects.
  public init(id: Name, kind: Kind) {
    self.id = id
    self.kind = kind
  }

  /// The query, or `nil` if the source is a document.
  public var query: LiveQuery? {
    if case .query(let query) = kind { return query }
    return nil
  }

  /// The document, or `nil` if the source is a query.
  public var document: DocumentDeclaration? {
    if case .document(let document) = kind { return document }
    return nil
  }
}
