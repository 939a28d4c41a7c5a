import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedSnapshots
import FeedTerminal

/// Steps through the versions of a replay without a page, by commands in lines.
struct StepLines: ~Copyable {
  private let appearance: FeedAppearance
  private var stepper: Stepper
  private var output = OutputBuffer()
  private var records: [VersionRecord] = []
  /// The number of records before the current position.
  private var position = 0
  private let first: FeedSnapshot

  init(_ engine: FeedEngine, _ stepper: Stepper) async {
    appearance = FeedAppearance(engine.feed)
    first = engine.snapshot
    self.stepper = stepper
  }

  /// Performs the commands of standard input until it ends or `q` is read.
  mutating func run() async throws {
    try show(VersionRecord(opening: first).head + "\n")
    while let line = readLine(strippingNewline: true) {
      let word = line.filter { !$0.isWhitespace }
      switch word {
      case "n", "": try await forward()
      case "p": try back()
      case "q": return
      default:
        guard let version = Int(word) else {
          Console.error("'\(word)' is not a step; use n (next), p (back), a version or q (quit)")
          continue
        }
        try await go(to: version)
      }
    }
  }

  private var version: Int { position > 0 ? records[position - 1].version : first.version }

  private mutating func advance() async throws -> Bool {
    if position < records.count {
      position += 1
      return true
    }
    let next = try await stepper.next()
    for fault in stepper.skipped { Console.error(lines: fault) }
    guard let next else {
      Console.error("the fixture has ended; version \(version) is the last one")
      return false
    }
    records.append(next)
    position = records.count
    return true
  }

  private mutating func forward() async throws {
    if try await advance() { try show(records[position - 1].text(appearance)) }
  }

  private mutating func back() throws {
    guard position > 0 else {
      return Console.error("version \(version) is the first one")
    }
    let record = records[position - 1]
    position -= 1
    try show(reversed(record.after, record.before))
  }

  private mutating func go(to target: Int) async throws {
    let from = position > 0 ? records[position - 1].after : first
    guard target >= first.version else {
      return Console.error("version \(first.version) is the first one")
    }
    while version > target, position > 0 { position -= 1 }
    while version < target, try await advance() {}
    let to = position > 0 ? records[position - 1].after : first
    if from.version != to.version { try show(reversed(from, to)) }
  }

  /// Returns the batch between any two versions, in either direction.
  private func reversed(_ from: FeedSnapshot, _ to: FeedSnapshot) -> String {
    VersionRecord(
      from: from,
      to: to,
      from.composition.updates(to: to.composition),
      cause: "from version \(from.version)"
    ).text(appearance)
  }

  private mutating func show(_ text: String) throws {
    try output.write(text)
    try output.flush()
  }
}
