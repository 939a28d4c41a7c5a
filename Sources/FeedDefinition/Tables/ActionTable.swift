extension ObjectShape {
  /// An action.
  static let action: ObjectShape = .init(
    "action",
    "an action",
    doc: "What a reader may do: statements over :id, :group, :now and declared parameters."
  ) {
    [
      .required("sql", .oneOrMore(.statement), "The statements, run in one transaction."),
      .optional("item", .oneOrMore(.name), "The kinds of items that it is done to."),
      .optional("section", .oneOrMore(.name), "The sections that it is done to."),
      .optional("needs", .oneOrMore(.field), "The parameters that must be given."),
      .optional(
        "set",
        .map(keys: .field, values: .scalar),
        "The parameters that may be given, and what they are otherwise."
      ),
      .optional("title", .text(.title), "What it does, in words for people."),
      .optional("key", .text(.keystroke), "The key of a keyboard that does it."),
    ]
  }

  static let reordering: ObjectShape = .init(
    "reordering",
    "a reordering",
    doc: "How objects get another order."
  ) {
    [
      .required("by", .text(.field), "The column that the order of the source begins with."),
      .optional("across", .boolean, "Whether objects may go to another group of the section."),
    ]
  }

  static let fold: ObjectShape = .init(
    "fold",
    "a fold",
    doc: "The one item that is shown in place of a group that is folded away."
  ) {
    [
      .required("item", .text(.name), "The kind of item."),
      .required("text", .text(.title), "What it says; {count} objects, {title} of the group."),
    ]
  }
}

extension TextShape {
  /// A key of a keyboard.
  static let keystroke = TextShape(
    noun: "a key",
    pattern: "^([!-~]|enter|space)$",
    accepts: { text in
      if text == "enter" || text == "space" { return true }
      guard text.utf8.count == 1, let byte = text.utf8.first else { return false }
      return (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(byte)
    },
    example: "a character, or enter, or space"
  )
}
