public import FeedModel
import FeedSnapshots

/// A row of a live query with all it shows: its fields, and the children that were included.
///
/// ```swift
/// let row = snapshot["live"]?[ObjectID(entity: "event", key: .integer(7))]
/// row?["name"]                            // "Ajax - PSV"
/// row?.children("markets").first?["name"] // "Full time result"
/// print(row!)                             // event/7 (id: 7, name: Ajax - PSV, status: live)
/// ```
public struct LiveRow: Sendable, Identifiable {
  // One reference: a snapshot that is edited copies the rows next to the edited one.
  private let storage: Storage

  private final class Storage: Sendable {
    let id: ObjectID
    let content: Content
    let included: [Children]

    init(id: ObjectID, content: Content, included: [Children]) {
      self.id = id
      self.content = content
      self.included = included
    }
  }

  /// The row's identity: its table and its primary key.
  public var id: ObjectID { storage.id }
  /// The fields: the table's columns, then the aggregates that are declared for its rows.
  public var content: Content { storage.content }
  /// The children of each inclusion, in the order of their declarations.
  public var included: [Children] { storage.included }

  /// The children under the name of their inclusion.
  public struct Children: Hashable, Sendable {
    /// The name of the inclusion.
    public let name: String
    /// The rows, in the declared order.
    public let rows: [LiveRow]
  }

  /// Reads a field.
  ///
  /// - Parameter name: The name of a column or an aggregate.
  /// - Returns: The value, or `nil` if there is no such field.
  /// - Complexity: O(1).
  public subscript(name: String) -> Value? { content[name] }

  /// Reads the children of one inclusion.
  ///
  /// - Returns: The rows in their order; none if there is no such inclusion.
  public func children(_ name: String) -> [LiveRow] {
    included.first { $0.name == name }?.rows ?? []
  }
}

extension LiveRow: Hashable {
  /// Compares two rows with all they show.
  ///
  /// - Returns: Whether both are the same row and show the same.
  /// - Complexity: O(*fields*), children included.
  public static func == (lhs: LiveRow, rhs: LiveRow) -> Bool {
    lhs.storage === rhs.storage
      || lhs.id == rhs.id && lhs.content == rhs.content && lhs.included == rhs.included
  }

  /// Feeds the row's identity to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension LiveRow: CustomStringConvertible {
  /// The identity, and the first fields with shortened values, on one line.
  public var description: String {
    let fields = content.fields
    var parts = fields.prefix(8).map { name, value in
      let text = "\(value)".onOneLine
      return "\(name): " + (text.count > 40 ? text.prefix(40) + "…" : text)
    }
    if fields.count > parts.count { parts.append("…") }
    return "\(id) (\(parts.joined(separator: ", ")))"
  }
}

extension LiveRow {
  /// Reads a row and its children in their current state.
  init(_ row: ShownRow, of query: ShownQuery) {
    storage = Storage(
      id: row.id,
      content: row.content,
      included: query.children.map { child in
        Children(name: child.name, rows: LiveRow.children(of: row.id, in: child.query))
      }
    )
  }

  private static func children(of parent: ObjectID, in query: ShownQuery) -> [LiveRow] {
    var rows: [LiveRow] = []
    query.forEachChild(of: parent.key) { rows.append(LiveRow($0, of: query)) }
    return rows
  }
}
