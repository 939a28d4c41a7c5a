import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots

/// What the items of one kind show of the objects of one query or document.
struct ItemLook {
  /// The kind of the items.
  let kind: Name
  /// What they show of rows; `nil` for a document.
  let fields: RowFields?
  /// What they show of a document's objects; `nil` for whatever these have.
  private let members: Content.Shape?

  /// Says what items show.
  ///
  /// - Parameters:
  ///   - kind: The kind of the items.
  ///   - names: The fields that they read; `nil` for all.
  ///   - query: The query that yields the objects; `nil` for a document.
  init(_ kind: Name, _ names: [String]?, of query: ShownQuery?) {
    self.kind = kind
    fields = query?.fields(named: names)
    members = query == nil ? names.map { Content.Shape($0) } : nil
  }
}

/// An object that items show: a row of a query, or an object of a document.
protocol ComposedObject {
  var id: ObjectID { get }

  /// The value of a field, for the rules of sections.
  subscript(name: String) -> Value? { get }

  /// What the items of a kind show of it.
  func content(_ look: ItemLook) -> Content
}

extension ComposedObject {
  /// The item of a kind that shows it.
  func item(_ look: ItemLook) -> ComposedItem {
    ComposedItem(id: ItemID(kind: look.kind, object: id), content: content(look))
  }
}

extension ShownRow: ComposedObject {
  func content(_ look: ItemLook) -> Content {
    guard let fields = look.fields else {
      preconditionFailure("a row is shown as an object of a document")
    }
    return content(fields)
  }
}

/// An object of a document.
struct DocumentObject: ComposedObject {
  let id: ObjectID
  private let content: Content

  init(_ id: ObjectID, _ content: Content) {
    self.id = id
    self.content = content
  }

  subscript(name: String) -> Value? { content[name] }

  /// The members that items name, NULL where the object has none of a name.
  func content(_ look: ItemLook) -> Content { look.content(of: content) }
}

extension ItemLook {
  fileprivate func content(of object: Content) -> Content {
    guard let members else { return object }
    let values = members.names.map { object[$0] ?? .null }
    return Content(shape: members, values: ContiguousArray(values))
  }
}
