import FeedModel
import FeedSnapshots
import Testing

@testable import FeedServer

@Suite("History")
struct HistoryTests {
  private func snapshot(_ version: Int) -> FeedSnapshot {
    FeedSnapshot(version: version, composition: .init(), status: [])
  }

  private func history(seconds: Int, bytes: Int) -> History {
    History(snapshot(1), at: .zero, keptTime: .seconds(seconds), keptBytes: bytes)
  }

  @Test func `versions expire, except the newest one`() {
    var history = history(seconds: 10, bytes: .max)
    for version in 2...500 {
      history.append(snapshot(version), at: .seconds(version - 1), bytes: 1)
      #expect(history.count == min(version, 11))
    }
    #expect(history[489] == nil)
    for version in 490...500 { #expect(history[version]?.version == version) }
    history.append(snapshot(501), at: .seconds(100_000), bytes: 1)
    #expect(history.count == 1)
    #expect(history.newest.version == 501)
  }

  @Test func `the memory for versions is limited`() {
    var history = history(seconds: 1_000_000, bytes: 1000)
    for version in 2...300 { history.append(snapshot(version), at: .zero, bytes: 100) }
    #expect(history.count == 10)
    #expect(history[290] == nil)
    #expect(history[291]?.version == 291)
  }

  @Test func `an unknown version is not found`() {
    var history = history(seconds: 10, bytes: .max)
    for version in [5, 9, 10] { history.append(snapshot(version), at: .zero, bytes: 1) }
    for version in [-1, 0, 2, 4, 6, 8, 11, .max] { #expect(history[version] == nil) }
    for version in [1, 5, 9, 10] { #expect(history[version]?.version == version) }
  }
}
