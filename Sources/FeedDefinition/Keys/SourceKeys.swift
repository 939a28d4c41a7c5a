import FeedDocuments
import FeedModel
import FeedQueries

extension Form<SourceDeclaration.Kind> {
  static var source: Form {
    .choice(
      .from(.object(QueryKeys.self)) { .query($0.query) },
      .from(.object(DocumentKeys.self)) { .document($0) }
    )
  }
}

struct QueryKeys: KeySet {
  typealias Root = Inclusion
  static let doc = "A live query over the store; its parts are SQL."
  static let shape = KeyedShape<Self>(
    "query",
    "a query",
    blank: .init("", LiveQuery(from: ""), on: "")
  )

  let from = Key("from", .text(.field), \.query.from)
    .required("The table whose rows are the objects.")
  let rows = RowKeys()
  let group = Key(
    "group",
    .short(.text(.grouping), or: GroupingKeys.self) { Grouping(by: $0) },
    \.query.group
  )
  .optional("How rows fall into groups: an expression, or its identity, order and title.")

  var rules: [KeyRule] { [.toldBy(from)] }
}

struct InclusionKeys: KeySet {
  typealias Root = Inclusion
  static let doc = "Children that come with each row, by their foreign key."
  static let shape = KeyedShape<Self>(
    "inclusion",
    "an include",
    blank: .init("", LiveQuery(from: ""), on: "")
  )

  let from = Key("from", .text(.field), \.query.from)
    .required("The table whose rows are the children.")
  let on = Key("on", .text(.foreignKey), \.on)
    .required("The children's column that holds the key of the parent.")
  let rows = RowKeys()
}

/// Which rows a query or an include has.
struct RowKeys: KeyGroup {
  typealias Root = Inclusion

  let `where` = Key("where", .text(.sql), \.query.filter)
    .optional("The condition that rows must meet.")
  let order = Key("order", .oneOrMore(.text(.sql)), \.query.order)
    .optional("The terms of the order; the primary key is the last.")
  let limit = Key("limit", .integer(1...Int(Int32.max)), \.query.limit)
    .optional("How many rows there are at the most: in all, in each group, or of each parent.")
  let offset = Key("offset", .integer(0...Int(Int32.max)), \.query.offset).optional(
    "How many rows come before the first that is shown: in all, in each group, or of each parent."
  )
  let aggregates = Key(
    "aggregates",
    .named(.field, .object(AggregateKeys.self), by: \.name),
    \.query.aggregates
  )
  .optional("What is computed for each row, by the name that items call it.")
  let include = Key(
    "include",
    .named(.name, .object(InclusionKeys.self), by: \.name),
    \.query.include
  )
  .optional("Children of each row, by the name that sections call them.")
}

struct GroupingKeys: KeySet {
  typealias Root = Grouping
  static let doc = "How the rows of a query fall into groups."
  static let shape = KeyedShape<Self>("grouping", "a grouping", blank: Grouping(by: ""))

  let by = Key("by", .text(.grouping), \.by)
    .required("The expression whose value is the identity of a row's group.")
  let order = Key("order", .oneOrMore(.text(.sql)), \.order)
    .optional("The terms that order the groups.")
  let title = Key("title", .text(.sql), \.title)
    .optional("The expression whose value is the title of the group.")
  let folded = Key("folded", .text(.sql), \.folded)
    .optional("The expression that is true for a folded group.")
  let aggregates = Key(
    "aggregates",
    .named(.field, .object(AggregateKeys.self), by: \.name),
    \.aggregates
  )
  .optional("What is computed for each group, by the name that titles call it.")
}

struct AggregateKeys: KeySet {
  typealias Root = Aggregate
  static let doc = "A value that is computed from the rows that refer to an object or a group."
  static let shape = KeyedShape<Self>(
    "aggregate",
    "an aggregate",
    blank: .init("", "", from: "", on: "")
  )

  let value = Key("value", .text(.sql), \.value)
    .required("The aggregate, for example 'count(*)' or 'max(price)'.")
  let from = Key("from", .text(.field), \.from).required("The table whose rows are aggregated.")
  let on = Key("on", .text(.foreignKey), \.on)
    .required("Its column that holds the key of the object or the group.")
  let `where` = Key("where", .text(.sql), \.filter)
    .optional("Which of its rows count; all of them unless told.")
}

struct DocumentKeys: KeySet {
  typealias Root = DocumentDeclaration
  static let doc = "A JSON document that holds a list of objects with ids."
  static let shape = KeyedShape<Self>("document", "a document", blank: .init(name: ""))

  let document = Key("document", .name, \.name)
    .required("The name of the document, and the entity of its objects.")
  let file = Key("file", .text(.path), \.file)
    .optional("The file that holds it; with neither this nor 'url' it is pushed.")
  let url = Key("url", .address) { $0.fetch.url = $1 }
    .optional("The address that it is fetched from while the feed runs.")
  let headers = Key("headers", .headers) { $0.fetch.headers = $1 }
    .optional("Headers of the requests; ${NAME} stands for a secret of the environment.")
  let every = Key("every", .duration, \.interval)
    .optional("How long after each fetch the next one begins.")
  let items = Key("items", .documentPath, \.items)
    .optional("Where the list stands; the whole document unless told.")
  let id = Key("id", .text(.title), \.id)
    .optional("The field of an object that is its id; 'id' unless told.")

  var rules: [KeyRule] {
    [
      .toldBy(document), .excludes(file, url), .requires(url, every), .requires(every, url),
      .requires(headers, url),
    ]
  }
}

extension DocumentDeclaration {
  /// The address while its keys are read; a mistake in one of them leaves the other in place.
  fileprivate var fetch: WebAddress {
    get { address ?? .blank }
    set { address = newValue }
  }
}
