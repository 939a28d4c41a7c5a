import FeedLayout

struct LayoutGroupKeys: KeySet {
  typealias Root = LayoutGroupDraft
  static let doc = "A repeated container of items and groups."
  static let shape = KeyedShape<Self>("layoutGroup", "a group", blank: LayoutGroupDraft())

  let horizontal = Key("horizontal", .oneOrMore(.member)) { $0.arrangement = .horizontal($1) }
    .optional("The members, from the leading to the trailing edge.")
  let vertical = Key("vertical", .oneOrMore(.member)) { $0.arrangement = .vertical($1) }
    .optional("The members, from the top to the bottom.")
  let custom = Key("custom", .list(.place, least: 1)) { $0.arrangement = .custom($1) }
    .optional("The frames of the members, as [x, y, width, height] from the group's corner.")
  let size = Key("size", .layoutSize, \.size)
    .optional("The size; by default the full width and a height of ~44.")
  let columns = Key("columns", .integer(1...1000)) { $0.group.filling = .equally($1) }
    .optional("The number of members that share the width equally.")
  let rows = Key("rows", .integer(1...1000)) { $0.group.filling = .equally($1) }
    .optional("The number of members that share the height equally.")
  let `repeat` = Key("repeat", .integer(1...1000)) { $0.group.filling = .repeating($1) }
    .optional("The number of members, each with a length from its size.")
  let spacing = Key("spacing", .layoutSpacing, \.group.interItemSpacing)
    .optional("The space between neighbours.")
  let insets = Key("insets", .insets, \.group.contentInsets).optional(InsetsKeys.writing)
  let edges = Key("edges", .edgeSpacing, \.group.edgeSpacing).optional(
    "The spacing around the group."
  )
  let supplementaries = Key(
    "supplementaries",
    .list(.object(SupplementaryKeys.self)),
    \.group.supplementaries
  )
  .optional("Views anchored to the group.")

  var rules: [KeyRule] {
    [
      .toldBy(horizontal, vertical, custom), .exactlyOne(horizontal, vertical, custom),
      .excludes(columns, `repeat`), .excludes(rows, `repeat`), .excludes(custom, `repeat`),
      .requires(columns, horizontal), .requires(rows, vertical),
    ]
  }
}

struct LayoutItemKeys: KeySet {
  typealias Root = LayoutItemDraft
  static let doc = "The place of one cell."
  static let shape = KeyedShape<Self>("layoutItem", "an item", blank: LayoutItemDraft())

  let size = Key("size", .layoutSize, \.size)
    .optional("The size; by default that of its group.")
  let insets = Key("insets", .insets, \.item.contentInsets).optional(InsetsKeys.writing)
  let edges = Key("edges", .edgeSpacing, \.item.edgeSpacing).optional(
    "The spacing around the item."
  )
  let supplementaries = Key(
    "supplementaries",
    .list(.object(SupplementaryKeys.self)),
    \.item.supplementaries
  )
  .optional("Views anchored to the item.")
}

struct PlaceKeys: KeySet {
  typealias Root = CustomPlace
  static let doc = "The place of one cell."
  static let shape = KeyedShape<Self>("place", "a place", blank: CustomPlace(frame: Frame()))

  let frame = Key("frame", .frame, \.frame).required("The frame, as [x, y, width, height].")
  let zIndex = Key("zIndex", .layoutIndex, \.zIndex)
    .optional("Its z-order among overlapping elements.")
}

struct SupplementaryKeys: KeySet {
  typealias Root = SupplementaryItem
  static let doc = "A view anchored to an item or a group: a badge."
  static let shape = KeyedShape<Self>(
    "supplementary",
    "a supplementary",
    blank: .init(kind: "", size: LayoutSize(), containerAnchor: LayoutAnchor())
  )

  let kind = Key("kind", .text(.name), \.kind).required("The kind of view.")
  let size = Key("size", .layoutSize, \.size)
    .required("The size; fractions refer to the item or group.")
  let anchor = Key("anchor", .anchor, \.containerAnchor)
    .required("The point of the item or group to which it is anchored.")
  let itemAnchor = Key("itemAnchor", .anchor, \.itemAnchor)
    .optional("The point of the view at that position.")
  let insets = Key("insets", .insets, \.contentInsets).optional(InsetsKeys.writing)
  let zIndex = Key("zIndex", .layoutIndex, \.zIndex)
    .optional("Its z-order among overlapping elements.")
}

struct BoundaryItemKeys: KeySet {
  typealias Root = BoundaryItem
  static let doc = "A view at the boundary: a header, a footer, a side."
  static let shape = KeyedShape<Self>(
    "boundaryItem",
    "a boundary item",
    blank: .init(kind: "", size: LayoutSize(height: .estimated(44)))
  )

  let kind = Key("kind", .text(.name), \.kind).required("The kind of view.")
  let size = Key("size", .layoutSize, \.size)
    .optional("The size; by default the full width and a height of ~44.")
  let align = Key("align", .word(), \.alignment).optional("The edge or corner; by default 'top'.")
  let offset = Key("offset", .point, \.offset)
    .optional("The offset from there, as [x, y].")
  let extends = Key("extends", .boolean, \.extendsBoundary)
    .optional("Whether it adds to the section's size; by default true.")
  let pin = Key("pin", .boolean, \.pinToVisibleBounds)
    .optional("Whether it stays visible as long as its section.")
  let insets = Key("insets", .insets, \.contentInsets).optional(InsetsKeys.writing)
  let zIndex = Key("zIndex", .layoutIndex, \.zIndex)
    .optional("Its z-order among overlapping elements.")
}

struct DecorationKeys: KeySet {
  typealias Root = DecorationItem
  static let doc = "The background of a section."
  static let shape = KeyedShape<Self>("decoration", "a decoration", blank: DecorationItem(kind: ""))

  let kind = Key("kind", .text(.name), \.kind).required("The kind of view.")
  let insets = Key("insets", .insets, \.contentInsets)
    .optional("The space between the section's edges and the background.")
  let zIndex = Key("zIndex", .layoutIndex, \.zIndex)
    .optional("Its z-order among overlapping elements.")
}
