import Foundation
import TestSupport
import Testing

/// A headless browser.
enum Browser {
  static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Returns the document of a page after its scripts have run.
  static func document(of page: String, in directory: TemporaryDirectory) throws -> String {
    let output = try directory.file("document", "")
    let process = Process()
    process.executableURL = URL(filePath: try #require(path))
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(directory.path)/profile",
      "--virtual-time-budget=2000", "--window-size=1300,900", "--dump-dom", "file://\(page)",
    ]
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": directory.path]
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = FileHandle.nullDevice
    try process.start()
    process.waitUntilExit()
    return try String(contentsOfFile: output, encoding: .utf8)
  }
}

@Suite(
  "feed render --format html",
  .waiting,
  .enabled(if: Browser.path != nil, "no browser is installed")
)
struct BrowserTests {
  @Test(arguments: sample(["sportsbook", "photos", "dates"], oneIn: 3))
  func `no page scrolls sideways at a width of 320 or 1200 points`(feed: String) throws {
    let page = try FeedProgram.run("render", "layouts/\(feed).yaml", "--format", "html").output
    let directory = try TemporaryDirectory()
    let quoted = page.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    let frames = [320, 768, 1_200].map { width in
      "<iframe style=\"border:0;width:\(width)px;height:600px\" srcdoc=\"\(quoted)\"></iframe>"
    }
    let script = """
      <script>onload = () => { document.title = [...document.querySelectorAll("iframe")].map(
        ({ contentDocument: { documentElement: e } }) => e.scrollWidth - e.clientWidth).join(" ") }</script>
      """
    let document = try Browser.document(
      of: directory.file("frames.html", "<!doctype html>" + frames.joined() + script),
      in: directory
    )
    #expect(
      document.contains("<title>0 0 0</title>"),
      "\(document.prefix(300))"
    )
  }
}
