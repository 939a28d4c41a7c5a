/// A set of edges, relative to the reading direction.
public struct DirectionalEdges: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The top edge.
  public static let top = DirectionalEdges(rawValue: 1)
  /// The leading edge.
  public static let leading = DirectionalEdges(rawValue: 2)
  /// The bottom edge.
  public static let bottom = DirectionalEdges(rawValue: 4)
  /// The trailing edge.
  public static let trailing = DirectionalEdges(rawValue: 8)
  /// All four edges, which cancel out to the centre.
  public static let all: DirectionalEdges = [.top, .leading, .bottom, .trailing]
}

/// A point of a rectangle, given by edges and an offset.
///
/// No edges give the centre, one edge gives its middle, and two adjacent edges give their corner.
/// Opposite edges cancel out.
public struct LayoutAnchor: Hashable, Sendable {
  /// The edges that determine the point.
  public var edges: DirectionalEdges
  /// The offset in points.
  public var absoluteOffset: Point
  /// The offset as a fraction of the placed view's size.
  public var fractionalOffset: Point

  /// Creates an anchor.
  ///
  /// - Parameters:
  ///   - absoluteOffset: The offset in points.
  ///   - fractionalOffset: The offset as a fraction of the placed view's size.
  public init(
    edges: DirectionalEdges = [],
    absoluteOffset: Point = Point(),
    fractionalOffset: Point = Point()
  ) {
    self.edges = edges
    self.absoluteOffset = absoluteOffset
    self.fractionalOffset = fractionalOffset
  }
}

extension LayoutAnchor: Encodable {
  /// Writes an anchor.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    let names: [(DirectionalEdges, String)] = [
      (.top, "top"), (.leading, "leading"), (.bottom, "bottom"), (.trailing, "trailing"),
    ]
    try object.write("edges", list: names.filter { edges.contains($0.0) }.map(\.1))
    try object.write("absoluteOffset", point: absoluteOffset)
    try object.write("fractionalOffset", point: fractionalOffset)
  }
}

extension LayoutAnchor: Decodable {
  /// Reads an anchor from JSON.
  ///
  /// - Throws: ``LayoutError`` if an edge or an offset cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder, known: ["edges", "absoluteOffset", "fractionalOffset"])
    let names: [String] = try fields.value("edges") ?? []
    var edges: DirectionalEdges = []
    for name in names {
      switch name {
      case "top": edges.insert(.top)
      case "leading": edges.insert(.leading)
      case "bottom": edges.insert(.bottom)
      case "trailing": edges.insert(.trailing)
      case "all": edges.formUnion(.all)
      default:
        throw LayoutError(
          .unknownWord,
          "'\(name)' is not an edge",
          hint: "known: top, leading, bottom, trailing, all",
          path: fields.path(WireKey("edges"))
        )
      }
    }
    let absolute = try fields.pair("absoluteOffset") ?? (0, 0)
    let fractional = try fields.pair("fractionalOffset") ?? (0, 0)
    self.init(
      edges: edges,
      absoluteOffset: Point(x: absolute.0, y: absolute.1),
      fractionalOffset: Point(x: fractional.0, y: fractional.1)
    )
  }
}
