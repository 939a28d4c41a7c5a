import Foundation
import TestSupport
import Testing

/// The built `feed`, run as a separate process.
enum FeedProgram {
  /// The result of a run.
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String

    var lines: [Substring] { output.split(separator: "\n") }
  }

  /// The root of the package.
  static let root = Repository.root

  /// The program, which is in the folder of the tests' bundle.
  static let place = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "feed")

  static let sportsbook = "layouts/sportsbook.yaml"
  static let updates = "fixtures/sportsbook/updates.jsonl"

  /// Runs the program to its end, in the root of the package.
  static func run(
    _ arguments: String...,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(arguments, environment: environment)
  }

  static func run(
    _ arguments: [String],
    program: String? = nil,
    in place: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    let directory = try TemporaryDirectory()
    // Files instead of pipes: they never fill up.
    let output = try directory.file("output", "")
    let errors = try directory.file("errors", "")
    let process = try make(arguments, environment: environment)
    if let program { process.executableURL = URL(filePath: program) }
    if let place { process.currentDirectoryURL = URL(filePath: place) }
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    try process.start()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8)
    )
  }

  /// The settings of sanitizers and of `Scripts/seeing-mutexes`, which the program inherits.
  static let sanitizers = ProcessInfo.processInfo.environment.filter {
    $0.key.hasSuffix("SAN_OPTIONS") || $0.key == "LD_PRELOAD"
  }

  /// Creates a process without starting it.
  static func make(_ arguments: [String], environment: [String: String] = [:]) throws -> Process {
    let process = Process()
    process.executableURL = place
    process.arguments = arguments
    process.currentDirectoryURL = root
    process.environment = ["PATH": "/usr/bin:/bin", "TERM": "xterm"]
      .merging(sanitizers) { $1 }
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    return process
  }
}
