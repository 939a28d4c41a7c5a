extension ObjectShape {
  /// A live query.
  static let query: ObjectShape = .init(
    "query",
    "a query",
    doc: "A live query over the store; its parts are SQL.",
    discriminators: ["from"]
  ) {
    [.required("from", .text(.field), "The table whose rows are the objects.")] + rows
      + [
        .optional(
          "group",
          .choice([.text(.sql), .object(.grouping)]),
          "How rows fall into groups: an expression, or its identity, order and title."
        )
      ]
  }

  static let grouping: ObjectShape = .init(
    "grouping",
    "a grouping",
    doc: "How the rows of a query fall into groups."
  ) {
    [
      .required("by", .text(.sql), "The expression whose value is the identity of a row's group."),
      .optional("order", .oneOrMore(.sql), "The terms that order the groups."),
      .optional("title", .text(.sql), "The expression whose value is the title of the group."),
      .optional("folded", .text(.sql), "The expression that is true for a folded group."),
      .optional(
        "aggregates",
        .map(keys: .field, values: .object(.aggregate)),
        "What is computed for each group, by the name that titles call it."
      ),
    ]
  }

  /// A value that is computed from the rows that refer to an object or a group.
  static let aggregate: ObjectShape = .init(
    "aggregate",
    "an aggregate",
    doc: "A value that is computed from the rows that refer to an object or a group."
  ) {
    [
      .required("value", .text(.sql), "The aggregate, for example 'count(*)' or 'max(price)'."),
      .required("from", .text(.field), "The table whose rows are aggregated."),
      .required("on", .text(.field), "Its column that holds the key of the object or the group."),
      .optional("where", .text(.sql), "Which of its rows count; all of them unless told."),
    ]
  }

  /// Children of the rows of a query.
  static let inclusion: ObjectShape = .init(
    "inclusion",
    "an include",
    doc: "Children that come with each row, by their foreign key."
  ) {
    [
      .required("from", .text(.field), "The table whose rows are the children."),
      .required("on", .text(.field), "The children's column that holds the key of the parent."),
    ] + rows
  }

  private static var rows: [FieldShape] {
    [
      .optional("where", .text(.sql), "The condition that rows must meet."),
      .optional("order", .oneOrMore(.sql), "The terms of the order; the primary key is the last."),
      .optional(
        "limit",
        .integer(1...Int(Int32.max)),
        "How many rows there are at the most: in all, in each group, or of each parent."
      ),
      .optional(
        "offset",
        .integer(0...Int(Int32.max)),
        "How many rows come before the first that is shown: in all, in each group, or of each parent."
      ),
      .optional(
        "aggregates",
        .map(keys: .field, values: .object(.aggregate)),
        "What is computed for each row, by the name that items call it."
      ),
      .optional(
        "include",
        .map(keys: .name, values: .object(.inclusion)),
        "Children of each row, by the name that sections call them."
      ),
    ]
  }

  /// A document.
  static let document: ObjectShape = .init(
    "document",
    "a document",
    doc: "A JSON document that holds a list of objects with ids.",
    discriminators: ["document"]
  ) {
    [
      .required(
        "document",
        .text(.name),
        "The name of the document, and the entity of its objects."
      ),
      .optional("file", .text(.path), "The file that holds it; without one it is pushed."),
      .optional(
        "items",
        .text(.jsonPath),
        "Where the list stands; the whole document unless told."
      ),
      .optional("id", .text(.title), "The field of an object that is its id; 'id' unless told."),
    ]
  }
}
