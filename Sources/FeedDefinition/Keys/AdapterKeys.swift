import FeedStore

extension Form<AdapterDeclaration> {
  /// An adapter in its short form, the statements alone, or a map.
  static var adapter: Form {
    .choice(
      .from(.text(.statement)) { AdapterDeclaration(adapter: [$0]) },
      .from(.list(.text(.statement), least: 1)) {
        AdapterDeclaration(adapter: Adapter(statements: $0))
      },
      .object(AdapterKeys.self)
    )
  }
}

struct AdapterKeys: KeySet {
  typealias Root = AdapterDeclaration
  static let doc = "The conversion of foreign messages to rows, and the format of their recordings."
  static let shape = KeyedShape<Self>("adapter", "an adapter", blank: .init(adapter: []))

  let sql = Key("sql", .oneOrMore(.text(.statement)), \.adapter.statements)
    .optional("The statements that convert one message, :message, to rows.")
  let cases = Key("cases", .list(.object(CaseKeys.self), least: 1), \.adapter.cases)
    .optional("Statements for some messages only: each case has a condition.")
  let `let` = Key("let", .namedQueries, \.adapter.namedQueries)
    .optional("Queries of a message whose rows the statements and cases read as tables, by name.")
  let each = Key("each", .text(.jsonPath), \.adapter.each)
    .optional("The list in a message; the statements run once for each element, :item.")
  let replace = Key(
    "replace",
    .named(.field, .object(ReplacementKeys.self), by: \.table),
    \.adapter.replacements
  )
  .optional("The tables that a message replaces: rows that it does not mention are deleted.")
  let position = Key("position", .positionPaths, \.position)
    .optional(
      "The path of the value in a message at which its source resumes, or several paths by name."
    )
  let marks = Key("marks", .dictionary(.name, .text(.sql)), \.adapter.marks)
    .optional("Moments by which several recordings are aligned: conditions on :message.")
  let items = Key("items", .documentPath, \.recording.items)
    .optional("The path of the messages in each value of a file; by default the value itself.")
  let time = Key("time", .object(MessageTimeKeys.self)) {
    $0.recording.time = $1.time
    $0.recording.unit = $1.unit
    $0.recording.isSorted = $1.isSorted
  }
  .optional("The time of a message.")

  var rules: [KeyRule] { [.anyOf(sql, cases)] }
}

extension Form<PositionPaths> {
  /// One path, or several paths with names.
  static var positionPaths: Form {
    .choice(
      .from(Form<JSONPath>.documentPath) { PositionPaths(["": $0]) },
      .from(.dictionary(.field, .documentPath)) { $0.isEmpty ? nil : PositionPaths($0) }
    )
  }
}

extension Form<[Adapter.NamedQuery]> {
  static var namedQueries: Form {
    .entries(.field, .text(.sql)) { Adapter.NamedQuery(name: $0, sql: $1) }
  }
}

struct CaseKeys: KeySet {
  typealias Root = Adapter.Case
  static let doc = "Statements for the messages that meet a condition."
  static let shape = KeyedShape<Self>(
    "case",
    "a case",
    blank: Adapter.Case(condition: "", statements: [])
  )

  let when = Key("when", .text(.sql), \.condition)
    .required("The condition on :message or :item, evaluated before any statement runs.")
  let sql = Key("sql", .oneOrMore(.text(.statement)), \.statements)
    .required("The statements.")
  let `let` = Key("let", .namedQueries, \.namedQueries)
    .optional("Queries whose rows only these statements read.")
}

struct ReplacementKeys: KeySet {
  typealias Root = Adapter.Replacement
  static let doc = "A table that a message replaces."
  static let shape = KeyedShape<Self>(
    "replacement",
    "a replacement",
    blank: Adapter.Replacement(table: "", keys: "")
  )

  let keys = Key("keys", .text(.sql), \.keys)
    .required("A query for the primary keys of the rows that :message mentions.")
  let `where` = Key("where", .text(.sql), \.scope)
    .optional("The condition of the rows that may be deleted; by default all rows.")
}

struct MessageTimeKeys: KeySet {
  typealias Root = RecordingFormat
  static let doc = "The time of a message, and its unit."
  static let shape = KeyedShape<Self>("messageTime", "a time", blank: RecordingFormat())

  let path = Key("path", .documentPath, \.time).required(
    "The path of the time in a message; $ if the time precedes the message."
  )
  let unit = Key("unit", .word(), \.unit).optional("The unit; by default 's'.")
  let sort = Key("sort", .boolean, \.isSorted).optional(
    "Whether messages are replayed in the order of their times, once the whole file is read."
  )
}
