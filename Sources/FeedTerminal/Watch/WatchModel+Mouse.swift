import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots

extension WatchModel {
  /// An item that is under way to another place.
  struct Drag: Hashable {
    var item: ItemID
    /// The place of the pointer.
    var line: Int
    var column: Int
  }

  /// The place at which the button was pressed.
  struct Pressed: Hashable {
    var item: ItemID
    var line: Int
    var column: Int
    /// Whether it was selected before.
    var wasSelected: Bool
  }

  func target(_ line: Int, _ column: Int) -> PagePainter.Target? {
    targets.last { $0.line == line && $0.columns.contains(column) }
  }

  mutating func click(_ line: Int, _ column: Int) -> Command? {
    (pressed, drag) = (nil, nil)
    if line == 0 { return tabs.first { $0.columns.contains(column) }.flatMap { pick($0.choice) } }
    if let inspector = inspectorRange, inspector.contains(line) { return clickInspector(line) }
    if let header = headers.last(where: { $0.line == line }) {
      guard collapsed.contains(header.section) else { return act(on: header.section) }
      changeHidden { $0.remove(header.section) }
      return nil
    }
    guard let target = target(line, column) else { return nil }
    pressed = Pressed(
      item: target.item,
      line: line,
      column: column,
      wasSelected: selected == target.item
    )
    selected = target.item
    return nil
  }

  mutating func drag(to line: Int, _ column: Int) -> Command? {
    guard let pressed else { return nil }
    guard drag != nil || line != pressed.line || column != pressed.column else { return nil }
    guard drag != nil || canMove(pressed.item) else {
      self.pressed = nil
      return .explain(pressed.item)
    }
    drag = Drag(item: pressed.item, line: line, column: column)
    // At the edges the page scrolls under the pointer.
    if line <= pageLines.lowerBound { scroll(by: -1) }
    if line >= pageLines.upperBound - 1 { scroll(by: 1) }
    return nil
  }

  mutating func release(_ line: Int, _ column: Int) -> Command? {
    defer { (pressed, drag) = (nil, nil) }
    guard let drag else {
      guard let pressed, pressed.wasSelected, target(line, column)?.item == pressed.item else {
        return nil
      }
      return act(on: pressed.item)
    }
    guard let neighbour = landing(of: drag) else { return nil }
    return .drop(drag.item, neighbour.item, isBehind: neighbour.isBehind)
  }

  /// Returns whether the items of its section can be reordered.
  func canMove(_ item: ItemID) -> Bool {
    !isSorted(item)
      && snapshot.composition.section(containing: item)
        .map { features.reorderable.contains($0.declaration) } ?? false
  }

  /// Returns the place where a dragged item would be dropped: that of the item under the pointer.
  ///
  /// It is before items above its own place, and after items below.
  func landing(of drag: Drag) -> (item: ItemID, isBehind: Bool)? {
    let under =
      target(drag.line, drag.column)
      ?? targets.min { distance($0, drag) < distance($1, drag) }
    guard let under, under.item != drag.item,
      let from = snapshot.composition.path(of: drag.item),
      let to = snapshot.composition.path(of: under.item)
    else { return nil }
    return (under.item, from < to)
  }

  private func distance(_ target: PagePainter.Target, _ drag: Drag) -> Int {
    let columns = target.columns
    let across = max(columns.lowerBound - drag.column, drag.column - columns.upperBound + 1, 0)
    // A line is about as high as two columns are wide.
    return abs(target.line - drag.line) * 2 + across
  }

  /// Paints the dragged item at the pointer, and the place of a drop.
  func paintDrag(_ grid: inout CellGrid) {
    guard let drag, let content = snapshot.composition.content(of: drag.item) else { return }
    for target in targets where target.item == drag.item {
      grid.restyle(line: target.line, columns: target.columns) { $0 = .faint }
    }
    if let landing = landing(of: drag) { paintDropLine(landing, &grid) }
    let face = ItemFace(content, appearance: appearance.items[drag.item.kind])
    let label = " ≡ \(face.title.truncated(to: max(columns / 3, 12))) "
    let width = TerminalWidth.of(label)
    grid.put(
      label,
      line: min(max(drag.line, pageLines.lowerBound), pageLines.upperBound - 1),
      column: min(max(drag.column - 2, 0), max(columns - width, 0)),
      style: CellStyle.accent.reversed
    )
  }

  /// Paints a line at the place of a drop: between items in a row, or below each other.
  private func paintDropLine(_ landing: (item: ItemID, isBehind: Bool), _ grid: inout CellGrid) {
    let places = targets.filter { $0.item == landing.item }
    guard let first = places.first, let last = places.last else { return }
    let isBeside = targets.contains {
      $0.item != landing.item && $0.section == first.section && $0.line == first.line
    }
    guard isBeside else {
      let line = landing.isBehind ? last.line : max(first.line - 1, pageLines.lowerBound)
      grid.restyle(line: line, columns: first.columns) {
        $0.color = .focus
        $0.isUnderlined = true
      }
      return
    }
    let column = landing.isBehind ? first.columns.upperBound : first.columns.lowerBound - 1
    for place in places {
      grid.put(
        "┃",
        line: place.line,
        column: min(max(column, 0), columns - 1),
        style: CellStyle(.focus, isBold: true)
      )
    }
  }

  /// The message during a drag.
  var dragNote: String? {
    guard let drag, let content = snapshot.composition.content(of: drag.item) else { return nil }
    let title = ItemFace(content, appearance: appearance.items[drag.item.kind]).title
    guard let landing = landing(of: drag),
      let neighbour = snapshot.composition.content(of: landing.item)
    else { return "moving \(title); Esc puts it back" }
    let other = ItemFace(neighbour, appearance: appearance.items[landing.item.kind]).title
    return "moving \(title) \(landing.isBehind ? "behind" : "before") \(other); Esc puts it back"
  }
}
