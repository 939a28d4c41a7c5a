/// A small seeded generator, the same on every machine and with every version of the library.
///
/// Sixty-four bits of state, advanced by a constant and mixed by two multiplications (Steele, Lea and
/// Flood's SplitMix). Good enough to make workloads, unfit for secrets.
///
/// ```swift
/// var random = SplitMix64(seed: 1)
/// random.below(6)   // the same die for everybody
/// ```
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts a sequence.
  public init(seed: UInt64) { state = seed }

  /// Draws the next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

// The standard library may change how it draws from a range; fixtures must not change with it.
extension SplitMix64 {
  /// Draws an integer from zero up to a bound.
  ///
  /// - Precondition: The bound is positive.
  /// - Returns: A number in `0..<bound`.
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "the bound \(bound) is not positive")
    return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Draws an integer between two others.
  public mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// Draws an element.
  ///
  /// - Returns: One of them, or `nil` if there are none.
  public mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// Puts elements in a random order.
  ///
  /// - Returns: The same elements, each order as likely as any other.
  public mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, below(last + 1))
    }
    return elements
  }
}
