import FeedLayout
import TestSupport

/// A generator of random layouts.
struct RandomLayout {
  var generator: SeededGenerator
  /// Whether cells are measured.
  var isMeasured = false

  mutating func description() -> LayoutDescription {
    let count = Int.random(in: 1...3, using: &generator)
    var layout = LayoutDescription(sections: (0..<count).map { _ in section() })
    layout.scrollDirection = generator.chance(25) ? .horizontal : .vertical
    layout.interSectionSpacing = generator.pick([0, 0, 8, 2.5])
    layout.direction = generator.chance(20) ? .rightToLeft : .leftToRight
    if generator.chance(30) { layout.boundaryItems = boundaryItems("layout") }
    return layout
  }

  mutating func section() -> LayoutSection {
    var section = LayoutSection(group: group(depth: 0))
    section.interGroupSpacing = generator.pick([0, 4, 10, 2.5])
    if generator.chance(50) { section.contentInsets = insets() }
    if generator.chance(40) { section.boundaryItems = boundaryItems("header") }
    if generator.chance(20) { section.decorations = [DecorationItem(kind: "bg")] }
    if generator.chance(25) {
      section.orthogonalScrolling = generator.pick([.continuous, .paging])
    }
    section.supplementariesFollowContentInsets = generator.chance(70)
    return section
  }

  mutating func boundaryItems(_ kind: String) -> [BoundaryItem] {
    (0..<Int.random(in: 1...2, using: &generator)).map { index in
      BoundaryItem(
        kind: "\(kind)\(index)",
        size: LayoutSize(
          width: generator.pick([.fractionalWidth(1), .absolute(40)]),
          height: generator.pick([.absolute(20), .absolute(7.5), .fractionalHeight(0.1)])
        ),
        alignment: generator.pick(BoundaryAlignment.allCases),
        offset: generator.chance(25) ? Point(x: 3, y: -2) : Point(),
        extendsBoundary: generator.chance(70),
        pinToVisibleBounds: generator.chance(30)
      )
    }
  }

  mutating func insets() -> DirectionalInsets {
    DirectionalInsets(
      top: generator.pick([0, 3, 5]),
      leading: generator.pick([0, 4, 10]),
      bottom: generator.pick([0, 5, 7.5]),
      trailing: generator.pick([0, 6, 12])
    )
  }

  mutating func group(depth: Int) -> LayoutGroup {
    var members = (0..<Int.random(in: 1...3, using: &generator)).map { _ in member(depth: depth) }
    if generator.chance(40) { members = [members[0]] }
    var size = LayoutSize(width: length(.horizontal), height: length(.vertical))
    if isMeasured, depth == 0 { size.height = generator.chance(70) ? .estimated(40) : size.height }
    var group = LayoutGroup(
      generator.chance(60) ? .horizontal(members) : .vertical(members),
      size: size
    )
    if generator.chance(8) {
      group.arrangement = .custom(
        (0..<3).map {
          CustomPlace(
            frame: Frame(x: Double($0) * 30 - 5, y: Double($0) * 11, width: 25, height: 40)
          )
        }
      )
    }
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: group.filling = .equally(Int.random(in: 1...4, using: &generator))
    case 1: group.filling = .repeating(Int.random(in: 1...3, using: &generator))
    default: break
    }
    group.interItemSpacing = generator.pick([nil, .fixed(10), .fixed(2.5), .flexible(5)])
    if generator.chance(25) { group.contentInsets = insets() }
    if generator.chance(25) { group.edgeSpacing = edges() }
    if generator.chance(20) { group.supplementaries = [badge("group")] }
    return group
  }

  mutating func member(depth: Int) -> LayoutMember {
    if depth < 2, generator.chance(25) { return .group(group(depth: depth + 1)) }
    var item = LayoutItem(size: LayoutSize(width: length(.horizontal), height: length(.vertical)))
    if isMeasured {
      if generator.chance(70) { item.size.height = .estimated(30) }
      if generator.chance(15) { item.size.height = .uniformAcrossSiblings(estimate: 30) }
      if generator.chance(10) { item.size.width = .estimated(70) }
    }
    if generator.chance(25) { item.contentInsets = insets() }
    if generator.chance(25) { item.edgeSpacing = edges() }
    if generator.chance(20) { item.supplementaries = [badge("badge")] }
    return .item(item)
  }

  mutating func badge(_ kind: String) -> SupplementaryItem {
    SupplementaryItem(
      kind: kind,
      size: LayoutSize(width: .absolute(12), height: .fractionalHeight(0.25)),
      containerAnchor: LayoutAnchor(
        edges: generator.pick([.top, [.bottom, .trailing], [], .leading]),
        absoluteOffset: Point(x: 4, y: -6)
      )
    )
  }

  mutating func length(_ axis: Axis) -> LayoutDimension {
    let fraction = generator.pick([0.25, 1.0 / 3, 0.4, 0.5, 1])
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<5:
      return axis == .horizontal ? .fractionalWidth(fraction) : .fractionalHeight(fraction)
    case 5: return axis == .horizontal ? .fractionalHeight(fraction) : .fractionalWidth(fraction)
    default: return .absolute(generator.pick([20, 44, 61.5, 100]))
    }
  }

  mutating func edges() -> EdgeSpacing {
    EdgeSpacing(
      leading: generator.pick([nil, .fixed(4), .flexible(2)]),
      top: generator.pick([nil, .fixed(3), .flexible(0)]),
      trailing: generator.pick([nil, .fixed(6), .flexible(0)]),
      bottom: generator.pick([nil, .fixed(5)])
    )
  }

  mutating func environment() -> LayoutEnvironment {
    LayoutEnvironment(
      containerSize: generator.pick([
        Extent(width: 320, height: 480), Extent(width: 375, height: 812),
        Extent(width: 300, height: 200),
      ]),
      pixelGrid: PixelGrid(scale: generator.pick([1, 2, 3])),
      safeAreaInsets: generator.chance(30)
        ? DirectionalInsets(top: 20, leading: 10, bottom: 30, trailing: 5) : .zero
    )
  }
}
