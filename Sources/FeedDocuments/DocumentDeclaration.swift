public import FeedModel

/// Where a document comes from, and where in it the list of objects stands.
public struct DocumentDeclaration: Hashable, Sendable {
  /// The column of a document's table that holds the place of an object in the list, from 0.
  public static let position = "_position"

  /// The name of the document, which is the entity of its objects.
  public var name: Name
  /// The path of the file, or `nil` for a document that is pushed.
  public var file: String?
  /// Which files may be read for it.
  public var access: FileAccess
  /// The address that it is fetched from, or `nil`.
  public var address: WebAddress?
  /// How long after each fetch the next one begins, if it is fetched.
  public var interval: Duration?
  /// Where the list of objects stands.
  public var items: JSONPath
  /// The field of an object that is its id.
  public var id: String

  /// Declares a document.
  ///
  /// - Parameters:
  ///   - file: The path of the file, or `nil` for a document that is pushed.
  ///   - interval: How long after each fetch the next one begins.
  public init(
    name: Name,
    file: String? = nil,
    access: FileAccess = .anywhere,
    address: WebAddress? = nil,
    interval: Duration? = nil,
    items: JSONPath = .root,
    id: String = "id"
  ) {
    self.name = name
    self.file = file
    self.access = access
    self.address = address
    self.interval = interval
    self.items = items
    self.id = id
  }
}
