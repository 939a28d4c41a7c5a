import FeedFormatting
import FeedModel

struct ActionKeys: KeySet {
  typealias Root = ActionDeclaration
  static let doc =
    "What a reader may do: statements over :id, :group, :now and declared parameters."
  static let shape = KeyedShape<Self>("action", "an action", blank: .init(name: "", statements: []))

  let sql = Key("sql", .oneOrMore(.text(.statement)), \.statements)
    .required("The statements, run in one transaction.")
  let item = Key("item", .oneOrMore(.name), \.items)
    .optional("The kinds of items that it is done to.")
  let section = Key("section", .oneOrMore(.name), \.sections)
    .optional("The sections that it is done to.")
  let needs = Key("needs", .oneOrMore(.text(.field)), \.needs)
    .optional("The parameters that must be given.")
  let set = Key("set", .entries(.field, .scalar) { .init(name: $0, value: $1) }, \.defaults)
    .optional("The parameters that may be given, and what they are otherwise.")
  let check = Key("check", .oneOrMore(.condition), \.checks)
    .optional("What must hold for the parameters, or else nothing is done.")
  let undo = Key("undo", .oneOrMore(.text(.statement)), \.undo)
    .optional(
      "The statements that undo it, with its parameters; else the rows are put back that it changed."
    )
  let title = Key("title", .text(.title), \.title).optional("What it does, in words for people.")
  let key = Key("key", .text(.keystroke), \.key).optional("The key of a keyboard that does it.")
  let viewer = Key("viewer", .object(ViewerKeys.self), \.viewer)
    .optional("What it does on the page of a served feed instead, for its viewer alone.")

  var rules: [KeyRule] { [.excludes(viewer, needs)] }
}

struct ReorderingKeys: KeySet {
  typealias Root = Reordering
  static let doc = "How objects get another order."
  static let shape = KeyedShape<Self>("reordering", "a reordering", blank: Reordering(by: ""))

  let by = Key("by", .text(.field), \.by)
    .required("The column that the order of the source begins with.")
  let across = Key("across", .boolean, \.isAcross)
    .optional("Whether objects may go to another group of the section.")
}

struct FoldKeys: KeySet {
  typealias Root = Fold
  static let doc = "The one item that is shown in place of a group that is folded away."
  static let shape = KeyedShape<Self>("fold", "a fold", blank: Fold(kind: "", text: .literal("")))

  let item = Key("item", .name, \.kind).required("The kind of item.")
  let text = Key("text", .timeless(.title), \.text)
    .required("What it says; {count} objects, {title} of the group.")
}
