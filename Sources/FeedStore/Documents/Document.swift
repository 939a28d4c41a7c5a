public import FeedModel

/// A document: its objects in their order, each with its id and its content.
///
/// ```swift
/// let ads = DocumentDeclaration(name: "ads", items: JSONPath("$.ads") ?? .root)
/// let document = try Document(#"{"ads": [{"id": "a1", "title": "Derby day"}]}"#, as: ads)
/// document.objects[0].id                 // ads/a1
/// document.objects[0].content["title"]   // Derby day
/// ```
public struct Document: Hashable, Sendable {
  /// One entry of a document's list.
  public struct Object: Sendable {
    /// Its identity: the document's name and the object's own id.
    public let id: ObjectID
    /// Its fields, in the order of the document; lists and maps as JSON texts.
    public let content: Content
  }

  /// The name of the document.
  public let name: Name
  /// The objects, in the order of the list.
  public let objects: [Object]

  /// Creates a document.
  ///
  /// - Parameter objects: The objects, in order, with distinct ids.
  public init(name: Name, objects: [Object] = []) {
    self.name = name
    self.objects = objects
  }
}

extension Document.Object: Hashable {
  /// Returns whether two objects have the same id and the same content.
  public static func == (lhs: Document.Object, rhs: Document.Object) -> Bool {
    lhs.id == rhs.id && lhs.content == rhs.content
  }

  /// Feeds the object to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
