import Foundation
import TestSupport
import Testing

/// A page of the documentation whose commands are run, one after another in one place.
///
/// In a block of the kind `console`, a line that begins with `$ ` is a command, and the lines below
/// it are what it prints.
struct DocumentedPage: CustomTestStringConvertible {
  let name: String

  var testDescription: String { name }
  private var url: URL { FeedProgram.root.appending(path: "Documentation/\(name).md") }

  static let all = ["PhotoGallery", "DatesList", "UpdateTrace", "Adapters", "Fixtures"]
    .map { DocumentedPage(name: $0) }

  /// The page as it is written, and as it would be written now.
  func versions() throws -> (written: String, current: String) {
    let written = try String(contentsOf: url, encoding: .utf8)
    let directory = try TemporaryDirectory()
    for folder in ["layouts", "fixtures", "Documentation"] {
      try FileManager.default.createSymbolicLink(
        atPath: directory.path(folder),
        withDestinationPath: FeedProgram.root.appending(path: folder).path
      )
    }
    var lines: [String] = []
    var isConsole = false
    for line in written.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isConsole = line == "```console" }
      guard isConsole, !line.hasPrefix("```") else {
        lines.append(String(line))
        continue
      }
      guard line.hasPrefix("$ ") else { continue }
      lines.append(String(line))
      var output = try run(String(line.dropFirst(2)), in: directory)
      while output.last == "\n" { output.removeLast() }
      if !output.isEmpty { lines.append(output) }
    }
    return (written, lines.joined(separator: "\n"))
  }

  func write(_ text: String) throws { try text.write(to: url, atomically: true, encoding: .utf8) }

  private func run(_ command: String, in directory: TemporaryDirectory) throws -> String {
    let output = try directory.file("output", "")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "{ \(command)\n} > output 2>&1"]
    process.currentDirectoryURL = directory.url
    process.environment = [
      "PATH": "\(FeedProgram.place.deletingLastPathComponent().path):/usr/bin:/bin",
      "TERM": "dumb", "LANG": "C.UTF-8",
    ].merging(FeedProgram.sanitizers) { $1 }
    try process.run()
    process.waitUntilExit()
    return try String(contentsOfFile: output, encoding: .utf8)
  }
}

@Suite("Pages of the documentation", .waiting)
struct PageTests {
  private static let updatesGoldens =
    ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

  @Test(arguments: DocumentedPage.all)
  func `the commands of a page print what the page says`(page: DocumentedPage) throws {
    let (written, current) = try page.versions()
    if Self.updatesGoldens, written != current { try page.write(current) }
    #expect(current == written)
  }

  @Test func `the pages are linked from the README`() throws {
    let readme = try String(
      contentsOf: FeedProgram.root.appending(path: "README.md"),
      encoding: .utf8
    )
    for page in DocumentedPage.all { #expect(readme.contains("Documentation/\(page.name).md")) }
  }
}
