/// What is known of a run of things that stand one behind the other, in units.
struct SpanSummary: Equatable {
  /// How many there are.
  var count = 0
  /// How far the next one is from the first one's start.
  var span = 0
  /// How far they really reach, counted from the first one's start; they may stick out.
  var low = SpanSummary.farAway
  var high = -SpanSummary.farAway
  /// How far they really reach across.
  var lowAcross = SpanSummary.farAway
  var highAcross = -SpanSummary.farAway
  /// The largest length along and across.
  var longest = 0
  var tallest = 0

  private static let farAway = 1 << 60
  /// No span is counted beyond this, so that sums of absurd lengths stay whole numbers.
  private static let longestSpan = 1 << 59

  /// Adds a run behind this one.
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

  /// Widens how far things reach so that a frame is within.
  mutating func reach(from low: Int, to high: Int) {
    self.low = min(self.low, low)
    self.high = max(self.high, high)
  }

  /// Widens how far things reach across so that a frame is within.
  mutating func reachAcross(from low: Int, to high: Int) {
    lowAcross = min(lowAcross, low)
    highAcross = max(highAcross, high)
  }
}

/// A thing that stands in a line with others.
protocol Spanned: Sendable {
  /// What is known of it; its count is one.
  var summary: SpanSummary { get }
}

/// What one cell answered when it was measured; not a number where it has not.
struct LeafSize: Spanned {
  var extent: Extent

  static let unknown = LeafSize(extent: Extent(width: .nan, height: .nan))

  var summary: SpanSummary { SpanSummary(count: 1) }
}

/// One group of a section whose groups differ in length.
///
/// There may be as many groups as items, so what is the same for all groups of simple shape is left
/// to their template.
struct GroupEntry: Spanned {
  /// From the start of the group to that of the next; one of simple shape does not reach beyond.
  var span: Int
  /// How far a group really reaches that is not of simple shape.
  var exact: ExactReach?

  /// How far a group really reaches.
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
