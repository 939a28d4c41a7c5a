import FeedLayout

struct LayoutWholeKeys: KeySet {
  typealias Root = LayoutDescription
  static let doc = "The settings of the layout as a whole."
  static let shape = KeyedShape<Self>("layoutWhole", "a layout", blank: LayoutDescription())

  let scroll = Key("scroll", .word(), \.scrollDirection)
    .optional("The direction of the sections.")
  let spacing = Key("spacing", .number(.length), \.interSectionSpacing)
    .optional("The spacing between sections.")
  let boundary = Key("boundary", .list(.object(BoundaryItemKeys.self)), \.boundaryItems)
    .optional("Headers and footers of the whole layout.")
  let insetsReference = Key("insetsReference", .word(), \.contentInsetsReference)
    .optional("The reference of insets for sections that do not name one.")
  let direction = Key("direction", .word(), \.direction).optional("The direction of reading.")
}

struct LayoutSectionKeys: KeySet {
  typealias Root = LayoutSectionDraft
  static let doc =
    "A group that repeats, a grid of rows and columns, or a preset; with boundary items and backgrounds."
  static let shape = KeyedShape<Self>("layoutSection", "a layout", blank: LayoutSectionDraft())

  let common = CommonLayoutKeys()
  let variants = Key(
    "variants",
    .list(.object(LayoutVariantKeys.self), least: 1),
    dependent: { .list(.object(LayoutVariantKeys.self, from: $0.inherited), least: 1) },
    put: { $0.section.variants = $1.map { SectionVariant(when: $0.when, section: $0.section) } }
  )
  .optional(
    "Settings for some sizes; the first variant that matches applies, and has all other settings of the layout."
  )
}

struct LayoutVariantKeys: KeySet {
  typealias Root = LayoutSectionDraft
  static let doc =
    "Settings that replace those of a layout at some sizes. 'group', 'columns' with 'height', and 'preset' replace each other."
  static let shape = KeyedShape<Self>("layoutVariant", "a variant", blank: LayoutSectionDraft())

  let when = Key("when", .object(SizesKeys.self), \.when)
    .required("The sizes at which it applies.")
  let common = CommonLayoutKeys()
}

/// The keys that named layouts and their variants share.
///
/// Later keys may change the effect of earlier ones.
struct CommonLayoutKeys: KeyGroup {
  typealias Root = LayoutSectionDraft

  let group = Key("group", .from(.object(LayoutGroupKeys.self)) { $0.group() }) {
    $0.section.group = $1
    $0.isGrid = false
  }
  .optional("The group that repeats.")
  let columns = Key("columns", .integer(1...1000)) {
    $0.makeGrid()
    $0.section.group.filling = .equally($1)
  }
  .optional("Without a group: the number of items in a row.")
  let height = Key("height", .dimension(.vertical)) { $0.setHeight($1) }
    .optional("Without a group: the height of a row; by default ~44.")
  let preset = Key("preset", .text(.word(["list"]))) { draft, _ in
    draft.section = .list()
    draft.isGrid = false
    draft.isInherited = false
  }
  .optional("A preset layout.")
  let list = Key("list", .object(ListKeys.self)) { $0.section = .list($1) }
    .optional("The appearance of the preset 'list'.")
  let scroll = Key("scroll", .word(), \.section.orthogonalScrolling)
    .optional("The orthogonal scrolling of the groups.")
  let feel = Key("feel", .object(FeelKeys.self), \.section.orthogonalScrollingProperties)
    .optional("The feel of that scrolling; no frame depends on it.")
  let spacing = Key("spacing", .number(.length)) {
    $0.section.interGroupSpacing = $1
    if $0.isGrid { $0.section.group.interItemSpacing = .fixed($1) }
  }
  .optional("The space between groups, and between the columns of a grid.")
  let insets = Key("insets", .insets, \.section.contentInsets).optional(InsetsKeys.writing)
  let insetsReference = Key("insetsReference", .word(), \.section.contentInsetsReference)
    .optional("The reference of the insets.")
  let boundary = Key("boundary", .list(.object(BoundaryItemKeys.self))) {
    $0.section.boundaryItems = $0.isInherited ? $1 : $0.section.boundaryItems + $1
  }
  .optional("Headers, footers and sides.")
  let boundaryInsetsReference = Key(
    "boundaryInsetsReference",
    .word(),
    \.section.supplementaryContentInsetsReference
  )
  .optional("The reference of the boundary items.")
  let boundaryFollowsInsets = Key(
    "boundaryFollowsInsets",
    .boolean,
    \.section.supplementariesFollowContentInsets
  )
  .optional("Whether boundary items stay inside the insets.")
  let decorations = Key("decorations", .list(.decoration)) {
    $0.section.decorations = $0.isInherited ? $1 : $0.section.decorations + $1
  }
  .optional("Backgrounds, by kind.")

  var rules: [KeyRule] {
    [
      .excludes(group, columns), .excludes(group, height), .excludes(group, preset),
      .excludes(preset, columns), .excludes(preset, height), .requires(list, preset),
    ]
  }
}

struct SizesKeys: KeySet {
  typealias Root = SizeCondition
  static let doc = "Sizes of the container, in points; a cell of a terminal has 8 x 16."
  static let shape = KeyedShape<Self>("sizes", "a condition", blank: SizeCondition())

  let minWidth = Key("minWidth", .number(.length), \.minWidth)
    .optional("The smallest width, inclusive.")
  let maxWidth = Key("maxWidth", .number(.length), \.maxWidth)
    .optional("The largest width, inclusive.")
  let minHeight = Key("minHeight", .number(.length), \.minHeight)
    .optional("The smallest height, inclusive.")
  let maxHeight = Key("maxHeight", .number(.length), \.maxHeight)
    .optional("The largest height, inclusive: for screens with few rows.")

  var rules: [KeyRule] {
    [
      .least(1, example: "for example {maxWidth: 600}"), .ordered("width", minWidth, maxWidth),
      .ordered("height", minHeight, maxHeight),
    ]
  }
}

struct FeelKeys: KeySet {
  typealias Root = OrthogonalScrollingProperties
  static let doc = "The feel of orthogonal scrolling."
  static let shape = KeyedShape<Self>("feel", "a feel", blank: OrthogonalScrollingProperties())

  let bounce = Key("bounce", .word(), \.bounce).optional("Whether it bounces.")
  let deceleration = Key("deceleration", .word(), \.decelerationRate)
    .optional("The deceleration.")
}

struct ListKeys: KeySet {
  typealias Root = ListConfiguration
  static let doc = "The appearance of the preset 'list'."
  static let shape = KeyedShape<Self>("list", "a list", blank: ListConfiguration())

  let appearance = Key("appearance", .word(), \.appearance).optional("The look.")
  let header = Key("header", .word(), \.headerMode).optional("The header above the rows.")
  let footer = Key("footer", .word(.none, .supplementary), \.footerMode)
    .optional("The footer below the rows.")
  let headerTopPadding = Key("headerTopPadding", .number(.length), \.headerTopPadding)
    .optional("The space above a header.")
  let rowHeight = Key("rowHeight", .number(.length), \.estimatedRowHeight)
    .optional("The height of a row until it is measured.")
  let separators = Key("separators", .boolean, \.showsSeparators)
    .optional("Whether lines are drawn between rows.")
}
