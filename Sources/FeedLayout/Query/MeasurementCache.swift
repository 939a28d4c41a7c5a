/// A cache of measured sizes by element identity and proposed size.
///
/// A layout identifies cells by position, but a measured size belongs to the displayed item. Cached
/// by identity, it survives moves, insertions before it, and changes of width.
///
/// ```swift
/// var cache = MeasurementCache<String>()
/// let size = cache.size(of: "event/7", for: request) { measureText() }
/// ```
public struct MeasurementCache<ID: Hashable & Sendable>: Sendable {
  /// The lengths that were given when an element was measured.
  private struct Room: Hashable {
    var width: Double?
    var height: Double?

    init(_ request: MeasuringRequest) {
      width = request.measuresWidth ? nil : request.proposal.width
      height = request.measuresHeight ? nil : request.proposal.height
    }
  }

  private var sizes: [ID: [Room: Extent]] = [:]

  /// Creates an empty cache.
  public init() {}

  /// The number of elements with a cached size.
  public var count: Int { sizes.count }

  /// Returns the cached size of an element, or measures and caches it.
  ///
  /// - Parameter measure: Measures the element, or returns `nil` to keep the estimate.
  /// - Returns: The size measured for the same lengths, or `nil` if `measure` returns `nil`.
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

  /// Removes the cached sizes of an element whose content changed.
  public mutating func forget(_ id: ID) { sizes[id] = nil }

  /// Removes the cached sizes of all elements that do not satisfy a predicate.
  ///
  /// - Parameter isKept: Returns whether an element is kept.
  /// - Complexity: O(*n*) where *n* is the number of elements with a cached size.
  public mutating func keepOnly(where isKept: (ID) -> Bool) {
    sizes = sizes.filter { isKept($0.key) }
  }
}
