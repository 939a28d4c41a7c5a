import FeedLayout

extension ClosedRange<Double> {
  /// A place, an offset or an inset.
  static var any: Self { -1_000_000...1_000_000 }
  /// A distance, a width or a height.
  static var length: Self { 0...1_000_000 }
  /// A fraction of a length; a fraction above 1 is allowed, but causes a warning.
  static var fraction: Self { 0...1000 }
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
}

extension Form<Int> {
  /// The z-index of an element.
  static var layoutIndex: Form { .integer(-1_000_000...1_000_000) }
}

extension Form<LayoutDimension> {
  static func dimension(_ axis: Axis) -> Form {
    .choice(
      .from(.number(.length)) { .absolute($0) },
      .from(.text(.dimension)) { try? LayoutDimension(shorthand: $0, axis: axis) },
      .object(DimensionKeys.self)
    )
  }
}

extension Form<LayoutSize> {
  static var layoutSize: Form {
    .choice(
      .object(SizeKeys.self),
      .from(.tuple([.dimension(.horizontal), .dimension(.vertical)])) {
        LayoutSize(width: $0[0], height: $0[1])
      }
    )
  }
}

extension Form<LayoutSpacing> {
  static var layoutSpacing: Form {
    .choice(
      .from(.number(.length)) { .fixed($0) },
      .from(.text(.spacing)) { try? LayoutSpacing(shorthand: $0) },
      .object(SpacingKeys.self)
    )
  }
}

extension Form<DirectionalInsets> {
  /// One number for all edges; two for top and bottom, and for the sides; four; or a map of edges.
  static var insets: Form {
    .choice(
      .from(.number(.any)) { try? DirectionalInsets(shorthand: [$0]) },
      .insets(1),
      .insets(2),
      .insets(4),
      .object(InsetsKeys.self)
    )
  }

  private static func insets(_ count: Int) -> Form {
    .from(.tuple(.number(.any), count: count)) { try? DirectionalInsets(shorthand: $0) }
  }
}

extension Form<EdgeSpacing> {
  static var edgeSpacing: Form {
    .short(.layoutSpacing, or: EdgesKeys.self) {
      EdgeSpacing(leading: $0, top: $0, trailing: $0, bottom: $0)
    }
  }
}

extension Form<DirectionalEdges> {
  static var edges: Form { .choice(edge, .from(.list(edge)) { DirectionalEdges($0) }) }

  private static var edge: Form {
    let edges: [(word: String, edge: DirectionalEdges)] = [
      ("top", .top), ("leading", .leading), ("bottom", .bottom), ("trailing", .trailing),
    ]
    return .from(.text(.word(edges.map(\.word)))) { word in
      edges.first { $0.word == word }?.edge
    }
  }
}

extension Form<LayoutAnchor> {
  static var anchor: Form { .short(.edges, or: AnchorKeys.self) { LayoutAnchor(edges: $0) } }
}

extension Form<Point> {
  static var point: Form { .from(.tuple(.number(.any), count: 2)) { Point(x: $0[0], y: $0[1]) } }
}

extension Form<Frame> {
  static var frame: Form {
    .from(.tuple(.number(.any), count: 4)) {
      Frame(x: $0[0], y: $0[1], width: $0[2], height: $0[3])
    }
  }
}

extension Form<CustomPlace> {
  static var place: Form { .short(.frame, or: PlaceKeys.self) { CustomPlace(frame: $0) } }
}

extension Form<DecorationItem> {
  static var decoration: Form {
    .short(.text(.name), or: DecorationKeys.self) { DecorationItem(kind: $0) }
  }
}

extension Form<LayoutSection> {
  static var layout: Form { .from(.object(LayoutSectionKeys.self)) { $0.section } }
}

extension Form<LayoutMemberDraft> {
  static var member: Form {
    .choice(
      .from(.object(LayoutItemKeys.self)) { .item($0) },
      .from(.object(LayoutGroupKeys.self)) { .group($0) }
    )
  }
}
