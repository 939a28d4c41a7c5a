import FeedFormatting
import FeedModel

struct ActionKeys: KeySet {
  typealias Root = ActionDeclaration
  static let doc =
    "An action of readers: SQL statements with :id, :group, :now and declared parameters. "
    + ":now is a text such as 2026-07-01T18:30:00Z; unixepoch(:now) is the same in seconds."
  static let shape = KeyedShape<Self>("action", "an action", blank: .init(name: "", statements: []))

  let sql = Key("sql", .oneOrMore(.text(.statement)), \.statements)
    .required("The statements, which run in one transaction.")
  let item = Key("item", .oneOrMore(.name), \.items)
    .optional("The kinds of items that it applies to.")
  let section = Key("section", .oneOrMore(.name), \.sections)
    .optional("The sections that it applies to.")
  let needs = Key("needs", .oneOrMore(.text(.field)), \.needs)
    .optional("The required parameters.")
  let set = Key("set", .entries(.field, .scalar) { .init(name: $0, value: $1) }, \.defaults)
    .optional("The optional parameters with their defaults.")
  let check = Key("check", .oneOrMore(.condition), \.checks)
    .optional("Conditions on the parameters; the action is refused if one does not hold.")
  let undo = Key("undo", .oneOrMore(.text(.statement)), \.undo)
    .optional(
      "The statements that undo it, with its parameters; by default, the changed rows are restored."
    )
  let title = Key("title", .text(.title), \.title).optional("The title that users see.")
  let confirm = Key("confirm", .text(.title), \.confirm)
    .optional("A question that the page and the terminal ask before it runs.")
  let key = Key("key", .text(.keystroke), \.key).optional("The key of the keyboard that starts it.")
  let viewer = Key("viewer", .object(ViewerKeys.self), \.viewer)
    .optional(
      "The effect on the page of a served feed, for its viewer alone, instead of the statements."
    )

  var rules: [KeyRule] { [.excludes(viewer, needs)] }
}

struct ReorderingKeys: KeySet {
  typealias Root = Reordering
  static let doc = "The order that users can change."
  static let shape = KeyedShape<Self>("reordering", "a reordering", blank: Reordering(by: ""))

  let by = Key("by", .text(.field), \.by)
    .required("The first column of the source's order.")
  let across = Key("across", .boolean, \.isAcross)
    .optional("Whether objects may move to another group of the section.")
}

struct FoldKeys: KeySet {
  typealias Root = Fold
  static let doc = "The item that a folded group shows."
  static let shape = KeyedShape<Self>("fold", "a fold", blank: Fold(kind: "", text: .literal("")))

  let item = Key("item", .name, \.kind).required("The kind of item.")
  let text = Key("text", .timeless(.title), \.text)
    .required("The text; {count} is the number of objects, {title} the title of the group.")
}
