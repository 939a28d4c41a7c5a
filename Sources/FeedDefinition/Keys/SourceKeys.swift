import FeedModel
import FeedQueries
import FeedStore

extension Form<SourceDeclaration.Kind> {
  static var source: Form {
    .choice(
      .from(.object(QueryKeys.self)) { .query($0.query) },
      .from(.object(DocumentKeys.self)) { .document($0.document, $0.query) }
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

  let from = Key("from", .text(.table), \.query.from)
    .required(
      "The table whose rows are the objects, with a primary key, or a view that only selects rows and columns of one."
    )
  let rows = RowKeys<Root>()
  let group = Key.group

  var rules: [KeyRule] { [.toldBy(from)] }
}

/// A declaration with a query, whose keys are the same everywhere.
protocol Querying: Sendable {
  var query: LiveQuery { get set }
}

extension Inclusion: Querying {}

extension FieldKey where Root: Querying {
  fileprivate static var group: FieldKey {
    FieldKey(
      "group",
      .short(.text(.grouping), or: GroupingKeys.self) { Grouping(by: $0) },
      \.query.group
    )
    .optional("The groups of the rows: an expression, or a map with its identity, order and title.")
  }
}

struct InclusionKeys: KeySet {
  typealias Root = Inclusion
  static let doc = "The children of each row, by their foreign key."
  static let shape = KeyedShape<Self>(
    "inclusion",
    "an include",
    blank: .init("", LiveQuery(from: ""), on: "")
  )

  let from = Key("from", .text(.table), \.query.from)
    .required("The table whose rows are the children.")
  let on = Key("on", .text(.foreignKey), \.on)
    .required("The children's column that holds the key of the parent.")
  let rows = RowKeys<Root>()
}

/// The rows of a query, an include or a document.
struct RowKeys<Root: Querying>: KeyGroup {
  let `where` = Key("where", .text(.sql), \.query.filter)
    .optional(
      "The condition of the rows; :now is compared with TEXT columns as a text, and with numbers as seconds since 1970."
    )
  let order = Key("order", .oneOrMore(.text(.sql)), \.query.order)
    .optional("The terms of the order; the primary key is the last term.")
  let limit = Key("limit", .integer(1...Int(Int32.max)), \.query.limit)
    .optional("The maximum number of rows: of the query, of each group, or of each parent.")
  let offset = Key("offset", .integer(0...Int(Int32.max)), \.query.offset).optional(
    "The number of rows before the first one shown: of the query, of each group, or of each parent."
  )
  let aggregates = Key(
    "aggregates",
    .named(.field, .object(AggregateKeys.self), by: \.name),
    \.query.aggregates
  )
  .optional("The aggregates of each row, by the name that items use.")
  let include = Key(
    "include",
    .named(.name, .object(InclusionKeys.self), by: \.name),
    \.query.include
  )
  .optional("The children of each row, by the name that sections use.")
}

struct GroupingKeys: KeySet {
  typealias Root = Grouping
  static let doc = "The groups of a query's rows."
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
  .optional("The aggregates of each group, by the name that titles use.")
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
  let from = Key("from", .text(.table), \.from)
    .required("The table whose rows are aggregated, with a primary key.")
  let on = Key("on", .text(.foreignKey), \.on)
    .required("Its column that holds the key of the object or the group.")
  let `where` = Key("where", .text(.sql), \.filter)
    .optional("The condition of the rows that count; by default all rows.")
}

/// A document, and the query over its objects.
struct QueriedDocument: Querying {
  var document = DocumentDeclaration(name: "")
  var query = LiveQuery(from: "")
}

struct DocumentKeys: KeySet {
  typealias Root = QueriedDocument
  static let doc =
    "A JSON document that holds a list of objects with ids, and a live query over these objects. "
    + "They are the rows of a table that has the name of the document, a column for each field that "
    + "the feed file mentions, and '_position', the place in the list, which is the order unless "
    + "'order' declares another. A member of an inner object is the field customer.name, in SQL "
    + "\"customer.name\" with the quotes. Queries can read the table, and no SQL can change it. "
    + "In SQL that also reads another table, a name alone is a column of that table if it has one of that name; "
    + "write 'ads.status' for the field of a document 'ads'."
  static let shape = KeyedShape<Self>("document", "a document", blank: QueriedDocument())

  let document = Key("document", .name, \.document.name)
    .required("The name of the document, and the entity of its objects.")
  let file = Key("file", .text(.path), \.document.file)
    .optional("The file; without this and 'url' the document is pushed.")
  let url = Key("url", .address) { $0.document.fetch.url = $1 }
    .optional("The address from which it is fetched while the feed runs.")
  let headers = Key("headers", .headers) { $0.document.fetch.headers = $1 }
    .optional("The headers of the requests; ${NAME} is a variable of the environment.")
  let every = Key("every", .duration, \.document.interval)
    .optional("The time between two fetches.")
  let stale = Key("stale", .duration, \.document.stale)
    .optional("The longest time without an answer of the address before the source is late.")
  let format = Key("format", .word(), \.document.format)
    .optional("The format of the document; by default json.")
  let items = Key("items", .documentPath, \.document.items)
    .optional("The path of the list; by default the document itself.")
  let id = Key("id", .text(.title), \.document.id)
    .optional("The field that is the id of an object; by default 'id'.")
  let rows = RowKeys<Root>()
  let group = Key.group

  var rules: [KeyRule] {
    [
      .toldBy(document), .excludes(file, url), .requires(url, every), .requires(every, url),
      .requires(headers, url), .requires(stale, url),
    ]
  }
}

extension DocumentDeclaration {
  /// The address while its keys are read; an invalid key does not discard the valid ones.
  fileprivate var fetch: WebAddress {
    get { address ?? .blank }
    set { address = newValue }
  }
}
