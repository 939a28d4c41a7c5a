import FeedLayout

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

extension Form<Int> {
  /// The place of an element among others that overlap.
  static var layoutIndex: Form { .integer(-1_000_000...1_000_000) }
}

extension Form<LayoutDimension> {
  static func dimension(_ axis: Axis) -> Form {
    .choice(
      Form<Double>.number(.size).map { .absolute($0) },
      Form<String>.text(.dimension).compactMap { try? LayoutDimension(shorthand: $0, axis: axis) },
      .object(DimensionKeys.self)
    )
  }
}

extension Form<LayoutSize> {
  static var layoutSize: Form {
    .choice(
      .object(SizeKeys.self),
      Form<(LayoutDimension, LayoutDimension)>.pair(.dimension(.horizontal), .dimension(.vertical))
        .map { LayoutSize(width: $0.0, height: $0.1) }
    )
  }
}

extension Form<LayoutSpacing> {
  static var layoutSpacing: Form {
    .choice(
      Form<Double>.number(.length).map { .fixed($0) },
      Form<String>.text(.spacing).compactMap { try? LayoutSpacing(shorthand: $0) },
      .object(SpacingKeys.self)
    )
  }
}

extension Form<DirectionalInsets> {
  /// One number for all edges; two for top and bottom, and the sides; four for each; or by name.
  static var insets: Form {
    .choice(
      Form<Double>.number(.any).compactMap { try? DirectionalInsets(shorthand: [$0]) },
      .insets(1),
      .insets(2),
      .insets(4),
      .object(InsetsKeys.self)
    )
  }

  private static func insets(_ count: Int) -> Form {
    Form<[Double]>.tuple(.number(.any), count: count)
      .compactMap { try? DirectionalInsets(shorthand: $0) }
  }
}

extension Form<EdgeSpacing> {
  static var edgeSpacing: Form {
    .choice(
      Form<LayoutSpacing>.layoutSpacing.map {
        EdgeSpacing(leading: $0, top: $0, trailing: $0, bottom: $0)
      },
      .object(EdgesKeys.self)
    )
  }
}

extension Form<DirectionalEdges> {
  static var edges: Form {
    .choice(edge, Form<[DirectionalEdges]>.list(edge).map { DirectionalEdges($0) })
  }

  private static var edge: Form {
    Form<String>.text(.edge).compactMap { word in
      switch word {
      case "top": .top
      case "leading": .leading
      case "bottom": .bottom
      case "trailing": .trailing
      default: nil
      }
    }
  }
}

extension Form<LayoutAnchor> {
  static var anchor: Form {
    .choice(
      Form<DirectionalEdges>.edges.map { LayoutAnchor(edges: $0) },
      .object(AnchorKeys.self)
    )
  }
}

extension Form<Point> {
  static var point: Form {
    Form<(Double, Double)>.pair(.number(.any), .number(.any)).map { Point(x: $0.0, y: $0.1) }
  }
}

extension Form<Frame> {
  static var frame: Form {
    Form<[Double]>.tuple(.number(.any), count: 4)
      .map { Frame(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
  }
}

extension Form<CustomPlace> {
  static var place: Form {
    .choice(Form<Frame>.frame.map { CustomPlace(frame: $0) }, .object(PlaceKeys.self))
  }
}

extension Form<DecorationItem> {
  static var decoration: Form {
    .choice(
      Form<String>.text(.name).map { DecorationItem(kind: $0) },
      .object(DecorationKeys.self)
    )
  }
}

extension Form<LayoutSection> {
  static var layout: Form { Form<LayoutSectionDraft>.object(LayoutSectionKeys.self).map(\.section) }
}

extension Form<SectionVariant> {
  static var variant: Form {
    Form<LayoutSectionDraft>.object(LayoutVariantKeys.self)
      .map { SectionVariant(when: $0.when, section: $0.section) }
  }
}

extension Form<LayoutMemberDraft> {
  static var member: Form {
    .choice(
      Form<LayoutItemDraft>.object(LayoutItemKeys.self).map { .item($0) },
      Form<LayoutGroupDraft>.object(LayoutGroupKeys.self).map { .group($0) }
    )
  }
}
