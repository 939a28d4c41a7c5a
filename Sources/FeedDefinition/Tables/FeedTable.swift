extension ObjectShape {
  /// The whole file.
  static let feed: ObjectShape = .init(
    "feed",
    "a feed file",
    doc: "A feed: its sources, sections, items and layouts."
  ) {
    [
      .required("feed", .integer(1...1), "The version of the format, which is 1."),
      .optional("title", .text(.title), "What the feed is called."),
      .optional("store", .object(.store), "The store that the queries read."),
      .optional(
        "sources",
        .map(keys: .name, values: .choice([.object(.query), .object(.document)])),
        "Where objects come from, by name."
      ),
      .optional(
        "sections",
        .list(.object(.section), least: 0),
        "The sections, in the order of the feed."
      ),
      .optional(
        "items",
        .map(keys: .name, values: .object(.appearance)),
        "What each kind of item shows, by kind."
      ),
      .optional(
        "layouts",
        .map(keys: .name, values: .object(.layoutSection)),
        "The layouts, by name."
      ),
      .optional("layout", .object(.layoutWhole), "What holds for the layout as a whole."),
      .optional(
        "adapters",
        .map(
          keys: .name,
          values: .choice([
            .text(.statement), .list(.text(.statement), least: 1), .object(.adapter),
          ])
        ),
        "What turns one foreign message into rows, by name: statements alone, or more."
      ),
      .optional(
        "actions",
        .map(keys: .name, values: .object(.action)),
        "What readers may do to items and sections, by name."
      ),
    ]
  }

  static let store: ObjectShape = .init("store", "a store", doc: "The store that the queries read.")
  {
    [
      .required("schema", .text(.path), "The file that holds the schema as plain SQL."),
      .optional(
        "seed",
        .text(.path),
        "A fixture that is applied once, to an empty store, as one transaction."
      ),
    ]
  }

  static let appearance: ObjectShape = .init(
    "appearance",
    "an item",
    doc: "What a kind of item shows. Texts hold fields in braces: {name}, {price:0.00}."
  ) {
    [
      .optional("title", .text(.any), "What the item is called."),
      .optional("subtitle", .text(.any), "What is said about it in a smaller voice."),
      .optional("value", .text(.any), "The figure that it is there for, as a price."),
      .optional("badge", .text(.any), "A short text in a corner."),
      .optional("image", .text(.any), "The place of a picture."),
      .optional(
        "flags",
        .map(keys: .name, values: .text(.field)),
        "Marks, each with the field that raises it unless it is NULL, zero or empty."
      ),
    ]
  }
}
