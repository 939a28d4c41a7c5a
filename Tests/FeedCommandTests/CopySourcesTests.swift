#if Network
import Testing

@testable import FeedLog
@testable import FeedCommands
@testable import FeedNetworkCommands

@Suite("CopySources")
struct CopySourcesTests {
  private func record(
    _ id: String,
    _ sequence: UInt64,
    admin: String?,
    isReady: Bool = true,
    feed: String = "f",
    time: Double = 0
  ) -> ReplicaRecord {
    ReplicaRecord(
      id: id,
      time: time,
      feed: feed,
      sequence: sequence,
      version: 1,
      isReady: isReady,
      admin: admin
    )
  }

  @Test func `the replica that has applied most is asked first, and those without a copy never`() {
    let records = [
      record("old", 10, admin: "a:1"), record("new", 30, admin: "b:1"),
      record("late", 30, admin: "c:1", time: 5), record("none", 40, admin: nil),
      record("unready", 50, admin: "d:1", isReady: false), record("self", 60, admin: "e:1"),
      record("foreign", 70, admin: "f:1", feed: "g"), record("any", 80, admin: "0.0.0.0:1"),
      record("six", 80, admin: "[::]:1"),
    ]
    let sources = CopySources(records, newest: nil, of: "f", except: "self")
    #expect(sources.urls == ["c:1", "b:1", "a:1"].map { "http://\($0)/v1/store" })
    let all = CopySources(records, newest: nil)
    #expect(all.urls.first == "http://f:1/v1/store")
    #expect(all.urls.count == 5)
  }

  @Test func `the replica with the newest copy is asked first`() {
    let records = [record("a", 10, admin: "a:1"), record("b", 30, admin: "b:1")]
    for (place, first) in [("a:1", "a:1"), ("b:1", "b:1"), ("gone:1", "b:1")] {
      let snapshot = LogSnapshot(
        sequence: 5,
        place: CopySources.url(place),
        size: 1,
        sha256: "00"
      )
      let sources = CopySources(records, newest: snapshot)
      #expect(sources.urls.first == CopySources.url(first))
      #expect(sources.urls.count == 2)
    }
  }
}
#endif
