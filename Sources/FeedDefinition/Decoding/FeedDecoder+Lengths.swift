import FeedLayout

extension FeedDecoder {
  func layoutSize(_ node: YAMLNode?) -> LayoutSize? {
    guard let node else { return nil }
    let pair = node.list
    guard pair == nil || pair?.count == 2 else { return nil }
    let width = pair?.first ?? node["width"]
    let height = pair?.last ?? node["height"]
    return LayoutSize(
      width: width.flatMap { dimension($0, .horizontal) } ?? .fractionalWidth(1),
      height: height.flatMap { dimension($0, .vertical) } ?? .fractionalHeight(1)
    )
  }

  func dimension(_ node: YAMLNode, _ axis: Axis) -> LayoutDimension? {
    if let points = node.number { return .absolute(points) }
    if let text = node.string { return try? LayoutDimension(shorthand: text, axis: axis) }
    guard let entry = node.entries?.first, let number = entry.value.number else { return nil }
    return switch entry.key {
    case "fractionalWidth": .fractionalWidth(number)
    case "fractionalHeight": .fractionalHeight(number)
    case "absolute": .absolute(number)
    case "estimated": .estimated(number)
    case "uniformAcrossSiblings": .uniformAcrossSiblings(estimate: number)
    default: nil
    }
  }

  func spacing(_ node: YAMLNode) -> LayoutSpacing? {
    if let points = node.number { return .fixed(points) }
    if let text = node.string { return try? LayoutSpacing(shorthand: text) }
    return node["fixed"]?.number.map { .fixed($0) }
      ?? node["flexible"]?.number.map { .flexible($0) }
  }

  func edges(_ node: YAMLNode) -> EdgeSpacing {
    if let all = spacing(node) {
      return EdgeSpacing(leading: all, top: all, trailing: all, bottom: all)
    }
    return EdgeSpacing(
      leading: node["leading"].flatMap(spacing),
      top: node["top"].flatMap(spacing),
      trailing: node["trailing"].flatMap(spacing),
      bottom: node["bottom"].flatMap(spacing)
    )
  }

  /// One number for all edges; two for top and bottom, and the sides; four for top, leading, bottom, trailing.
  func insets(_ node: YAMLNode) -> DirectionalInsets {
    if let numbers = node.number.map({ [$0] }) ?? node.list?.compactMap(\.number) {
      return (try? DirectionalInsets(shorthand: numbers)) ?? .zero
    }
    return DirectionalInsets(
      top: node["top"]?.number ?? 0,
      leading: node["leading"]?.number ?? 0,
      bottom: node["bottom"]?.number ?? 0,
      trailing: node["trailing"]?.number ?? 0
    )
  }

  func point(_ node: YAMLNode?) -> Point {
    let numbers = node?.list?.compactMap(\.number) ?? []
    return numbers.count == 2 ? Point(x: numbers[0], y: numbers[1]) : Point()
  }

  func word<T: RawRepresentable<String>>(_ node: YAMLNode?) -> T? {
    node?.string.flatMap(T.init(rawValue:))
  }
}
