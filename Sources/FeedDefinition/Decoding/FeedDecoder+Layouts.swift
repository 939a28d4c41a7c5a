import FeedLayout

extension FeedDecoder {
  func layoutWhole(_ node: YAMLNode) -> LayoutDescription {
    LayoutDescription(
      scrollDirection: word(node["scroll"]) ?? .vertical,
      interSectionSpacing: node["spacing"]?.number ?? 0,
      boundaryItems: boundaryItems(node["boundary"]),
      contentInsetsReference: word(node["insetsReference"]) ?? .safeArea,
      direction: word(node["direction"]) ?? .leftToRight
    )
  }

  func layoutSection(_ node: YAMLNode) -> LayoutSection? {
    guard node.entries != nil else { return nil }
    var section = start(node)
    if let insets = node["insets"] { section.contentInsets = self.insets(insets) }
    if let spacing = node["spacing"]?.number { section.interGroupSpacing = spacing }
    if let scroll: OrthogonalScrolling = word(node["scroll"]) {
      section.orthogonalScrolling = scroll
    }
    if let feel = node["feel"] {
      section.orthogonalScrollingProperties = OrthogonalScrollingProperties(
        bounce: word(feel["bounce"]) ?? .automatic,
        decelerationRate: word(feel["deceleration"]) ?? .automatic
      )
    }
    section.boundaryItems += boundaryItems(node["boundary"])
    section.decorations += (node["decorations"]?.list ?? []).compactMap(decoration)
    section.supplementariesFollowContentInsets = node["boundaryFollowsInsets"]?.boolean ?? true
    section.contentInsetsReference = word(node["insetsReference"]) ?? .automatic
    section.supplementaryContentInsetsReference =
      word(node["boundaryInsetsReference"]) ?? .automatic
    section.variants = (node["variants"]?.list ?? []).compactMap { variant in
      layoutSection(variant).map { SectionVariant(when: widths(variant["when"]), section: $0) }
    }
    return section
  }

  private func start(_ node: YAMLNode) -> LayoutSection {
    if node["preset"] != nil { return .list(list(node["list"])) }
    if let group = node["group"] { return LayoutSection(group: layoutGroup(group)) }
    return LayoutSection(group: grid(node))
  }

  /// Rows of equal columns, for files that say no more than a height.
  private func grid(_ node: YAMLNode) -> LayoutGroup {
    let height = node["height"].flatMap { dimension($0, .vertical) } ?? .estimated(44)
    let item = LayoutItem(
      size: LayoutSize(height: height.isMeasured ? height : .fractionalHeight(1))
    )
    return LayoutGroup(
      .horizontal([.item(item)]),
      size: LayoutSize(height: height),
      filling: node["columns"]?.integer.map { .equally($0) } ?? .untilFull,
      interItemSpacing: node["spacing"]?.number.map { .fixed($0) }
    )
  }

  private func list(_ node: YAMLNode?) -> ListConfiguration {
    ListConfiguration(
      appearance: word(node?["appearance"]) ?? .plain,
      headerMode: word(node?["header"]) ?? .none,
      footerMode: word(node?["footer"]) ?? .none,
      headerTopPadding: node?["headerTopPadding"]?.number ?? 0,
      estimatedRowHeight: node?["rowHeight"]?.number ?? 44,
      showsSeparators: node?["separators"]?.boolean ?? true
    )
  }

  private func widths(_ node: YAMLNode?) -> WidthCondition {
    let (least, most) = (node?["minWidth"]?.number, node?["maxWidth"]?.number)
    if let node, let least, let most, least > most {
      problems.error(
        "empty-range",
        "no width is at least \(NumberShape.short(least)) and at most"
          + " \(NumberShape.short(most))",
        hint: "exchange the two",
        at: node.position
      )
    }
    return WidthCondition(minWidth: least, maxWidth: most)
  }

  private func boundaryItems(_ node: YAMLNode?) -> [BoundaryItem] {
    (node?.list ?? []).compactMap { node in
      guard let kind = node["kind"]?.string else { return nil }
      return BoundaryItem(
        kind: kind,
        size: layoutSize(node["size"]) ?? LayoutSize(height: .estimated(44)),
        alignment: word(node["align"]) ?? .top,
        offset: point(node["offset"]),
        extendsBoundary: node["extends"]?.boolean ?? true,
        pinToVisibleBounds: node["pin"]?.boolean ?? false,
        contentInsets: node["insets"].map(insets) ?? .zero,
        zIndex: node["zIndex"]?.integer ?? 1
      )
    }
  }

  private func decoration(_ node: YAMLNode) -> DecorationItem? {
    guard let kind = node.string ?? node["kind"]?.string else { return nil }
    return DecorationItem(
      kind: kind,
      contentInsets: node["insets"].map(insets) ?? .zero,
      zIndex: node["zIndex"]?.integer ?? 0
    )
  }
}
