import FeedFormatting
public import FeedModel
import FeedQueries
import FeedStore

/// The fields that the items of one kind read of the objects of one table or document.
///
/// They are the item's content: the fields that its texts, flags, tones and `fields:` name, and those that
/// the `when` rules of its templates name. Changes to other fields of the object do not affect the item.
///
/// ```swift
/// file.feed.itemFields.first?.names   // ["name", "price", "in_betslip"]
/// ```
public struct ItemFields: Hashable, Sendable {
  /// The kind of the items.
  public let kind: Name
  /// The table or document whose objects they show, spelled as in the source.
  public let entity: String
  /// Whether the objects come from a document.
  public let isOfDocument: Bool
  /// The names of the fields in the order of their first use, or `nil` for all fields.
  ///
  /// It is `nil` if `items` does not declare the kind.
  public internal(set) var names: [String]?

  /// The kind of items and the table or document of their objects; the entity ignores case.
  struct Key: Hashable {
    private let kind: Name
    private let entity: String

    init(_ kind: Name, of entity: String) {
      self.kind = kind
      self.entity = entity.lowercased()
    }
  }
}

/// Collects the fields that items read.
struct ItemFieldCollector {
  let appearances: [String: ItemAppearance]
  private(set) var found: [ItemFields] = []
  private var places: [ItemFields.Key: Int] = [:]

  init(appearances: [String: ItemAppearance]) { self.appearances = appearances }

  mutating func add(_ template: ObjectTemplate, of objects: Objects) {
    let rules = template.when.flatMap { $0.fields.map(\.name) }
    for item in template.items {
      switch item {
      case .item(let kind): add(kind, of: objects, rules)
      case .each(let children):
        if let objects = objects.children(children.include) { add(children.template, of: objects) }
      }
    }
    for condition in template.when { add(condition.kind, of: objects, rules) }
  }

  private mutating func add(_ kind: Name, of objects: Objects, _ rules: [String]) {
    let key = ItemFields.Key(kind, of: objects.entity)
    let place = places[key] ?? found.count
    if place == found.count {
      places[key] = place
      found.append(
        ItemFields(
          kind: kind,
          entity: objects.entity,
          isOfDocument: objects.isDocument,
          names: appearances[kind.description]?.fieldNames
        )
      )
    }
    guard let names = found[place].names else { return }
    found[place].names = names + rules.filter { !names.contains($0) }.uniqued
  }
}

/// The objects of a source, or their children.
package struct Objects {
  /// The table or document.
  let entity: String
  /// Whether the source reads them from its own document.
  let isDocument: Bool
  /// The query that yields them, or `nil` for no objects.
  let query: LiveQuery?

  /// Creates the objects of a source; `nil` means no objects.
  package init(_ source: SourceDeclaration?) {
    query = source?.query
    isDocument = source?.document != nil
    entity = query?.from ?? ""
  }

  init(_ query: LiveQuery) {
    self.query = query
    isDocument = false
    entity = query.from
  }

  /// Returns the children that an inclusion names, or `nil` if the query does not have it.
  package func children(_ name: String) -> Objects? {
    query?.include.first { $0.name == name }.map { Objects($0.query) }
  }
}

extension Array where Element: Hashable {
  /// The elements without later duplicates.
  var uniqued: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
