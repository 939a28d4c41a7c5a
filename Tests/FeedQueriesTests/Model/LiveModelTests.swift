import Foundation
import TestSupport
import Testing

@Suite("Live queries, model")
struct LiveModelTests {
  /// The histories that are played: `FEED_TESTS_SEEDS=1575..3000` names those of a soak.
  private static let seeds = named ?? 0..<amount(8, full: 60, soak: 3000)
  /// Those of two programs, which take twice as long.
  private static let seedsOfTwo = named ?? 0..<amount(5, full: 60, soak: 3000)
  private static let named =
    ProcessInfo.processInfo.environment["FEED_TESTS_SEEDS"].flatMap { SeedRange($0)?.seeds }

  /// The minimised failures of former runs.
  static let regressions: [URL] = {
    let folder = Repository.root.appending(path: "Tests/Regressions")
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    return (files ?? []).filter { $0.lastPathComponent.hasPrefix("queries-") }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }()

  /// Those of them that fail again; they are played before anything random is.
  private static let broken = regressions.compactMap { file -> String? in
    do {
      let model = try JSONDecoder().decode(ModelCase.self, from: Data(contentsOf: file))
      return ModelRun.failure(of: model).map { "\(file.lastPathComponent): \($0)" }
    } catch {
      return "\(file.lastPathComponent): \(error)"
    }
  }

  @Test(arguments: regressions)
  func `a minimised history of a former fault passes`(file: URL) {
    let failures = Self.broken.filter { $0.hasPrefix(file.lastPathComponent) }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test(arguments: seeds)
  func `after every commit live queries show what fresh SQL shows, and every batch leads there`(
    seed: UInt64
  ) throws {
    try #require(Self.broken.isEmpty, "what was wrong once is wrong again")
    try expectNoFailure(seed: seed) { ModelRun.failure(of: $0) }
  }

  @Test(arguments: seedsOfTwo)
  func `two programs that track each other show the rows of fresh SQL`(
    seed: UInt64
  ) throws {
    try expectNoFailure(seed: seed) {
      ModelRun.failureAmongOthers(of: $0, isRecursive: seed.isMultiple(of: 2))
    }
  }

  private func expectNoFailure(seed: UInt64, _ failure: (ModelCase) -> String?) throws {
    var random = RandomCase(seed: seed)
    let model = random.make(transactions: amount(40, soak: 120))
    guard failure(model) != nil else { return }
    let shrunk = model.shrunk { failure($0) != nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let json = String(decoding: try encoder.encode(shrunk), as: UTF8.self)
    Issue.record(
      """
      seed \(seed): \(failure(shrunk) ?? "")
      keep as Tests/Regressions/queries-<what>.json:
      \(json)
      """
    )
  }
}
