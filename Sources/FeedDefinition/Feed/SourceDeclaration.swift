public import FeedDocuments
public import FeedModel
public import FeedQueries

/// A source of objects as the feed file declares it.
public struct SourceDeclaration: Hashable, Sendable {
  /// What yields the objects.
  public enum Kind: Hashable, Sendable {
    /// A standing query over the store.
    case query(LiveQuery)
    /// A document.
    case document(DocumentDeclaration)
  }

  /// What the sections call the source.
  public var id: Name
  /// What yields the objects.
  public var kind: Kind

  /// Declares a source.
  ///
  /// - Parameters:
  ///   - id: What the sections call the source.
  ///   - kind: What yields the objects.
  public init(id: Name, kind: Kind) {
    self.id = id
    self.kind = kind
  }

  /// The query, if the source is one.
  public var query: LiveQuery? {
    if case .query(let query) = kind { return query }
    return nil
  }

  /// The document, if the source is one.
  public var document: DocumentDeclaration? {
    if case .document(let document) = kind { return document }
    return nil
  }
}
