import Foundation
import TestSupport

/// A separate process that plays cases, so that a crash ends only that process.
final class PlayerProcess {
  private let process = Process()
  private let questions = Pipe()
  private let answers = Pipe()
  private var buffer: [UInt8] = []

  init() throws {
    process.executableURL = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    process.arguments = ["--player"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"],
      uniquingKeysWith: { $1 }
    )
    process.standardInput = questions
    process.standardOutput = answers
    process.standardError = FileHandle.nullDevice
    try process.start()
    try answers.fileHandleForWriting.close()
  }

  deinit { try? questions.fileHandleForWriting.close() }

  /// Plays a case.
  ///
  /// - Returns: The result, or `nil` if the process ended without one.
  func verdict(of model: FeedCase) throws -> Verdict? {
    var data = try JSONEncoder().encode(model)
    data.append(UInt8(ascii: "\n"))
    do { try questions.fileHandleForWriting.write(contentsOf: data) } catch { return nil }
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Data(buffer[..<end])
        buffer.removeSubrange(...end)
        return try JSONDecoder().decode(Verdict.self, from: line)
      }
      // All available bytes.
      let piece = answers.fileHandleForReading.availableData
      guard !piece.isEmpty else { return nil }
      buffer += piece
    }
  }

  /// The reason for the end of the process.
  var end: String {
    process.waitUntilExit()
    return
      "\(process.terminationReason == .uncaughtSignal ? "signal" : "exit") \(process.terminationStatus)"
  }

  /// Plays the cases on the standard input of the process.
  static func play() async throws {
    while let line = readLine() {
      // A case that does not end is a fault like a crash.
      alarm(30)
      let model = try JSONDecoder().decode(FeedCase.self, from: Data(line.utf8))
      var answer = try JSONEncoder().encode(await CasePlayer.verdict(of: model))
      answer.append(UInt8(ascii: "\n"))
      alarm(0)
      try FileHandle.standardOutput.write(contentsOf: answer)
    }
  }
}

/// Plays cases in a process that is started again when one of them has ended it.
final class Judge {
  private var process: PlayerProcess?
  /// The number of cases that the process has played: names are never released, so it is replaced.
  private var played = 0

  func verdict(of model: FeedCase) throws -> Verdict {
    played += 1
    if played.isMultiple(of: 2_000) { process = nil }
    let process = try self.process ?? PlayerProcess()
    self.process = process
    if let verdict = try process.verdict(of: model) { return verdict }
    self.process = nil
    return Verdict(outcome: .wrong("crash", "the process has ended: \(process.end)"))
  }

  /// The smallest case found with the same kind of fault.
  func shrunk(
    _ model: FeedCase,
    fault: String,
    until end: ContinuousClock.Instant
  ) throws -> FeedCase {
    var shrinker = Shrinker(model) { $0.smaller }
    while ContinuousClock.now < end, let candidate = shrinker.next() {
      if try verdict(of: candidate).fault == fault { shrinker.accept() }
    }
    return shrinker.best
  }
}
