/// The identity of one element of a solved layout.
public enum LayoutElementID: Hashable, Sendable {
  /// The cell of an item.
  case cell(section: Int, item: Int)
  /// A header, footer or badge; counted per kind and section.
  case supplementary(kind: String, section: Int, index: Int)
  /// A boundary item of the whole layout; counted per kind.
  case layoutSupplementary(kind: String, index: Int)
  /// A background; counted per kind and section.
  case decoration(kind: String, section: Int, index: Int)
}

/// One element of a solved layout in its place.
public struct LayoutElement: Hashable, Sendable {
  /// Which element it is.
  public var id: LayoutElementID
  /// Where it stands.
  public var frame: Frame
  /// Its place among the elements that overlap: the greater is in front.
  public var zIndex: Int

  /// Names an element in its place.
  ///
  /// - Parameters:
  ///   - id: Which element it is.
  ///   - frame: Where it stands.
  ///   - zIndex: Its place among the elements that overlap.
  public init(id: LayoutElementID, frame: Frame, zIndex: Int) {
    self.id = id
    self.frame = frame
    self.zIndex = zIndex
  }

  /// What the place of a pinned element is raised by while it is in view.
  public static let pinnedZIndex = 1_000_000_000
}

/// How far a layout is scrolled.
///
/// Frames are functions of it; nothing is solved again.
public struct ScrollPosition: Hashable, Sendable {
  /// The place of the content that is at the top left corner of the view.
  public var offset: Point
  /// The offsets of the rows of orthogonal sections, by section; zero if not given.
  public var orthogonalOffsets: [Int: Double]

  /// Says how far a layout is scrolled.
  ///
  /// - Parameters:
  ///   - offset: The place of the content that is at the top left corner of the view.
  ///   - orthogonalOffsets: The offsets of the rows of orthogonal sections, by section.
  public init(offset: Point = Point(), orthogonalOffsets: [Int: Double] = [:]) {
    self.offset = offset
    self.orthogonalOffsets = orthogonalOffsets
  }
}

/// A question to the caller: how large an element is.
public struct MeasuringRequest: Hashable, Sendable {
  /// The element to measure.
  public var element: LayoutElementID
  /// Its size so far: the length that is settled, and the estimate of the one that is asked for.
  public var proposal: Extent
  /// Whether the width is asked for.
  public var measuresWidth: Bool
  /// Whether the height is asked for.
  public var measuresHeight: Bool

  /// Asks for the size of an element.
  ///
  /// - Parameters:
  ///   - element: The element to measure.
  ///   - proposal: Its size so far.
  ///   - measuresWidth: Whether the width is asked for.
  ///   - measuresHeight: Whether the height is asked for.
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

/// Answers how large an element is, or `nil` where it keeps its estimate.
public typealias Measuring = (MeasuringRequest) -> Extent?
