import FeedLayout

extension ObjectShape {
  /// What holds for the layout as a whole.
  static let layoutWhole: ObjectShape = .init(
    "layoutWhole",
    "a layout",
    doc: "What holds for the layout as a whole."
  ) {
    [
      .optional("scroll", .text(.cases(Axis.self)), "The direction in which sections follow."),
      .optional("spacing", .number(.length), "The room between two sections."),
      .optional(
        "boundary",
        .list(.object(.boundaryItem), least: 0),
        "Headers and footers of the whole."
      ),
      .optional(
        "insetsReference",
        .text(.cases(ContentInsetsReference.self)),
        "What insets are counted from where a section does not say."
      ),
      .optional("direction", .text(.cases(LayoutDirection.self)), "The direction of reading."),
    ]
  }

  /// One named layout.
  static let layoutSection: ObjectShape = .init(
    "layoutSection",
    "a layout",
    doc: "A group that repeats, a grid of rows and columns, or a preset; with what is around it.",
    requires: ["list": ["preset"]],
    excludes: exclusions
  ) {
    sectionFields
      + [
        .optional(
          "variants",
          .list(.object(.layoutVariant), least: 1),
          "Layouts that stand in at some widths; the first that fits is taken."
        )
      ]
  }

  static let layoutVariant: ObjectShape = .init(
    "layoutVariant",
    "a variant",
    doc: "A layout that stands in for another at some widths.",
    requires: ["list": ["preset"]],
    excludes: exclusions
  ) {
    [.required("when", .object(.widths), "The widths at which it stands in.")] + sectionFields
  }

  static let widths: ObjectShape = .init(
    "widths",
    "a condition",
    doc: "Widths of the container, in points.",
    least: 1,
    example: "for example {maxWidth: 600}"
  ) {
    [
      .optional("minWidth", .number(.size), "The smallest width, itself included."),
      .optional("maxWidth", .number(.size), "The largest width, itself included."),
    ]
  }

  private static let exclusions = [
    ("group", "columns"), ("group", "height"), ("group", "preset"), ("preset", "columns"),
    ("preset", "height"),
  ]

  private static var sectionFields: [FieldShape] {
    [
      .optional("group", .object(.layoutGroup), "The group that repeats."),
      .optional("columns", .integer(1...1000), "Without a group: how many items share a row."),
      .optional(
        "height",
        .layoutDimension,
        "Without a group: the height of a row; ~44 unless told."
      ),
      .optional("preset", .text(.word(["list"])), "A ready-made layout."),
      .optional("list", .object(.list), "How the preset list looks."),
      .optional(
        "scroll",
        .text(.cases(OrthogonalScrolling.self)),
        "How the groups scroll across the direction of the feed."
      ),
      .optional("feel", .object(.feel), "How that scrolling feels; no frame depends on it."),
      .optional(
        "spacing",
        .number(.length),
        "The room between groups; in a grid between columns too."
      ),
      .optional("insets", .insets, edgesDoc),
      .optional(
        "insetsReference",
        .text(.cases(ContentInsetsReference.self)),
        "What the insets are counted from."
      ),
      .optional("boundary", .list(.object(.boundaryItem), least: 0), "Headers, footers and sides."),
      .optional(
        "boundaryInsetsReference",
        .text(.cases(ContentInsetsReference.self)),
        "What the boundary items are counted from."
      ),
      .optional(
        "boundaryFollowsInsets",
        .boolean,
        "Whether boundary items keep inside the insets."
      ),
      .optional(
        "decorations",
        .list(.choice([.text(.name), .object(.decoration)]), least: 0),
        "Backgrounds, by kind."
      ),
    ]
  }

  static let feel: ObjectShape = .init("feel", "a feel", doc: "How an orthogonal section feels.") {
    typealias Properties = OrthogonalScrollingProperties
    return [
      .optional("bounce", .text(.cases(Properties.Bounce.self)), "Whether it springs back."),
      .optional(
        "deceleration",
        .text(.cases(Properties.DecelerationRate.self)),
        "How quickly it comes to rest."
      ),
    ]
  }

  static let list: ObjectShape = .init("list", "a list", doc: "How the preset list looks.") {
    [
      .optional("appearance", .text(.cases(ListAppearance.self)), "The look."),
      .optional("header", .text(.cases(ListBoundaryMode.self)), "What stands above the rows."),
      .optional(
        "footer",
        .text(.word(["none", "supplementary"])),
        "What stands below the rows."
      ),
      .optional("headerTopPadding", .number(.size), "The room above a header."),
      .optional("rowHeight", .number(.size), "The height of a row until it is measured."),
      .optional("separators", .boolean, "Whether lines are drawn between rows."),
    ]
  }
}

extension TextShape {
  static func cases<T: CaseIterable & RawRepresentable<String>>(_ type: T.Type) -> TextShape {
    .word(T.allCases.map(\.rawValue))
  }
}
