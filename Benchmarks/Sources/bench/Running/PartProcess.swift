import Foundation
import Measuring

/// Runs one part in a process of its own, so that its memory is gone when the next one begins.
struct PartProcess {
  private let part: Part
  private let runs: Int
  private let isQuick: Bool

  /// A part that could not be measured.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(_ part: Part, runs: Int, isQuick: Bool) {
    self.part = part
    self.runs = runs
    self.isQuick = isQuick
  }

  func run() throws -> (Results.Portion, Results.Circumstances) {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments =
      ["--portion", part.name, "--runs", "\(runs)"] + (isQuick ? ["--quick"] : [])
    let output = Pipe()
    process.standardOutput = output
    let start = Stopwatch.wall.now
    try process.run()
    let json = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "the part ended with \(process.terminationStatus)")
    }
    let portion = try JSONDecoder().decode(Results.Portion.self, from: json)
    return (portion, circumstances((Stopwatch.wall.now - start) / 1e9))
  }

  private func circumstances(_ seconds: Double) -> Results.Circumstances {
    Results.Circumstances(
      commit: Self.commit,
      command: "swift run -c release --package-path Benchmarks bench \(part.name)",
      runs: isQuick ? 3 : runs,
      load: Self.load,
      processors: ProcessInfo.processInfo.activeProcessorCount,
      seconds: (seconds * 10).rounded() / 10
    )
  }

  /// How many programs wanted a processor on average during the last minute, this one included.
  private static var load: Double {
    let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
    return text.split(separator: " ").first.flatMap { Double($0) } ?? 0
  }

  /// The commit of the sources, marked if they have been changed since.
  private static let commit: String = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "git", "-C", Repository.root.path, "describe", "--always", "--dirty", "--exclude=*",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return "unknown" }
    let text = (try? output.fileHandleForReading.readToEnd()).flatMap { $0 } ?? Data()
    process.waitUntilExit()
    let name = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    return name.isEmpty ? "unknown" : name
  }()
}
