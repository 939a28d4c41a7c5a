/// What the command line asks for: `[--quick] [--sizes N,N] [--kind content|order] [--rows N] [part ...]`.
struct Options {
  /// The parts to measure; all if none is named.
  var parts: Set<String> = []
  /// How many events there are, ascending.
  var sizes = [1_000, 10_000, 100_000, 1_000_000]
  /// The kinds of change, all if none is named.
  var kind: String?
  /// The rows of a transaction.
  var rows = [1, 100]
  /// How often each measurement is repeated.
  var runs = 9

  init(_ arguments: some Sequence<String>) {
    var iterator = arguments.makeIterator()
    while let argument = iterator.next() {
      switch argument {
      case "--quick":
        sizes = [1_000, 100_000]
        runs = 5
      case "--sizes": sizes = Self.numbers(iterator.next())
      case "--rows": rows = Self.numbers(iterator.next())
      case "--runs": runs = Self.numbers(iterator.next()).first ?? runs
      case "--kind": kind = iterator.next()
      default: parts.insert(argument)
      }
    }
  }

  func asks(for part: String) -> Bool { parts.isEmpty || parts.contains(part) }

  private static func numbers(_ text: String?) -> [Int] {
    (text ?? "").split(separator: ",").compactMap { Int($0) }
  }
}
