public import FeedModel

/// The origin of a document, and the place of its list of objects.
public struct DocumentDeclaration: Hashable, Sendable {
  /// The column of a document's table that holds the index of an object in the list, from 0.
  public static let position = "_position"

  /// The name of the document, which is the entity of its objects.
  public var name: Name
  /// The path of the file, or `nil` for a document that is pushed.
  public var file: String?
  /// The files that may be read for it.
  public var access: FileAccess
  /// The address from which it is fetched, or `nil`.
  public var address: WebAddress?
  /// The time from one fetch to the start of the next, if the document is fetched.
  public var interval: Duration?
  /// The longest time without an answer before a fetched document is late.
  public var stale: Duration?
  /// The format of its text.
  public var format = BodyFormat.json
  /// The path of the list of objects.
  public var items: JSONPath
  /// The field of an object that is its id.
  public var id: String

  /// Declares a document.
  ///
  /// - Parameters:
  ///   - file: The path of the file, or `nil` for a document that is pushed.
  ///   - interval: The time from one fetch to the start of the next.
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
