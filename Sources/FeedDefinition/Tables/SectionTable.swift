extension ObjectShape {
  /// A section.
  static let section: ObjectShape = .init(
    "section",
    "a section",
    doc: "What is shown of a source, and how.",
    exactlyOne: [["item", "items"]]
  ) {
    [
      .required("id", .text(.name), "The id of the section."),
      .required("source", .text(.name), "The source whose objects it shows."),
      .optional(
        "title",
        .text(.any),
        "What the section is called; {title} is the title of its group."
      ),
      .optional(
        "header",
        .choice([.text(.title), .object(.header)]),
        "The header that stands above it."
      ),
      .optional("item", .text(.name), "The kind of the one item that each object yields."),
      .optional("items", .list(itemTemplate, least: 1), "The items that each object yields."),
      .optional("when", whenShape, "Fields that make an object yield one single item."),
      .optional("placeholder", .object(.notice), "What is shown when there are no objects."),
      .optional(
        "folded",
        .object(.fold),
        "What is shown in place of a group that is folded away."
      ),
      .optional(
        "reorder",
        .choice([.text(.field), .object(.reordering)]),
        "How objects get another order: the column, or more."
      ),
      .optional(
        "insert",
        .map(keys: .field, values: .scalar),
        "What columns of new rows hold unless told: a value, first, last, or now."
      ),
      .optional("layout", .text(.name), "The name of its layout."),
    ]
  }

  static let header: ObjectShape = .init("header", "a header", doc: "The header of a section.") {
    [
      .required("text", .text(.title), "What it says; {title} is the title of the group."),
      .optional("pin", .boolean, "Whether it stays in sight while its section scrolls by."),
    ]
  }

  static let notice: ObjectShape = .init(
    "notice",
    "a notice",
    doc: "An item that says that there is nothing to show."
  ) {
    [
      .required("item", .text(.name), "The kind of item."),
      .required("text", .text(.title), "What it says."),
    ]
  }

  /// What the children of an object yield.
  static let children: ObjectShape = .init(
    "children",
    "an 'each'",
    doc: "The items that the children of an object yield.",
    exactlyOne: [["item", "items"]],
    requires: ["fill": ["slots"]]
  ) {
    [
      .required("each", .text(.name), "The include of the source whose children they are."),
      .optional("item", .text(.name), "The kind of the one item that each child yields."),
      .optional("items", .list(itemTemplate, least: 1), "The items that each child yields."),
      .optional("when", whenShape, "Fields that make a child yield one single item."),
      .optional("slots", .integer(1...1000), "How many places a row of children has."),
      .optional(
        "fill",
        .text(.name),
        "The kind of item that fills the places of the last row that have no child."
      ),
      .optional("empty", .object(.notice), "What is shown when there are no children."),
    ]
  }

  static let condition: ObjectShape = .init(
    "condition",
    "a condition",
    doc: "Fields and the values that they must have, and the kind of item that is then shown.",
    others: .scalar,
    least: 2,
    example: "for example {status: suspended, item: locked}"
  ) {
    [.required("item", .text(.name), "The kind of the single item.")]
  }

  private static let itemTemplate: Shape = .choice([.text(.name), .object(.children)])
  private static let whenShape: Shape = .choice([
    .object(.condition), .list(.object(.condition), least: 1),
  ])
}
