import FeedLayout

/// A reference solver that visits every group and every item and adds up their lengths.
///
/// It ignores measured, pinned and anchored elements, and does not round positions to the grid.
struct NaiveSolver {
  var layout: LayoutDescription
  var environment: LayoutEnvironment
  var elements: [String: Frame] = [:]
  var contentLength = 0.0

  private struct Placed { var frames: [Frame]; var size: Extent }

  private var scale: Double { environment.pixelGrid.horizontalScale }
  private var axis: Axis { layout.scrollDirection }

  init(_ layout: LayoutDescription, _ environment: LayoutEnvironment, _ counts: [Int]) {
    self.layout = layout
    self.environment = environment
    for (index, count) in counts.enumerated() {
      if index > 0 { contentLength += layout.interSectionSpacing }
      solve(layout.sections[min(index, layout.sections.count - 1)], index, count)
    }
    let core = contentLength
    let (total, start, frames) = boundary(
      layout.boundaryItems,
      core,
      0,
      environment.containerSize.of(axis.other),
      environment.containerSize
    )
    let scrollAxis = axis
    for key in Array(elements.keys) { elements[key]?.move(scrollAxis, start) }
    for (item, frame) in zip(layout.boundaryItems, frames) {
      elements["supplementary:\(item.kind) 0/layout"] = frame
    }
    contentLength = total
    guard layout.direction == .rightToLeft else { return }
    let width = axis == .horizontal ? total : environment.containerSize.width
    for (key, frame) in elements { elements[key]?.x = width - frame.x - frame.width }
  }

  private mutating func solve(_ section: LayoutSection, _ index: Int, _ count: Int) {
    let start = contentLength
    let safe = environment.safeAreaInsets
    var insets = section.contentInsets
    if axis == .vertical {
      insets.leading += safe.leading
      insets.trailing += safe.trailing
    } else {
      insets.top += safe.top
      insets.bottom += safe.bottom
    }
    let stack = section.orthogonalScrolling == .none ? axis : axis.other
    var box = environment.containerSize
    box.set(
      stack.other,
      max(0, box.of(stack.other) - insets.before(stack.other) - insets.after(stack.other))
    )
    let group = place(section.group, box)
    let isEmpty = count == 0 || group.frames.isEmpty
    if isEmpty, section.boundaryItems.isEmpty { return }

    var cells: [Frame] = []
    var length = 0.0
    let edges = section.group.edgeSpacing
    let cross = stack.other
    var share = 0.0
    let flexible = [edges.before(cross), edges.after(cross)].filter { $0?.isFlexible == true }.count
    if flexible > 0, stack == axis {
      share =
        (box.of(cross) - group.size.of(cross) - (edges.before(cross)?.minimum ?? 0)
          - (edges.after(cross)?.minimum ?? 0)) / Double(flexible)
    }
    let crossOffset =
      (edges.before(cross)?.minimum ?? 0) + (edges.before(cross)?.isFlexible == true ? share : 0)
    while !isEmpty, cells.count < count {
      if length > 0 || !cells.isEmpty { length += section.interGroupSpacing }
      length += edges.before(stack)?.minimum ?? 0
      let present = min(group.frames.count, count - cells.count)
      for frame in group.frames.prefix(present) {
        var cell = frame
        cell.move(stack, length)
        cell.move(cross, crossOffset)
        cells.append(cell)
      }
      var own = group.size.of(stack)
      if present < group.frames.count, section.group.axis != nil {
        let reach = group.frames.prefix(present).map { $0.end(stack) }.max() ?? 0
        let whole = group.frames.map { $0.end(stack) }.max() ?? 0
        own = max(0, max(0, reach) + own - max(0, whole))
      }
      length += own + (edges.after(stack)?.minimum ?? 0)
    }
    var core = insets.before(axis) + insets.after(axis)
    if stack == axis {
      core += length
    } else if !isEmpty {
      core +=
        group.size.of(cross) + (edges.before(cross)?.minimum ?? 0)
        + (edges.after(cross)?.minimum ?? 0)
    }
    let follows = section.supplementariesFollowContentInsets
    let low = follows ? insets.before(axis.other) : 0
    let high = environment.containerSize.of(axis.other) - (follows ? insets.after(axis.other) : 0)
    var boundaryBox = environment.containerSize
    boundaryBox.set(axis.other, max(0, high - low))
    let (total, growth, frames) = boundary(section.boundaryItems, core, low, high, boundaryBox)
    for (item, frame) in cells.enumerated() {
      var cell = frame
      cell.move(.horizontal, insets.leading)
      cell.move(.vertical, insets.top)
      cell.move(axis, start + growth)
      elements["cell \(index)/\(item)"] = cell
    }
    for (item, frame) in zip(section.boundaryItems, frames) {
      var moved = frame
      moved.move(axis, start)
      elements["supplementary:\(item.kind) \(index)/0"] = moved
    }
    if total > 0 {
      for decoration in section.decorations {
        var whole = Frame()
        whole.set(axis, start, total)
        whole.set(axis.other, 0, environment.containerSize.of(axis.other))
        elements["decoration:\(decoration.kind) \(index)/0"] = whole
      }
    }
    contentLength += total
  }

  private func boundary(
    _ items: [BoundaryItem],
    _ core: Double,
    _ low: Double,
    _ high: Double,
    _ box: Extent
  ) -> (total: Double, start: Double, frames: [Frame]) {
    let sizes = items.map { resolve($0.size, box) }
    var length = core
    for (item, size) in zip(items, sizes)
    where item.extendsBoundary && item.alignment.side(axis) == 0 {
      length = max(length, size.of(axis))
    }
    var (before, after) = (0.0, 0.0)
    var frames: [Frame] = []
    for (item, size) in zip(items, sizes) {
      let own = size.of(axis)
      let offset = item.offset.of(axis)
      var place: Double
      switch item.alignment.side(axis) {
      case -1: place = item.extendsBoundary ? offset - own : offset
      case 0: place = (length - own) / 2 + offset
      default: place = item.extendsBoundary ? length + offset : length - own + offset
      }
      if item.extendsBoundary, item.alignment.side(axis) == -1 { before = max(before, -place) }
      if item.extendsBoundary, item.alignment.side(axis) == 1 {
        after = max(after, place + own - length)
      }
      var frame = Frame()
      frame.set(axis, place, own)
      place = item.offset.of(axis.other)
      switch item.alignment.side(axis.other) {
      case -1: place += low
      case 0: place += low + (high - low - size.of(axis.other)) / 2
      default: place += high - size.of(axis.other)
      }
      frame.set(axis.other, place, size.of(axis.other))
      frames.append(frame)
    }
    for index in frames.indices { frames[index].move(axis, before) }
    return (length + before + after, before, frames)
  }

  private func floor(_ length: Double) -> Double {
    (max(0, length) * scale + 0.001).rounded(.down) / scale
  }

  private func resolve(_ size: LayoutSize, _ box: Extent) -> Extent {
    func resolve(_ dimension: LayoutDimension) -> Double {
      switch dimension {
      case .fractionalWidth(let part): floor(part * box.width)
      case .fractionalHeight(let part): floor(part * box.height)
      case .absolute(let points), .estimated(let points), .uniformAcrossSiblings(let points): points
      }
    }
    return Extent(width: resolve(size.width), height: resolve(size.height))
  }

  private func place(_ group: LayoutGroup, _ box: Extent, forced: (Axis, Double)? = nil) -> Placed {
    var size = resolve(group.size, box)
    if let forced { size.set(forced.0, forced.1) }
    if case .custom(let places) = group.arrangement {
      return Placed(frames: places.map(\.frame), size: size)
    }
    let along: Axis = if case .horizontal = group.arrangement { .horizontal } else { .vertical }
    let insets = group.contentInsets
    var inner = size
    inner.width = max(0, size.width - insets.leading - insets.trailing)
    inner.height = max(0, size.height - insets.top - insets.bottom)
    let spacing = group.interItemSpacing?.minimum ?? 0
    let whole = inner.of(along)
    func reduced(_ count: Int) -> Extent {
      var box = inner
      box.set(along, max(0, whole - Double(max(0, count - 1)) * spacing))
      return box
    }
    func needed(_ count: Int, _ box: Extent, _ spacing: Double) -> Double {
      var length = Double(max(0, count - 1)) * spacing
      for index in 0..<count {
        let member = group.members[index % group.members.count]
        length += resolve(member.size, box).of(along)
        length += member.edgeSpacing.before(along)?.minimum ?? 0
        length += member.edgeSpacing.after(along)?.minimum ?? 0
      }
      return length
    }
    var count = 0
    var inside = inner
    var equal: Double?
    switch group.filling {
    case .equally(let number):
      count = number
      inside = reduced(number)
      equal = floor(inside.of(along) / Double(number))
    case .repeating(let number):
      count = number
      inside = reduced(number)
    case .untilFull:
      let mixes = group.members.contains { $0.size.fraction(across: along) }
      if mixes {
        var loose = 0
        while loose < 400, needed(loose + 1, inner, 0) <= whole + 1e-6 { loose += 1 }
        if loose == 400 { loose = group.members.count }
        inside = reduced(loose)
        while count < 400, needed(count + 1, inside, spacing) <= whole + 1e-6 { count += 1 }
      } else {
        while count < 400, needed(count + 1, reduced(count + 1), spacing) <= whole + 1e-6 {
          count += 1
        }
        if count == 400 { count = group.members.count }
        inside = reduced(count)
      }
      if count == 400 { count = group.members.count }  // members without length
      if count == 0, resolve(group.members[0].size, inner).of(along) <= whole + 1e-6 { count = 1 }
    }
    var slots = group.interItemSpacing?.isFlexible == true ? max(0, count - 1) : 0
    var taken = Double(max(0, count - 1)) * spacing
    var members: [(LayoutMember, Placed)] = []
    for index in 0..<count {
      let member = group.members[index % group.members.count]
      let placed: Placed
      switch member {
      case .group(let nested):
        placed = place(nested, inside, forced: equal.map { (along, $0) })
      case .item(let item):
        var own = resolve(item.size, inside)
        if let equal { own.set(along, equal) }
        let insets = item.contentInsets
        placed = Placed(
          frames: [
            Frame(
              x: insets.leading,
              y: insets.top,
              width: (own.width - insets.leading - insets.trailing).magnitude,
              height: (own.height - insets.top - insets.bottom).magnitude
            )
          ],
          size: own
        )
      }
      members.append((member, placed))
      taken += placed.size.of(along)
      for edge in [member.edgeSpacing.before(along), member.edgeSpacing.after(along)] {
        taken += edge?.minimum ?? 0
        slots += edge?.isFlexible == true ? 1 : 0
      }
    }
    let share = slots > 0 ? (whole - taken) / Double(slots) : 0
    func room(_ spacing: LayoutSpacing?, _ share: Double) -> Double {
      (spacing?.minimum ?? 0) + (spacing?.isFlexible == true ? share : 0)
    }
    var frames: [Frame] = []
    var cursor = 0.0
    for (member, placed) in members {
      let (before, after) = (
        member.edgeSpacing.before(along.other), member.edgeSpacing.after(along.other)
      )
      let flexible = [before, after].filter { $0?.isFlexible == true }.count
      let left =
        inner.of(along.other) - placed.size.of(along.other) - (before?.minimum ?? 0)
        - (after?.minimum ?? 0)
      cursor += room(member.edgeSpacing.before(along), share)
      for frame in placed.frames {
        var moved = frame
        moved.move(.horizontal, insets.leading)
        moved.move(.vertical, insets.top)
        moved.move(along, cursor)
        moved.move(along.other, room(before, flexible > 0 ? left / Double(flexible) : 0))
        frames.append(moved)
      }
      cursor += placed.size.of(along) + room(member.edgeSpacing.after(along), share)
      cursor += room(group.interItemSpacing, share)
    }
    return Placed(frames: frames, size: size)
  }
}
