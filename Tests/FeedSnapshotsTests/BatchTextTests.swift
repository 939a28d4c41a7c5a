import FeedSnapshots
import Foundation
import Testing

@Suite("BatchUpdates as text")
struct BatchTextTests {
  @Test func `a batch parses back from its text`() throws {
    let batch = try letters("A[1,2] B[3]").updates(to: letters("B[1,3u] C[]"))
    let data = try JSONEncoder().encode(batch)
    #expect(try JSONDecoder().decode(BatchUpdates.self, from: data) == batch)
  }

  @Test func `people read calls with ids`() throws {
    let old = try letters("A[1,2,3] B[4] C[]")
    let new = try letters("B[4] A[3,1,5u] D[6]")
    let batch = old.updates(to: new, profile: .minimal)
    #expect(
      batch.lines(from: old, to: new) == [
        "deleteSections([2])               C",
        "deleteItems(at: [0, 1])           2",
        "insertSections([2])               D",
        "moveSection(0, toSection: 1)      A",
        "insertItems(at: [1, 2])           5",
        "moveItem(at: [0, 0], to: [1, 1])  1",
      ]
    )
    #expect(
      batch.description
        == "deleteSections: 2; insertSections: 2; moveSections: 0 → 1; deleteItems: [0, 1]; "
        + "insertItems: [1, 2]; moveItems: [0, 0] → [1, 1]"
    )
    #expect("\(batch.moveItems) \(batch.moveSections)" == "[[0, 0] → [1, 1]] [0 → 1]")
    #expect(BatchUpdates().description == "no updates")
  }
}
