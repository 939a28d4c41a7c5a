public import FeedModel

/// The last document that could be read, and what became of the attempts since.
///
/// ```swift
/// var ads = LastGood(name: "ads")
/// ads.replace(with: .success(document))   // true: the objects have changed
/// ads.replace(with: .failure(error))      // false: the last good ones stand
/// ads.state.description                   // "ads.json:3:1: error[malformed-json]: …"
/// ```
public struct LastGood: Sendable {
  /// The last document that could be read; without objects until there was one.
  public private(set) var document: Document
  /// Why the newest attempt failed, or nothing.
  public private(set) var error: DocumentError?
  /// Whether any document has been read.
  public private(set) var hasBeenRead = false

  /// Begins without a document.
  ///
  /// - Parameter name: The name of the document.
  public init(name: Name) { document = Document(name: name) }

  /// What a version says of the document; of an error, its first line.
  public var state: SourceStatus.State {
    if let error {
      return .failed(error.description.split(separator: "\n").first.map(String.init) ?? "")
    }
    return hasBeenRead ? .ok : .waiting
  }

  /// Takes the outcome of an attempt to read the document.
  ///
  /// - Parameter result: The document, or the reason why there is none.
  /// - Returns: Whether the objects or the state have changed.
  @discardableResult
  public mutating func replace(with result: Result<Document, DocumentError>) -> Bool {
    let before = (document, state)
    switch result {
    case .success(let new):
      (document, error, hasBeenRead) = (new, nil, true)
    case .failure(let error):
      self.error = error
    }
    return before != (document, state)
  }
}
