/// How fast a fixture is played: as fast as can be, or so many times as fast as life.
public enum Speed: Hashable, Sendable {
  /// Without waiting.
  case max
  /// So many times as fast as life; positive.
  case times(Double)

  /// Reads `max`, `1x`, `10x` or `0.5x`; fails on anything else.
  ///
  /// - Parameter text: The speed as the command line writes it.
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

  /// How long after the start a moment of a fixture comes.
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
  /// The speed as the command line writes it.
  public var description: String {
    switch self {
    case .max: "max"
    case .times(let factor): (Int(exactly: factor).map(String.init) ?? String(factor)) + "x"
    }
  }
}
