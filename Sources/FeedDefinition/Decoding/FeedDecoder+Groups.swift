import FeedLayout

extension FeedDecoder {
  func layoutGroup(_ node: YAMLNode, in parent: LayoutSize? = nil) -> LayoutGroup {
    let size = layoutSize(node["size"]) ?? parent.map(filled) ?? LayoutSize(height: .estimated(44))
    let arrangement: LayoutGroup.Arrangement =
      if let members = node["horizontal"] {
        .horizontal(members.listOrSingle.map { member($0, in: size) })
      } else if let members = node["vertical"] {
        .vertical(members.listOrSingle.map { member($0, in: size) })
      } else {
        .custom((node["custom"]?.list ?? []).map(place))
      }
    let filling: LayoutGroup.Filling =
      if let count = node["columns"]?.integer ?? node["rows"]?.integer {
        .equally(count)
      } else if let count = node["repeat"]?.integer {
        .repeating(count)
      } else {
        .untilFull
      }
    return LayoutGroup(
      arrangement,
      size: size,
      filling: filling,
      interItemSpacing: node["spacing"].flatMap(spacing),
      contentInsets: node["insets"].map(insets) ?? .zero,
      edgeSpacing: node["edges"].map(edges) ?? .none,
      supplementaries: supplementaries(node["supplementaries"])
    )
  }

  private func member(_ node: YAMLNode, in size: LayoutSize) -> LayoutMember {
    if ["horizontal", "vertical", "custom"].contains(where: { node.entry($0) != nil }) {
      return .group(layoutGroup(node, in: size))
    }
    return .item(
      LayoutItem(
        size: layoutSize(node["size"]) ?? filled(size),
        contentInsets: node["insets"].map(insets) ?? .zero,
        edgeSpacing: node["edges"].map(edges) ?? .none,
        supplementaries: supplementaries(node["supplementaries"])
      )
    )
  }

  /// The whole of a container; along an axis that is measured, measured itself.
  private func filled(_ container: LayoutSize) -> LayoutSize {
    LayoutSize(
      width: container.width.isMeasured ? container.width : .fractionalWidth(1),
      height: container.height.isMeasured ? container.height : .fractionalHeight(1)
    )
  }

  private func place(_ node: YAMLNode) -> CustomPlace {
    let numbers = (node.list ?? node["frame"]?.list ?? []).compactMap(\.number)
    guard numbers.count == 4 else { return CustomPlace(frame: Frame()) }
    return CustomPlace(
      frame: Frame(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]),
      zIndex: node["zIndex"]?.integer ?? 0
    )
  }

  private func supplementaries(_ node: YAMLNode?) -> [SupplementaryItem] {
    (node?.list ?? []).compactMap { node in
      guard let kind = node["kind"]?.string, let size = layoutSize(node["size"]) else { return nil }
      return SupplementaryItem(
        kind: kind,
        size: size,
        containerAnchor: anchor(node["anchor"]) ?? LayoutAnchor(),
        itemAnchor: anchor(node["itemAnchor"]),
        contentInsets: node["insets"].map(insets) ?? .zero,
        zIndex: node["zIndex"]?.integer ?? 1
      )
    }
  }

  private func anchor(_ node: YAMLNode?) -> LayoutAnchor? {
    guard let node else { return nil }
    var edges: DirectionalEdges = []
    for name in (node.entries == nil ? node : node["edges"])?.listOrSingle ?? [] {
      switch name.string {
      case "top": edges.insert(.top)
      case "leading": edges.insert(.leading)
      case "bottom": edges.insert(.bottom)
      case "trailing": edges.insert(.trailing)
      default: continue
      }
    }
    return LayoutAnchor(
      edges: edges,
      absoluteOffset: point(node["offset"]),
      fractionalOffset: point(node["fractionalOffset"])
    )
  }
}
