extension NumberShape {
  /// A place, an offset or an inset.
  static let any = NumberShape(least: -1_000_000, most: 1_000_000)
  /// A distance between things.
  static let length = NumberShape(least: 0, most: 1_000_000)
  /// A width or a height.
  static let size = NumberShape(least: 0, most: 1_000_000)
  /// A fraction of a length; more than the whole is allowed and linted.
  static let fraction = NumberShape(least: 0, most: 1000)
}

extension TextShape {
  /// A length in its short form.
  static let dimension = TextShape(
    noun: "a length",
    pattern: ShortForm.length,
    accepts: ShortForm.isLength,
    example: "for example 44, 50%, 50%w, ~44 (estimated) or =44 (uniform)"
  )

  /// A spacing in its short form.
  static let spacing = TextShape(
    noun: "a spacing",
    pattern: ShortForm.spacing,
    accepts: ShortForm.isSpacing,
    example: "for example 8, or \">=8\" for at least 8"
  )

  /// An edge or a corner, as an anchor.
  static let edge = TextShape.word(["top", "leading", "bottom", "trailing"])
}

extension Shape {
  static let layoutIndex: Shape = .integer(-1_000_000...1_000_000)

  static let layoutDimension: Shape = .choice([
    .number(.size), .text(.dimension), .object(.dimension),
  ])

  static let layoutSize: Shape = .choice([
    .object(.size), .pair(layoutDimension),
  ])

  static let layoutSpacing: Shape = .choice([
    .number(.length), .text(.spacing), .object(.spacing),
  ])

  static let insets: Shape = .choice([
    .number(.any), .tuple(.number(.any), count: 1), .tuple(.number(.any), count: 2),
    .tuple(.number(.any), count: 4),
    .object(.insets),
  ])

  static let edgeSpacing: Shape = .choice([layoutSpacing, .object(.edges)])

  static let anchor: Shape = .choice([
    .text(.edge), .list(.text(.edge), least: 0), .object(.anchor),
  ])

  /// A list of exactly two.
  static func pair(_ shape: Shape) -> Shape { .tuple(shape, count: 2) }
}

extension ObjectShape {
  /// How insets are written, for the keys that hold them.
  static let edgesDoc =
    "The room inside the edges: one number; two for top and bottom, and the sides; four for top,"
    + " leading, bottom, trailing; or by name."

  static let size: ObjectShape = .init("size", "a size", doc: "A width and a height.") {
    [
      .optional("width", .layoutDimension, "The width; 100% unless told."),
      .optional("height", .layoutDimension, "The height; 100% unless told."),
    ]
  }

  static let dimension: ObjectShape = .init(
    "dimension",
    "a length",
    doc: "A length in its long form.",
    exactlyOne: [
      ["fractionalWidth", "fractionalHeight", "absolute", "estimated", "uniformAcrossSiblings"]
    ]
  ) {
    [
      .optional("fractionalWidth", .number(.fraction), "A fraction of the container's width."),
      .optional("fractionalHeight", .number(.fraction), "A fraction of the container's height."),
      .optional("absolute", .number(.size), "So many points."),
      .optional("estimated", .number(.size), "So many points until it is measured."),
      .optional(
        "uniformAcrossSiblings",
        .number(.size),
        "So many points until it is measured; then as long as the largest sibling."
      ),
    ]
  }

  static let spacing: ObjectShape = .init(
    "spacing",
    "a spacing",
    doc: "A spacing in its long form.",
    exactlyOne: [["fixed", "flexible"]]
  ) {
    [
      .optional("fixed", .number(.length), "Exactly so many points."),
      .optional("flexible", .number(.length), "At least so many points."),
    ]
  }

  static let insets: ObjectShape = .init(
    "insets",
    "a map of insets",
    doc: "The room inside the edges."
  ) {
    [
      .optional("top", .number(.any), "Below the top edge."),
      .optional("leading", .number(.any), "After the leading edge."),
      .optional("bottom", .number(.any), "Above the bottom edge."),
      .optional("trailing", .number(.any), "Before the trailing edge."),
    ]
  }

  static let edges: ObjectShape = .init(
    "edges",
    "an edge spacing",
    doc: "The room around an item or a group.",
    discriminators: ["leading", "top", "trailing", "bottom"]
  ) {
    [
      .optional("leading", .layoutSpacing, "Before it."),
      .optional("top", .layoutSpacing, "Above it."),
      .optional("trailing", .layoutSpacing, "After it."),
      .optional("bottom", .layoutSpacing, "Below it."),
    ]
  }

  static let anchor: ObjectShape = .init("anchor", "an anchor", doc: "A point, named by edges.") {
    [
      .optional(
        "edges",
        .choice([.text(.edge), .list(.text(.edge), least: 0)]),
        "The edges that name the point; none for the centre."
      ),
      .optional(
        "offset",
        .tuple(.number(.any), count: 2),
        "How far it is moved, as [x, y] in points."
      ),
      .optional(
        "fractionalOffset",
        .tuple(.number(.any), count: 2),
        "How far it is moved, as [x, y] in sizes of the view itself."
      ),
    ]
  }
}
