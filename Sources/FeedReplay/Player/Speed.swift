/// The speed of a fixture: without waiting, or a multiple of real time.
public enum Speed: Hashable, Sendable {
  /// Without waiting.
  case max
  /// A multiple of real time; positive.
  case times(Double)

  /// Reads `max`, `1x`, `10x` or `0.5x`; fails on anything else.
  ///
  /// - Parameter text: The speed in the notation of the command line.
  public init?(_ text: String) {
    if text == "max" {
      self = .max
      return
    }
    guard text.hasSuffix("x"), let factor = Double(text.dropLast()), factor.isFinite,
      factor >= 0.001, factor <= 1_000_000
    else { return nil }
    self = .times(factor)
  }

  /// Returns the time from the start to a moment of a fixture.
  ///
  /// - Parameter seconds: The moment, in seconds of the fixture.
  /// - Returns: The time to wait for since the start; zero at full speed.
  public func delay(_ seconds: Double) -> Duration {
    switch self {
    case .max: .zero
    case .times(let factor): .seconds(Swift.max(seconds, 0) / factor)
    }
  }
}

extension Speed: CustomStringConvertible {
  /// The speed in the notation of the command line.
  public var description: String {
    switch self {
    case .max: "max"
    case .times(let factor): (Int(exactly: factor).map(String.init) ?? String(factor)) + "x"
    }
  }
}
