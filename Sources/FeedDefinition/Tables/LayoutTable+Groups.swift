import FeedLayout

extension ObjectShape {
  /// A group of a layout.
  static let layoutGroup: ObjectShape = .init(
    "layoutGroup",
    "a group",
    doc: "A container that lines its members up, and is repeated.",
    discriminators: ["horizontal", "vertical", "custom"],
    exactlyOne: [["horizontal", "vertical", "custom"]],
    requires: ["columns": ["horizontal"], "rows": ["vertical"]],
    excludes: [("columns", "repeat"), ("rows", "repeat"), ("custom", "repeat")]
  ) {
    [
      .optional("horizontal", members, "The members, from the leading to the trailing edge."),
      .optional("vertical", members, "The members, from the top to the bottom."),
      .optional(
        "custom",
        .list(.choice([.tuple(.number(.any), count: 4), .object(.place)]), least: 1),
        "The frames of the members, as [x, y, width, height] from the group's corner."
      ),
      .optional(
        "size",
        .layoutSize,
        "The size; as wide as what contains it, ~44 high unless told."
      ),
      .optional("columns", .integer(1...1000), "How many members share the width equally."),
      .optional("rows", .integer(1...1000), "How many members share the height equally."),
      .optional(
        "repeat",
        .integer(1...1000),
        "How many members there are, each of its own length."
      ),
      .optional("spacing", .layoutSpacing, "The room between neighbours."),
      .optional("insets", .insets, edgesDoc),
      .optional("edges", .edgeSpacing, "The room around the group."),
      .optional(
        "supplementaries",
        .list(.object(.supplementary), least: 0),
        "Views anchored to the group."
      ),
    ]
  }

  /// A place of one cell.
  static let layoutItem: ObjectShape = .init("layoutItem", "an item", doc: "The place of one cell.")
  {
    [
      .optional("size", .layoutSize, "The size; the whole of its group unless told."),
      .optional("insets", .insets, edgesDoc),
      .optional("edges", .edgeSpacing, "The room around the item."),
      .optional(
        "supplementaries",
        .list(.object(.supplementary), least: 0),
        "Views anchored to the item."
      ),
    ]
  }

  static let place: ObjectShape = .init("place", "a place", doc: "The place of one cell.") {
    [
      .required("frame", .tuple(.number(.any), count: 4), "The frame, as [x, y, width, height]."),
      .optional("zIndex", .layoutIndex, "Its place among elements that overlap."),
    ]
  }

  static let supplementary: ObjectShape = .init(
    "supplementary",
    "a supplementary",
    doc: "A view anchored to an item or a group: a badge."
  ) {
    [
      .required("kind", .text(.name), "The kind of view."),
      .required("size", .layoutSize, "The size; fractions are of what it is anchored to."),
      .required("anchor", .anchor, "The point of the item or group that it is held to."),
      .optional("itemAnchor", .anchor, "The point of the view that is put there."),
      .optional("insets", .insets, edgesDoc),
      .optional("zIndex", .layoutIndex, "Its place among elements that overlap."),
    ]
  }

  static let boundaryItem: ObjectShape = .init(
    "boundaryItem",
    "a boundary item",
    doc: "A view at the boundary: a header, a footer, a side."
  ) {
    [
      .required("kind", .text(.name), "The kind of view."),
      .optional("size", .layoutSize, "The size; the whole width and ~44 high unless told."),
      .optional(
        "align",
        .text(.cases(BoundaryAlignment.self)),
        "The edge or corner; top unless told."
      ),
      .optional(
        "offset",
        .tuple(.number(.any), count: 2),
        "How far it is moved from there, as [x, y]."
      ),
      .optional("extends", .boolean, "Whether the section grows by it; true unless told."),
      .optional("pin", .boolean, "Whether it stays in sight as long as its section."),
      .optional("insets", .insets, edgesDoc),
      .optional("zIndex", .layoutIndex, "Its place among elements that overlap."),
    ]
  }

  static let decoration: ObjectShape = .init(
    "decoration",
    "a decoration",
    doc: "A background behind a section."
  ) {
    [
      .required("kind", .text(.name), "The kind of view."),
      .optional("insets", .insets, "The room between the section's edges and the background."),
      .optional("zIndex", .layoutIndex, "Its place among elements that overlap."),
    ]
  }

  private static let members: Shape = .choice([
    .object(.layoutItem), .object(.layoutGroup),
    .list(.choice([.object(.layoutItem), .object(.layoutGroup)]), least: 1),
  ])
}
