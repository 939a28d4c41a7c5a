import FeedDocuments
import FeedStore

extension Form<AdapterDeclaration> {
  /// Statements alone, or more.
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
  static let doc = "How foreign messages become rows, and how a recording of them is read."
  static let shape = KeyedShape<Self>("adapter", "an adapter", blank: .init(adapter: []))

  let sql = Key("sql", .oneOrMore(.text(.statement)), \.adapter.statements)
    .optional("The statements that turn one message, :message, into rows.")
  let cases = Key("cases", .list(.object(CaseKeys.self), least: 1), \.adapter.cases)
    .optional("Statements for some messages only: those of each case whose condition holds.")
  let `let` = Key("let", .namedQueries, \.adapter.namedQueries)
    .optional("Queries of a message whose rows the statements and cases read as tables, by name.")
  let each = Key("each", .text(.jsonPath), \.adapter.each)
    .optional("The list in a message for each of whose elements, :item, the statements run.")
  let replace = Key(
    "replace",
    .named(.field, .object(ReplacementKeys.self), by: \.table),
    \.adapter.replacements
  )
  .optional("The tables of which a message is the whole: rows that it does not mention go away.")
  let marks = Key("marks", .dictionary(.name, .text(.sql)), \.adapter.marks)
    .optional("Moments of a recording by which several are aligned, each a condition on :message.")
  let items = Key("items", .documentPath, \.recording.items)
    .optional("Where the messages stand in each value of a file; the value itself unless told.")
  let time = Key("time", .object(MessageTimeKeys.self)) {
    $0.recording.time = $1.time
    $0.recording.unit = $1.unit
    $0.recording.isSorted = $1.isSorted
  }
  .optional("Where a message says its time.")

  var rules: [KeyRule] { [.anyOf(sql, cases)] }
}

extension Form<[Adapter.NamedQuery]> {
  static var namedQueries: Form {
    .entries(.field, .text(.sql)) { Adapter.NamedQuery(name: $0, sql: $1) }
  }
}

struct CaseKeys: KeySet {
  typealias Root = Adapter.Case
  static let doc = "Statements for those messages for which a condition holds."
  static let shape = KeyedShape<Self>(
    "case",
    "a case",
    blank: Adapter.Case(condition: "", statements: [])
  )

  let when = Key("when", .text(.sql), \.condition)
    .required("The condition on :message or :item, asked before any statement runs.")
  let sql = Key("sql", .oneOrMore(.text(.statement)), \.statements)
    .required("The statements that run where it holds.")
  let `let` = Key("let", .namedQueries, \.namedQueries)
    .optional("Queries whose rows only these statements read, asked where the condition holds.")
}

struct ReplacementKeys: KeySet {
  typealias Root = Adapter.Replacement
  static let doc = "A table of which a message is the whole."
  static let shape = KeyedShape<Self>(
    "replacement",
    "a replacement",
    blank: Adapter.Replacement(table: "", keys: "")
  )

  let keys = Key("keys", .text(.sql), \.keys)
    .required("A query for the primary keys of the rows that :message mentions.")
  let `where` = Key("where", .text(.sql), \.scope)
    .optional("The condition of the rows at stake; all of them without it.")
}

struct MessageTimeKeys: KeySet {
  typealias Root = RecordingFormat
  static let doc = "Where a message says its time, and how."
  static let shape = KeyedShape<Self>("messageTime", "a time", blank: RecordingFormat())

  let path = Key("path", .documentPath, \.time).required(
    "Where the time stands in a message; $ for messages with their time in front of them."
  )
  let unit = Key("unit", .word(), \.unit).optional("In which unit it stands; 's' unless told.")
  let sort = Key("sort", .boolean, \.isSorted).optional(
    "Whether messages are played in the order of their times instead of that of the file."
  )
}
