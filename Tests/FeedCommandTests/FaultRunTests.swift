#if Network
import Foundation
import TestSupport
import Testing

/// Six faulty sources, and a server that is killed repeatedly: `Tests/TestFeeds/Programs/faultrun.py`.
@Suite("Inputs at fault", .waiting)
struct FaultRunTests {
  @Test(
    .enabled(if: ForeignProgram.isInstalled("python3"), "python3 is not installed"),
    arguments: amount(1...1, full: 1...3, soak: 1...20)
  )
  func `each message of the sources is in the store once, and garbage is rejected`(
    seed: Int
  ) throws {
    let directory = try TemporaryDirectory()
    let run = try ForeignProgram.run(
      "python3",
      [
        FeedProgram.root.appending(path: "Tests/TestFeeds/Programs/faultrun.py").path,
        FeedProgram.place.path, directory.path, "--kills", "20", "--seed", "\(seed)",
        "--seconds", "\(amount(4, full: 20))",
      ]
    )
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.hasPrefix(#"{"kills": 20, "#), "\(run.output)")
  }
}
#endif
