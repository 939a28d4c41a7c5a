/// A question in JSON: a layout, a view and item counts, of which the frames are asked.
///
/// The keys are `environment`, `itemCounts`, `layout` and `requestedOffsets`; others are ignored.
public struct LayoutRequest: Sendable {
  /// The environment for which the layout is solved.
  public var environment: LayoutEnvironment
  /// The layout.
  public var layout: LayoutDescription
  /// The number of items of each section.
  public var itemCounts: [Int]
  /// The measured sizes of cells and boundary items.
  public var measured: MeasuredAnswers
  /// The scroll offset; if it is given, only the elements in view are requested.
  public var scrollOffset: Point?
  /// Offsets asked of the rows of orthogonal sections, by section.
  public var requestedOffsets: [Int: [Double]]

  /// Requests the frames of a layout.
  ///
  /// - Parameter measured: The measured sizes of cells and boundary items.
  public init(
    environment: LayoutEnvironment,
    layout: LayoutDescription,
    itemCounts: [Int],
    measured: MeasuredAnswers = MeasuredAnswers(),
    scrollOffset: Point? = nil,
    requestedOffsets: [Int: [Double]] = [:]
  ) {
    self.environment = environment
    self.layout = layout
    self.itemCounts = itemCounts
    self.measured = measured
    self.scrollOffset = scrollOffset
    self.requestedOffsets = requestedOffsets
  }
}

/// The JSON form of the environment: the view, and the other settings of the request.
private struct WireEnvironment: Decodable {
  var environment: LayoutEnvironment
  var measured: MeasuredAnswers
  var scrollOffset: Point?

  init(from decoder: any Decoder) throws {
    let fields = try WireFields(
      decoder,
      known: [
        "containerSize", "pixelScale", "scrollOffset", "measured", "layoutMargins",
        "safeAreaInsets", "readableContentInsets", "tolerance",
      ]
    )
    guard let size = try fields.pair("containerSize") else {
      throw LayoutError(.missingKey, "'containerSize' is missing", path: fields.path())
    }
    guard size.0 >= 0, size.1 >= 0 else {
      throw LayoutError(
        .badNumber,
        "the container is \(decimal(size.0)) × \(decimal(size.1))",
        path: fields.path(WireKey("containerSize"))
      )
    }
    environment = LayoutEnvironment(
      containerSize: Extent(width: size.0, height: size.1),
      pixelGrid: PixelGrid(scale: try fields.number("pixelScale", in: 0.001...1000) ?? 1),
      safeAreaInsets: try fields.value("safeAreaInsets") ?? .zero,
      layoutMargins: try fields.value("layoutMargins") ?? .zero,
      readableContentInsets: try fields.value("readableContentInsets")
    )
    measured = try fields.value("measured") ?? MeasuredAnswers()
    scrollOffset = try fields.pair("scrollOffset").map { Point(x: $0.0, y: $0.1) }
  }
}

extension LayoutRequest: Decodable {
  /// Reads a question.
  ///
  /// - Throws: ``LayoutError`` or a decoding error; see ``LayoutError/init(decoding:)``.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(
      decoder,
      known: ["environment", "itemCounts", "layout", "requestedOffsets"]
    )
    let wire: WireEnvironment = try fields.required("environment")
    let numbers: [Double] = try fields.required("itemCounts")
    let counts = try numbers.enumerated().map { index, number in
      try WireNumber.count(number, path: fields.path(WireKey("itemCounts")) + ["\(index)"])
    }
    let offsets: [String: [Double]] = try fields.value("requestedOffsets") ?? [:]
    var requested: [Int: [Double]] = [:]
    for (key, values) in offsets {
      guard let section = Int(key), counts.indices.contains(section) else {
        throw LayoutError(
          .badNumber,
          "there is no section '\(key)'",
          path: fields.path(WireKey("requestedOffsets")) + [key]
        )
      }
      requested[section] = values
    }
    self.init(
      environment: wire.environment,
      layout: try fields.required("layout"),
      itemCounts: counts,
      measured: wire.measured,
      scrollOffset: wire.scrollOffset,
      requestedOffsets: requested
    )
  }
}

extension LayoutRequest {
  /// The most items that are laid out one by one.
  static let mostItems = 1_000_000
  /// The most cells of one group.
  static let mostCells = 100_000

  /// Checks that all frames can be listed, or all cells measured.
  ///
  /// - Throws: ``LayoutError`` with code ``LayoutError/Code/tooLarge``.
  func checkItems() throws(LayoutError) {
    let count = itemCounts.reduce(0, +)
    guard count > Self.mostItems else { return }
    throw LayoutError(
      .tooLarge,
      "the sections have \(count) items, and at most \(Self.mostItems) frames can be listed",
      hint: "ask for fewer items",
      path: ["itemCounts"]
    )
  }

  /// Checks that nested groups do not have more cells than can be solved.
  ///
  /// - Throws: ``LayoutError`` with code ``LayoutError/Code/tooLarge``.
  func checkGroups() throws(LayoutError) {
    for (index, section) in layout.sections.enumerated()
    where section.group.declaredCells > Self.mostCells {
      throw LayoutError(
        .tooLarge,
        "the group has more than \(Self.mostCells) cells",
        hint: "groups repeat by themselves; lower the counts of the groups within each other",
        path: ["layout", "sections", "\(index)", "group"]
      )
    }
  }
}

extension LayoutGroup {
  /// The cells of the group as far as its declaration counts them.
  fileprivate var declaredCells: Int {
    if case .custom(let places) = arrangement { return places.count }
    let cells = members.map { member in
      if case .group(let group) = member { group.declaredCells } else { 1 }
    }
    switch filling {
    case .untilFull: return cells.reduce(0) { Self.bounded($0.addingReportingOverflow($1)) }
    case .equally(let count), .repeating(let count):
      return Self.bounded((cells.max() ?? 0).multipliedReportingOverflow(by: count))
    }
  }

  private static func bounded(_ result: (partialValue: Int, overflow: Bool)) -> Int {
    result.overflow ? .max : result.partialValue
  }
}

extension LayoutRequest {
  /// Solves the layout for the view and the item counts of the request.
  ///
  /// - Throws: ``LayoutError`` if the layout cannot be solved.
  public func solved() throws(LayoutError) -> SolvedLayout {
    try checkGroups()
    let answers = measured
    if !answers.isEmpty { try checkItems() }
    return try SolvedLayout(
      layout,
      environment: environment,
      itemCounts: itemCounts,
      measuring: answers.isEmpty ? nil : { answers.answer($0) }
    )
  }
}
