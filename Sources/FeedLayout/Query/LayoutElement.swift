/// The identity of one element of a solved layout.
public enum LayoutElementID: Hashable, Sendable {
  /// The cell of an item.
  case cell(section: Int, item: Int)
  /// A header, footer or badge; the index counts per kind and section.
  case supplementary(kind: String, section: Int, index: Int)
  /// A boundary item of the whole layout; the index counts per kind.
  case layoutSupplementary(kind: String, index: Int)
  /// A background; the index counts per kind and section.
  case decoration(kind: String, section: Int, index: Int)
}

/// An element of a solved layout, with its frame.
public struct LayoutElement: Hashable, Sendable {
  /// The identity of the element.
  public var id: LayoutElementID
  /// The frame.
  public var frame: Frame
  /// Its order among overlapping elements; the greater is in front.
  public var zIndex: Int

  /// Creates an element.
  public init(id: LayoutElementID, frame: Frame, zIndex: Int) {
    self.id = id
    self.frame = frame
    self.zIndex = zIndex
  }

  /// The amount added to the `zIndex` of a pinned element while it is in view.
  public static let pinnedZIndex = 1_000_000_000
}

/// The scroll offsets of a layout and of its orthogonal sections.
///
/// Frames are functions of the position; scrolling does not solve the layout again.
public struct ScrollPosition: Hashable, Sendable {
  /// The content position at the top left corner of the view.
  public var offset: Point
  /// The offsets of orthogonal rows by section; missing offsets are zero.
  public var orthogonalOffsets: [Int: Double]

  /// Creates a scroll position.
  ///
  /// - Parameter offset: The content position at the top left corner of the view.
  public init(offset: Point = Point(), orthogonalOffsets: [Int: Double] = [:]) {
    self.offset = offset
    self.orthogonalOffsets = orthogonalOffsets
  }
}

/// A request to the caller to measure an element.
public struct MeasuringRequest: Hashable, Sendable {
  /// The element to measure.
  public var element: LayoutElementID
  /// Its current size: the resolved length, and the estimate of the requested length.
  public var proposal: Extent
  /// Whether the width is requested.
  public var measuresWidth: Bool
  /// Whether the height is requested.
  public var measuresHeight: Bool

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - measuresWidth: Whether the width is requested.
  ///   - measuresHeight: Whether the height is requested.
  public init(
    element: LayoutElementID,
    proposal: Extent,
    measuresWidth: Bool,
    measuresHeight: Bool
  ) {
    self.element = element
    self.proposal = proposal
    self.measuresWidth = measuresWidth
    self.measuresHeight = measuresHeight
  }
}

/// A function that returns the size of an element, or `nil` to keep the estimate.
public typealias Measuring = (MeasuringRequest) -> Extent?

extension ScrollPosition {
  /// The offset of an orthogonal row.
  subscript(section: Int) -> Double {
    orthogonalOffsets.isEmpty ? 0 : orthogonalOffsets[section] ?? 0
  }
}
