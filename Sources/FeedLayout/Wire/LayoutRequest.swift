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
