import FeedFormatting
import FeedModel

struct SectionKeys: KeySet {
  typealias Root = SectionDeclaration
  static let doc =
    "A section: a source, its items and its layout. A feed shows an item once: if two sections have the "
    + "same kind of item about the same row, only the first of them shows it. Name another kind of item "
    + "in one of the two to see the row in both; `feed check` warns of such sections (`shared-item`)."
  static let shape = KeyedShape<Self>(
    "section",
    "a section",
    blank: .init(id: "", source: "", template: ObjectTemplate(items: []))
  )

  let id = Key("id", .name, \.id).required("The id of the section.")
  let source = Key("source", .name, \.source).required("The source whose objects it shows.")
  let title = Key("title", .timeless(.any), \.title)
    .optional(
      "The title of the section; {title} is the title of its group, {count} the number of objects."
    )
  let header = Key(
    "header",
    .short(.timeless(.title), or: HeaderKeys.self) { Header(text: $0) },
    \.header
  )
  .optional("The header of the section.")
  let yield = YieldKeys<SectionDeclaration>(of: "each object", "an object")
  let placeholder = Key("placeholder", .object(NoticeKeys.self), \.placeholder)
    .optional("The item that is shown if there are no objects; not for a source with groups.")
  let folded = Key("folded", .object(FoldKeys.self), \.folded)
    .optional("The item that a folded group shows.")
  let reorder = Key(
    "reorder",
    .short(.text(.field), or: ReorderingKeys.self) { Reordering(by: $0) },
    \.reorder
  )
  .optional("The order that users can change: a column, or a map.")
  let insert = Key(
    "insert",
    .entries(.field, .scalar) { .init(column: $0, value: .init($1)) },
    \.insert
  )
  .optional("The defaults of columns of new rows: a value, first, last, or now.")
  let layout = Key("layout", .text(.name), \.layout).optional("The name of its layout.")
}

struct ChildrenKeys: KeySet {
  typealias Root = ChildrenTemplate
  static let doc = "The items that the children of an object yield."
  static let shape = KeyedShape<Self>(
    "children",
    "an 'each'",
    blank: .init(include: "", template: ObjectTemplate(items: []))
  )

  let each = Key("each", .text(.name), \.include)
    .required("The include of the source whose children they are.")
  let yield = YieldKeys<ChildrenTemplate>(of: "each child", "a child")
  let slots = Key("slots", .integer(1...1000), \.slots)
    .optional("The number of slots in a row of children.")
  let fill = Key("fill", .name, \.fill)
    .optional("The kind of item that fills the empty slots of the last row.")
  let maxWidth = Key("maxWidth", .number(.length)) { $0.widths = CellWidths(most: $1) }
    .optional(
      "The maximum width of a slot in a terminal, in points; on a web page the slots of a row share"
        + " its width."
    )
  let label = Key("label", .number(.length)) { $0.widths?.label = $1 }
    .optional(
      "The width of the item before the children, which a terminal shows next to their first row if"
        + " that leaves each slot half of its maximum width; on a web page it has its own line."
    )
  let empty = Key("empty", .object(NoticeKeys.self), \.empty)
    .optional("The item that is shown if there are no children.")
  let heads = Key(
    "heads",
    .entries(.word(ColumnHead.Role.allCases.map(\.rawValue)), .text(.title)) { ($0, $1) }
  ) { children, heads in
    children.heads = heads.compactMap { role, text in
      ColumnHead.Role(rawValue: role).map { ColumnHead($0, text) }
    }
  }
  .optional("The column heads of a web page, by the role of the items below.")

  var rules: [KeyRule] {
    [.requires(fill, slots), .requires(maxWidth, slots), .requires(label, maxWidth)]
  }
}

/// The keys for the items of an object, whether it belongs to the section or is a child.
struct YieldKeys<Root: Yielding>: KeyGroup {
  let item: Key
  let items: Key
  let when: Key

  init(of eachObject: String, _ anObject: String) {
    item = Key("item", .name) {
      $0.template.items = [.item(kind: $1)]
    }
    .optional("The kind of the one item that \(eachObject) yields.")
    items = Key(
      "items",
      .list(
        .choice(
          .from(.name) { .item(kind: $0) },
          .from(.object(ChildrenKeys.self)) { .each($0) }
        ),
        least: 1
      ),
      \.template.items
    )
    .optional("The items that \(eachObject) yields.")
    when = Key("when", .oneOrMore(.object(ConditionKeys.self)), \.template.when)
      .optional("Fields that make \(anObject) yield one single item.")
  }

  var rules: [KeyRule] { [.exactlyOne(item, items)] }
}

/// A declaration that yields items.
protocol Yielding: Sendable {
  var template: ObjectTemplate { get set }
}

extension SectionDeclaration: Yielding {}
extension ChildrenTemplate: Yielding {}

struct ConditionKeys: KeySet {
  typealias Root = Condition
  static let doc =
    "Fields with expected values, and the kind of item that is shown if they match."
  static let shape = KeyedShape<Self>(
    "condition",
    "a condition",
    blank: .init(fields: [], kind: "")
  )

  let item = Key("item", .name, \.kind).required("The kind of the single item.")
  let fields = OtherKeys<Condition>(.scalar) {
    $0.fields.append(Condition.Field(name: $1, value: $2))
  }

  var rules: [KeyRule] { [.least(2, example: "for example {status: suspended, item: locked}")] }
}

struct HeaderKeys: KeySet {
  typealias Root = Header
  static let doc = "The header of a section."
  static let shape = KeyedShape<Self>("header", "a header", blank: Header(text: .literal("")))

  let text = Key("text", .timeless(.title), \.text)
    .required("The text; {title} is the title of the group, {count} the number of objects.")
  let pin = Key("pin", .boolean, \.pin)
    .optional("Whether it stays visible while its section scrolls.")
}

struct NoticeKeys: KeySet {
  typealias Root = Notice
  static let doc = "A notice that there is nothing to show."
  static let shape = KeyedShape<Self>("notice", "a notice", blank: Notice(kind: "", text: ""))

  let item = Key("item", .name, \.kind).required("The kind of item.")
  let text = Key("text", .text(.title), \.text).required("The text.")
}
