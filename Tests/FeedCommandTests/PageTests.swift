import Foundation
import TestSupport
import Testing

/// The promises in `Tests/Page/promises`, tested in one run of `Tests/Page/browser.py`.
enum PageBrowser {
  private static let root = FeedProgram.root
  private static let folder = root.appending(path: "Tests/Page").path
  private static let script = "\(folder)/browser.py"

  static let isThere = Browser.path != nil && canImport

  /// Whether Python has the script's modules, in `.build/page-tools` or in its own folders.
  private static var canImport: Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let modules = "import playwright.sync_api, axe_playwright_python.sync_playwright"
    process.arguments = [
      "python3", "-c", "import sys; sys.path.insert(0, '.build/page-tools'); \(modules)",
    ]
    process.currentDirectoryURL = root
    process.standardError = FileHandle.nullDevice
    guard (try? process.start()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// The names of the promises in this run, as the files declare them.
  static let promises: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/promises")) ?? []
    let texts = files.sorted().compactMap {
      try? String(contentsOfFile: "\(folder)/promises/\($0)", encoding: .utf8)
    }
    let names = texts.joined().matches(of: /@promise\ndef (\w+)\(/).map {
      String($0.output.1).replacing("_", with: " ")
    }
    return sample(names, oneIn: 3)
  }()

  /// The failures, by the names of the promises; empty after success.
  static let failures: [String: String] = {
    struct Line: Decodable {
      let promise: String
      let failure: String
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script] + promises
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["FEED": FeedProgram.place.path]
    ) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    guard (try? process.start()) != nil,
      let output = try? pipe.fileHandleForReading.readToEnd()
    else { return [:] }
    process.waitUntilExit()
    let lines = output.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONDecoder().decode(Line.self, from: Data($0))
    }
    return Dictionary(lines.map { ($0.promise, $0.failure) }) { $1 }
  }()
}

@Suite(
  "The page in a browser",
  .waiting,
  .serialized,
  .enabled(if: PageBrowser.isThere, "needs chromium and PyPI's playwright; see 'make page-tools'")
)
struct PageTests {
  @Test(arguments: PageBrowser.promises)
  func `the page keeps its promise`(promise: String) throws {
    let failure = try #require(PageBrowser.failures[promise], "the script has ended before")
    #expect(failure.isEmpty, "\(failure)")
  }
}
