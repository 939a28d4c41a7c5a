/// Keeps the optimiser from finding out that nobody wants a value.
@inline(never)
func keep<Value>(_ value: Value) { withExtendedLifetime(value) {} }

/// SplitMix64, which costs next to nothing beside what is measured; always the same numbers.
struct FastGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64 = 1) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A number that looks like chance, always the same one for a number.
func mixed(_ number: Int) -> Int {
  var random = FastGenerator(seed: UInt64(bitPattern: Int64(number)))
  return Int(random.next() >> 16)
}

/// A size as it stands in the name of a row.
func size(_ items: Int) -> String {
  items >= 1_000_000 ? "\(items / 1_000_000)M" : items >= 1000 ? "\(items / 1000)k" : "\(items)"
}
