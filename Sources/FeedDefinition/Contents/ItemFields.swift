import FeedDocuments
import FeedFormatting
public import FeedModel
import FeedQueries

/// The fields that the items of one kind read of the objects of one table or document.
///
/// They are the item's content: what its texts, flags, tones and `fields:` name, and what the `when` rules
/// of the places name where it is shown. Everything else in the object may change unnoticed.
///
/// ```swift
/// file.feed.itemFields.first?.names   // ["name", "price", "in_betslip"]
/// ```
public struct ItemFields: Hashable, Sendable {
  /// The kind of the items.
  public let kind: Name
  /// The table or the document whose objects they show, as the source names it.
  public let entity: String
  /// Whether the objects are those of a document.
  public let isOfDocument: Bool
  /// The names of the fields in the order of their first use; `nil` for a kind that `items` does not
  /// declare, which shows whatever its objects have.
  public internal(set) var names: [String]?

  /// What tells the items of one kind of one table's objects from all others.
  struct Key: Hashable {
    private let kind: Name
    private let entity: String

    init(_ kind: Name, of entity: String) {
      self.kind = kind
      self.entity = entity.lowercased()
    }
  }
}

extension Feed {
  /// What the items of each kind read, in the order in which sections first show them.
  ///
  /// An item is the same one in every section that shows it, so that its content is as well: the rules
  /// of all places count.
  ///
  /// - Complexity: O(*n*) for a feed file of *n* values.
  public var itemFields: [ItemFields] {
    var fields = ItemFieldCollector(appearances: items)
    for section in sections {
      guard let source = sources.first(where: { $0.id == section.source }) else { continue }
      fields.add(section.template, of: Objects(source))
    }
    return fields.found
  }
}

/// Gathers what items read, one place after the other.
private struct ItemFieldCollector {
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
          isOfDocument: objects.query == nil,
          names: appearances[kind.description]?.fieldNames
        )
      )
    }
    guard let names = found[place].names else { return }
    found[place].names = names + rules.filter { !names.contains($0) }.uniqued
  }
}

/// The objects of a source, or the children of such.
package struct Objects {
  /// The table or the document.
  let entity: String
  /// The query that yields them; `nil` for a document.
  let query: LiveQuery?

  /// The objects of a source; `nil` stands for one without objects.
  package init(_ source: SourceDeclaration?) {
    query = source?.query
    entity = source?.query?.from ?? source?.document?.name.description ?? ""
  }

  init(_ query: LiveQuery) {
    self.query = query
    entity = query.from
  }

  /// The children of the objects that an inclusion names.
  package func children(_ name: String) -> Objects? {
    query?.include.first { $0.name == name }.map { Objects($0.query) }
  }
}

extension Array where Element: Hashable {
  /// The elements without those that stand before already.
  var uniqued: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
