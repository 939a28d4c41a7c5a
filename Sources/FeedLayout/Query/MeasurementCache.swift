/// What elements answered when they were measured, kept by who they are and the room they were given.
///
/// A layout counts places; what was measured belongs to the thing shown there. Kept here, an answer
/// outlives a move, an insertion before it, and a change of width and back.
///
/// ```swift
/// var cache = MeasurementCache<String>()
/// let size = cache.size(of: "event/7", for: request) { measureText() }
/// ```
public struct MeasurementCache<ID: Hashable & Sendable>: Sendable {
  /// The room that an element was measured in.
  private struct Room: Hashable {
    var width: Double?
    var height: Double?

    init(_ request: MeasuringRequest) {
      width = request.measuresWidth ? nil : request.proposal.width
      height = request.measuresHeight ? nil : request.proposal.height
    }
  }

  private var sizes: [ID: [Room: Extent]] = [:]

  /// Makes a cache of nothing.
  public init() {}

  /// The number of elements of which something is known.
  public var count: Int { sizes.count }

  /// Finds out how large an element is, and measures it if that is not known.
  ///
  /// - Parameters:
  ///   - id: Who the element is.
  ///   - request: The room that it is given.
  ///   - measure: Measures the element, or answers nothing if it keeps its estimate.
  /// - Returns: The size that was measured in the same room, now or before.
  /// - Complexity: O(1) on average.
  public mutating func size(
    of id: ID,
    for request: MeasuringRequest,
    measure: () -> Extent?
  ) -> Extent? {
    let room = Room(request)
    if let size = sizes[id]?[room] { return size }
    guard let size = measure() else { return nil }
    sizes[id, default: [:]][room] = size
    return size
  }

  /// Forgets what is known of an element, because its content has changed.
  ///
  /// - Parameter id: Who the element is.
  public mutating func forget(_ id: ID) { sizes[id] = nil }

  /// Forgets all elements but some.
  ///
  /// - Parameter isKept: Tells whether an element is kept.
  /// - Complexity: O(*n*) where *n* is the number of elements of which something is known.
  public mutating func keepOnly(where isKept: (ID) -> Bool) {
    sizes = sizes.filter { isKept($0.key) }
  }
}
