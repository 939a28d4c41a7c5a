import Foundation
import TestSupport

/// Runs of the real `feed replay` over one store; the program is in the folder of this one.
enum FeedProcess {
  /// Plays the lines of a case in runs that are killed, in several at once, and in a last one that
  /// finishes.
  static func play(_ model: FeedCase, in directory: TemporaryDirectory) throws -> String {
    let lines = try directory.file("case.jsonl", model.lines.map { $0 + "\n" }.joined())
    let store = directory.path("played.sqlite")
    let arguments = [
      "replay", directory.path("case.yaml"), lines, "--store", store, "--on-error", "skip",
      "--trace",
      "text",
    ]
    for count in model.kills { try runKilled(arguments, after: count) }
    if model.players > 0 {
      let players = try (0..<model.players).map { _ in try start(arguments, directory) }
      for player in players { player.process.waitUntilExit() }
      for player in players { try expectEnd(of: player, allowing: [0, 1, 65, 74]) }
    }
    let last = try start(arguments + ["--verify"], directory)
    last.process.waitUntilExit()
    try expectEnd(of: last, allowing: [0])
    return store
  }

  private struct Run {
    let process: Process
    let errors: String
  }

  private static func expectEnd(of run: Run, allowing statuses: Set<Int32>) throws {
    let process = run.process
    if process.terminationReason == .exit, statuses.contains(process.terminationStatus) { return }
    let errors = try String(contentsOfFile: run.errors, encoding: .utf8)
    throw CasePlayer.Fault(
      kind: "process",
      message: "feed replay ended with \(process.terminationStatus): \(errors)"
    )
  }

  private static func start(_ arguments: [String], _ directory: TemporaryDirectory) throws -> Run {
    let process = make(arguments)
    let errors = try directory.file("errors-\(UUID().uuidString)", "")
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    process.standardOutput = FileHandle.nullDevice
    try process.start()
    return Run(process: process, errors: errors)
  }

  /// Starts a run and kills it after it has printed the given number of bytes.
  private static func runKilled(_ arguments: [String], after count: Int) throws {
    let process = make(arguments)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.start()
    try output.fileHandleForWriting.close()
    var seen = 0
    while seen < count {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      seen += piece.count
    }
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private static func make(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "feed")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    return process
  }
}
