import Foundation
import TestSupport

/// The program: plays random cases for some time, and reports what is wrong.
struct RandomFeeds {
  static let usage = """
    usage: random-feeds [--seed N] [--cases N] [--seconds N] [--without FEATURE,…] [--only FEATURE,…]
                        [--faults N] [--shrink SECONDS] [--keep DIRECTORY] [--case FILE]
    features: \(Feature.allCases.map(\.name).joined(separator: " "))
    """

  private var seed: UInt64 = 0
  private var cases = UInt64.max
  private var seconds = 10.0
  private var without: Set<Feature> = []
  private var only: Set<Feature> = []
  private var mostFaults = 1
  private var shrinking = 60.0
  private var directory: String?
  private var file: String?
  private var isPlayer = false

  init(_ arguments: [String]) {
    var arguments = arguments[...]
    while let option = arguments.popFirst() {
      if option == "--player" {
        isPlayer = true
        continue
      }
      guard let value = arguments.popFirst(), take(option, value) else {
        print(Self.usage)
        exit(64)
      }
    }
  }

  private mutating func take(_ option: String, _ value: String) -> Bool {
    switch option {
    case "--seed": seed = UInt64(value) ?? 0
    case "--cases":
      cases = UInt64(value) ?? 1
      seconds = .infinity
    case "--seconds": seconds = Double(value) ?? 10
    case "--without": without = Self.features(value)
    case "--only": only = Self.features(value)
    case "--faults": mostFaults = Int(value) ?? 1
    case "--shrink": shrinking = Double(value) ?? 60
    case "--keep": directory = value
    case "--case": file = value
    default: return false
    }
    return true
  }

  private static func features(_ text: String) -> Set<Feature> {
    Set(
      text.split(separator: ",").map { name in
        guard let feature = Feature(name: String(name)) else {
          print("there is no feature '\(name)'\n\(usage)")
          exit(64)
        }
        return feature
      }
    )
  }

  func run() async throws {
    if isPlayer { return try await PlayerProcess.play() }
    if let file {
      let model = try JSONDecoder().decode(
        FeedCase.self,
        from: Data(contentsOf: URL(filePath: file))
      )
      print(try Judge().verdict(of: model).outcome)
      return
    }
    let isRight = try play()
    exit(isRight ? 0 : 1)
  }

  private func play() throws -> Bool {
    let judge = Judge()
    let begin = ContinuousClock.now
    var totals = Totals()
    var nextReport = 60.0
    var number = seed
    while number - seed < cases, (ContinuousClock.now - begin) / .seconds(1) < seconds {
      let model = CaseMaker.make(seed: number, without: without, only: only)
      let verdict = try judge.verdict(of: model)
      totals.add(model, verdict)
      number += 1
      if let fault = verdict.fault {
        try report(model, verdict, fault, judge)
        if totals.faults >= mostFaults { break }
      }
      let elapsed = (ContinuousClock.now - begin) / .seconds(1)
      if elapsed > nextReport {
        say("seed \(number), \(Int(elapsed)) s: \(totals)")
        nextReport += 60
      }
    }
    say("seeds \(seed)..<\(number): \(totals)")
    say(String(decoding: try JSONEncoder().encode(totals), as: UTF8.self))
    return totals.faults == 0
  }

  private func report(
    _ model: FeedCase,
    _ verdict: Verdict,
    _ fault: String,
    _ judge: Judge
  ) throws {
    let shrunk = try judge.shrunk(model, fault: fault, until: .now + .seconds(shrinking))
    let name = "seed-\(model.seed)"
    var options = without.isEmpty ? "" : " --without \(without.names)"
    if !only.isEmpty { options += " --only \(only.names)" }
    var text = """
      seed \(model.seed): \(fault)
      features: \(model.features.sorted().map(\.name).joined(separator: " "))
      repeat: random-feeds --seed \(model.seed) --cases 1\(options)
      --- \(name).yaml
      \(shrunk.yaml(schema: "\(name).sql"))--- \(name).sql
      \(shrunk.schema)--- \(name).jsonl

      """
    for step in shrunk.steps { text += (step.json ?? "# \(step)") + "\n" }
    if case .wrong(_, let message) = try judge.verdict(of: shrunk).outcome {
      text += "--- \(message)"
    }
    say(text)
    guard let directory else { return }
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    func write(_ ending: String, _ text: String) throws {
      try Data(text.utf8).write(to: URL(filePath: "\(directory)/\(name).\(ending)"))
    }
    try write("yaml", shrunk.yaml(schema: "\(name).sql"))
    try write("sql", shrunk.schema)
    try write("jsonl", shrunk.lines.map { $0 + "\n" }.joined())
    try write("txt", text)
    try write("case", String(decoding: JSONEncoder().encode(shrunk), as: UTF8.self))
  }

  private func say(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
  }
}

extension Set<Feature> {
  fileprivate var names: String { sorted().map(\.name).joined(separator: ",") }
}
