public import FeedModel

/// Where a document comes from, and where in it the list of objects stands.
public struct DocumentDeclaration: Hashable, Sendable {
  /// The name of the document, which is the entity of its objects.
  public var name: Name
  /// The path of the file, or `nil` for a document that is pushed.
  public var file: String?
  /// Which files may be read for it.
  public var access: FileAccess
  /// Where the list of objects stands.
  public var items: JSONPath
  /// The field of an object that is its id.
  public var id: String

  /// Declares a document.
  ///
  /// - Parameters:
  ///   - name: The name of the document.
  ///   - file: The path of the file, or `nil` for a document that is pushed.
  ///   - access: Which files may be read for it, whatever path is declared.
  ///   - items: Where the list of objects stands.
  ///   - id: The field of an object that is its id.
  public init(
    name: Name,
    file: String? = nil,
    access: FileAccess = .anywhere,
    items: JSONPath = .root,
    id: String = "id"
  ) {
    self.name = name
    self.file = file
    self.access = access
    self.items = items
    self.id = id
  }
}
