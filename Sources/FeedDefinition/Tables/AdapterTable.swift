extension ObjectShape {
  /// An adapter in its long form.
  static let adapter: ObjectShape = .init(
    "adapter",
    "an adapter",
    doc: "How foreign messages become rows, and how a recording of them is read."
  ) {
    [
      .required(
        "sql",
        .oneOrMore(.statement),
        "The statements that turn one message, :message, into rows."
      ),
      .optional(
        "each",
        .text(.jsonPath),
        "The list in a message for each of whose elements, :item, the statements run."
      ),
      .optional(
        "replace",
        .map(keys: .field, values: .object(.replacement)),
        "The tables of which a message is the whole: rows that it does not mention go away."
      ),
      .optional(
        "marks",
        .map(keys: .name, values: .text(.sql)),
        "Moments of a recording by which several are aligned, each a condition on :message."
      ),
      .optional(
        "items",
        .text(.jsonPath),
        "Where the messages stand in each value of a file; the value itself unless told."
      ),
      .optional("time", .object(.messageTime), "Where a message says its time."),
    ]
  }

  static let replacement: ObjectShape = .init(
    "replacement",
    "a replacement",
    doc: "A table of which a message is the whole."
  ) {
    [
      .required(
        "keys",
        .text(.sql),
        "A query for the primary keys of the rows that :message mentions."
      ),
      .optional(
        "where",
        .text(.sql),
        "The condition of the rows at stake; all of them without it."
      ),
    ]
  }

  static let messageTime: ObjectShape = .init(
    "messageTime",
    "a time",
    doc: "Where a message says its time, and how."
  ) {
    [
      .required("path", .text(.jsonPath), "Where the time stands in a message."),
      .optional(
        "unit",
        .text(.word(RecordingFormat.TimeUnit.allCases.map(\.rawValue))),
        "In which unit it stands; 's' unless told."
      ),
      .optional(
        "sort",
        .boolean,
        "Whether messages are played in the order of their times instead of that of the file."
      ),
    ]
  }
}
