#if Network
import Foundation
import TestFeeds
import TestSupport
import Testing

/// A source and the program that reads it, both killed repeatedly: `Tests/TestFeeds/Programs/killrun.py`.
@Suite("Sockets and WebSockets whose ends are killed", .waiting)
struct KillRunTests {
  @Test(
    .enabled(if: ForeignProgram.isInstalled("python3"), "python3 is not installed"),
    .enabled(if: ForeignProgram.isInstalled("openssl"), "openssl is not installed"),
    .enabled(if: PythonServer.hasWebSockets, "\(PythonServer.webSocketsAbsence)"),
    arguments: ["exchange", "websocket"]
  )
  func `each message is applied once, whichever end is killed`(kind: String) throws {
    let directory = try TemporaryDirectory()
    _ = try TestCertificate.make(in: directory)
    let root = FeedProgram.root
    let run = try ForeignProgram.run(
      "python3",
      [
        root.appending(path: "Tests/TestFeeds/Programs/killrun.py").path, FeedProgram.place.path,
        directory.path, "--kind", kind, "--messages", "\(amount(400, full: 18000))", "--kills",
        "\(amount(3, full: 300))",
      ],
      environment: ["PYTHONPATH": PythonServer.tools.path]
    )
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains(#""lost": 0, "twice": 0, "different": 0"#), "\(run.output)")
  }
}
#endif
