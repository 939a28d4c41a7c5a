import FeedLayout

struct SizeKeys: KeySet {
  typealias Root = LayoutSize
  static let doc = "A width and a height."
  static let shape = KeyedShape<Self>("size", "a size", blank: LayoutSize())

  let width = Key("width", .dimension(.horizontal), \.width)
    .optional("The width; by default 100%.")
  let height = Key("height", .dimension(.vertical), \.height)
    .optional("The height; by default 100%.")
}

struct DimensionKeys: KeySet {
  typealias Root = LayoutDimension
  static let doc = "A length in its long form."
  static let shape = KeyedShape<Self>("dimension", "a length", blank: .absolute(0))

  let fractionalWidth = Key("fractionalWidth", .number(.fraction)) { $0 = .fractionalWidth($1) }
    .optional("A fraction of the container's width.")
  let fractionalHeight = Key("fractionalHeight", .number(.fraction)) { $0 = .fractionalHeight($1) }
    .optional("A fraction of the container's height.")
  let absolute = Key("absolute", .number(.length)) { $0 = .absolute($1) }.optional(
    "The number of points."
  )
  let estimated = Key("estimated", .number(.length)) { $0 = .estimated($1) }
    .optional("The number of points until it is measured.")
  let uniformAcrossSiblings = Key("uniformAcrossSiblings", .number(.length)) {
    $0 = .uniformAcrossSiblings(estimate: $1)
  }
  .optional("The number of points until it is measured; then the length of the largest sibling.")

  var rules: [KeyRule] {
    [.exactlyOne(fractionalWidth, fractionalHeight, absolute, estimated, uniformAcrossSiblings)]
  }
}

struct SpacingKeys: KeySet {
  typealias Root = LayoutSpacing
  static let doc = "A spacing in its long form."
  static let shape = KeyedShape<Self>("spacing", "a spacing", blank: .fixed(0))

  let fixed = Key("fixed", .number(.length)) { $0 = .fixed($1) }.optional(
    "Exactly this number of points."
  )
  let flexible = Key("flexible", .number(.length)) { $0 = .flexible($1) }
    .optional("At least this number of points.")

  var rules: [KeyRule] { [.exactlyOne(fixed, flexible)] }
}

struct InsetsKeys: KeySet {
  typealias Root = DirectionalInsets
  static let doc = "The space inside the edges."
  static let shape = KeyedShape<Self>("insets", "a map of insets", blank: .zero)
  /// The notation of insets, for the texts of the keys that hold them.
  static let writing =
    "The space inside the edges: one number; two for top and bottom, and the sides; four for top,"
    + " leading, bottom, trailing; or by name."

  let top = Key("top", .number(.any), \.top).optional("Below the top edge.")
  let leading = Key("leading", .number(.any), \.leading).optional("After the leading edge.")
  let bottom = Key("bottom", .number(.any), \.bottom).optional("Above the bottom edge.")
  let trailing = Key("trailing", .number(.any), \.trailing).optional("Before the trailing edge.")
}

struct EdgesKeys: KeySet {
  typealias Root = EdgeSpacing
  static let doc = "The space around an item or a group."
  static let shape = KeyedShape<Self>("edges", "an edge spacing", blank: .none)

  let leading = Key("leading", .layoutSpacing, \.leading).optional("Before it.")
  let top = Key("top", .layoutSpacing, \.top).optional("Above it.")
  let trailing = Key("trailing", .layoutSpacing, \.trailing).optional("After it.")
  let bottom = Key("bottom", .layoutSpacing, \.bottom).optional("Below it.")

  var rules: [KeyRule] { [.toldBy(leading, top, trailing, bottom)] }
}

struct AnchorKeys: KeySet {
  typealias Root = LayoutAnchor
  static let doc = "A point, named by edges."
  static let shape = KeyedShape<Self>("anchor", "an anchor", blank: LayoutAnchor())

  let edges = Key("edges", .edges, \.edges)
    .optional("The edges that name the point; empty for the centre.")
  let offset = Key("offset", .point, \.absoluteOffset)
    .optional("The offset, as [x, y] in points.")
  let fractionalOffset = Key("fractionalOffset", .point, \.fractionalOffset)
    .optional("The offset, as [x, y] in fractions of the view's size.")
}
