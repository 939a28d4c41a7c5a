package import Foundation

/// Programs of others that meet ours.
package enum ForeignProgram {
  /// Returns whether a program is on the path of this machine.
  ///
  /// - Returns: Whether it can be run.
  package static func isInstalled(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  /// Runs a program to its end.
  ///
  /// - Returns: Its exit status, and both outputs.
  /// - Throws: The error of its start.
  package static func run(
    _ program: String,
    _ arguments: [String],
    in directory: URL? = nil,
    environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    if let directory { process.currentDirectoryURL = directory }
    if !environment.isEmpty {
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.start()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
