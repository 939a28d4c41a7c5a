/// A summary of a run of consecutive elements: their number, lengths and extent, in units.
struct SpanSummary: Equatable {
  /// The number of elements.
  var count = 0
  /// The distance from the start of the run to the start of the next element.
  var span = 0
  /// The extent of the elements relative to the start of the run; it may exceed the span.
  var low = SpanSummary.farAway
  var high = -SpanSummary.farAway
  /// The extent of the elements across the axis.
  var lowAcross = SpanSummary.farAway
  var highAcross = -SpanSummary.farAway
  /// The largest length of an element along the axis and across it.
  var longest = 0
  var tallest = 0

  private static let farAway = 1 << 60
  /// The limit of a span, so that sums of extreme lengths do not overflow.
  private static let longestSpan = 1 << 59

  /// Appends a run.
  mutating func append(_ other: SpanSummary) {
    low = min(low, span + other.low)
    high = max(high, span + other.high)
    lowAcross = min(lowAcross, other.lowAcross)
    highAcross = max(highAcross, other.highAcross)
    longest = max(longest, other.longest)
    tallest = max(tallest, other.tallest)
    count += other.count
    span = max(-Self.longestSpan, min(span + other.span, Self.longestSpan))
  }

  /// Extends the extent to include an interval.
  mutating func reach(from low: Int, to high: Int) {
    self.low = min(self.low, low)
    self.high = max(self.high, high)
  }

  /// Extends the extent across the axis to include an interval.
  mutating func reachAcross(from low: Int, to high: Int) {
    lowAcross = min(lowAcross, low)
    highAcross = max(highAcross, high)
  }
}

/// An element of a run.
protocol Spanned: Sendable {
  /// The summary of the element; its count is 1.
  var summary: SpanSummary { get }
}

/// The measured size of one cell; a length that was not measured is NaN.
struct LeafSize: Spanned {
  var extent: Extent

  static let unknown = LeafSize(extent: Extent(width: .nan, height: .nan))

  var summary: SpanSummary { SpanSummary(count: 1) }
}

/// One group of a section whose groups differ in length.
///
/// There may be as many groups as items, so values that all groups of simple shape share are stored
/// in their template.
struct GroupEntry: Spanned {
  /// The distance to the start of the next group; a group of simple shape does not exceed it.
  var span: Int
  /// The extent of a group that is not of simple shape.
  var exact: ExactReach?

  /// The extent of a group, in a reference to keep entries small.
  final class ExactReach: Sendable {
    let summary: SpanSummary

    init(_ summary: SpanSummary) { self.summary = summary }
  }

  var summary: SpanSummary {
    if let exact { return exact.summary }
    var summary = SpanSummary(count: 1)
    summary.span = span
    summary.reach(from: 0, to: span)
    return summary
  }
}
