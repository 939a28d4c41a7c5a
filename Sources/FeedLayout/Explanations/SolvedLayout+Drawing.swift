extension SolvedLayout {
  /// Draws the group of a declaration: the tree of its members, and a picture of their frames.
  ///
  /// - Precondition: The declaration is one of the layout's.
  /// - Complexity: O(*k* + *a*) where *k* is the number of cells in the group and *a* the area of
  ///   the picture.
  public func drawing(ofDeclaration declaration: Int, columns: Int = 64) -> String {
    precondition(
      templates.indices.contains(declaration),
      "declaration \(declaration) is outside 0..<\(templates.count)"
    )
    let template = templates[declaration]
    var lines: [String] = []
    template.section.group.appendTree(to: &lines, prefix: "", continuation: "")
    lines.append("")
    return (lines + template.group.picture(columns: max(8, columns))).joined(separator: "\n")
  }
}

extension LayoutGroup {
  fileprivate func appendTree(to lines: inout [String], prefix: String, continuation: String) {
    var words = "\(kindName) \(size)"
    switch filling {
    case .untilFull: break
    case .equally(let count): words += ", \(count) of equal length"
    case .repeating(let count): words += ", \(count) times"
    }
    if let spacing = interItemSpacing { words += ", gaps of \(spacing)" }
    lines.append(prefix + words)
    if case .custom(let places) = arrangement {
      for (index, place) in places.enumerated() {
        let isLast = index == places.count - 1
        lines.append(continuation + (isLast ? "└ " : "├ ") + "place \(place.frame)")
      }
    }
    for (index, member) in members.enumerated() {
      let isLast = index == members.count - 1
      let branch = continuation + (isLast ? "└ " : "├ ")
      switch member {
      case .item(let item): lines.append(branch + "item \(item.size)")
      case .group(let group):
        group.appendTree(
          to: &lines,
          prefix: branch,
          continuation: continuation + (isLast ? "  " : "│ ")
        )
      }
    }
  }
}

extension SolvedGroup {
  /// The maximum number of lines of a picture.
  private static let mostRows = 40

  /// Draws the frames of the cells; a character is about twice as high as wide.
  fileprivate func picture(columns: Int) -> [String] {
    let frames = leaves.map(\.frame)
    guard frames.allSatisfy(\.isDrawable) else { return ["(too large to draw)"] }
    let width = max(size.width, leaves.map(\.frame.maxX).max() ?? 0)
    let height = max(size.height, leaves.map(\.frame.maxY).max() ?? 0)
    guard width > 0, height > 0 else { return ["(the group has no area)"] }
    let perColumn = width / Double(columns - 1)
    let rows = min(Self.mostRows, max(3, Int((height / perColumn / 2).rounded()) + 1))
    let perRow = height / Double(rows - 1)
    var canvas = Canvas(columns: columns, rows: rows)
    func column(_ x: Double) -> Int { Int((x / perColumn).rounded()) }
    func row(_ y: Double) -> Int { Int((y / perRow).rounded()) }
    canvas.box(0, 0, column(size.width), row(size.height))
    for frame in leaves.map(\.frame) {
      canvas.box(column(frame.x), row(frame.y), column(frame.maxX), row(frame.maxY))
    }
    for (index, leaf) in leaves.enumerated() {
      let frame = leaf.frame
      canvas.write(
        "\(index)",
        centredAt: column(frame.x + frame.width / 2),
        row(frame.y + frame.height / 2)
      )
    }
    return canvas.lines
  }
}

extension Frame {
  /// Whether the numbers are small enough to convert to character positions.
  fileprivate var isDrawable: Bool {
    [x, y, width, height].allSatisfy { $0.isFinite && $0.magnitude < 1e9 }
  }
}

/// A grid of characters; drawing outside the grid is ignored.
private struct Canvas {
  private let columns: Int
  private var cells: [[Character]]

  init(columns: Int, rows: Int) {
    self.columns = columns
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  mutating func put(_ character: Character, _ column: Int, _ row: Int) {
    guard cells.indices.contains(row), (0..<columns).contains(column) else { return }
    cells[row][column] = character
  }

  mutating func box(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) {
    guard left <= right, top <= bottom else { return }
    for column in max(left, 0)...max(left, min(right, columns), 0) {
      put("-", column, top)
      put("-", column, bottom)
    }
    for row in max(top, 0)...max(top, min(bottom, cells.count), 0) {
      put("|", left, row)
      put("|", right, row)
    }
    for (column, row) in [(left, top), (right, top), (left, bottom), (right, bottom)] {
      put("+", column, row)
    }
  }

  mutating func write(_ text: String, centredAt column: Int, _ row: Int) {
    for (index, character) in text.enumerated() {
      put(character, column - text.count / 2 + index, row)
    }
  }

  var lines: [String] {
    cells.map { row in
      var row = row
      while row.last == " " { row.removeLast() }
      return String(row)
    }
  }
}
