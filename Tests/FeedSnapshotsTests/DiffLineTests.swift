import Foundation
import Testing

@testable import FeedSnapshots

@Suite("DiffLine")
struct DiffLineTests {
  private func answer(_ line: String, profile: UpdateProfile = .safe) throws -> String {
    let decoded = try JSONDecoder().decode(DiffLine.self, from: Data(line.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(decoded.answer(profile: profile)), as: UTF8.self)
  }

  @Test func `a batch has all nine keys`() throws {
    let line = """
      {"old":{"sections":[{"id":"a","items":["1","2","3"]},{"id":"b","items":[]}]},
       "new":{"sections":[{"id":"b","items":[]},{"id":"a","items":["3","1","4"]}]},
       "reload":["1"],"reconfigure":["3"]}
      """
    #expect(
      try answer(line, profile: .minimal)
        == #"{"deleteItems":[[0,1]],"deleteSections":[],"insertItems":[[1,2]],"insertSections":[],"#
        + #""moveItems":[{"from":[0,0],"to":[1,1]}],"moveSections":[{"from":0,"to":1}],"#
        + #""reconfigureItems":[[1,0]],"reloadItems":[[1,1]],"reloadSections":[]}"#
    )
    #expect(
      try answer(#"{"old":{"sections":[]},"new":{"sections":[]}}"#)
        == #"{"deleteItems":[],"deleteSections":[],"insertItems":[],"insertSections":[],"#
        + #""moveItems":[],"moveSections":[],"reconfigureItems":[],"reloadItems":[],"#
        + #""reloadSections":[]}"#
    )
  }

  @Test(arguments: [
    (
      #"{"old":{"sections":[{"id":"a","items":["1","1"]}]},"new":{"sections":[]}}"#,
      #"{"error":{"code":"duplicate-item","message":"item '1' is named twice"}}"#
    ),
    (
      #"{"old":{"sections":[]},"new":{"sections":[{"id":"a","items":["1"]},{"id":"b","items":["1"]}]}}"#,
      #"{"error":{"code":"duplicate-item","message":"item '1' is named twice"}}"#
    ),
    (
      #"{"old":{"sections":[]},"new":{"sections":[{"id":"a","items":[]},{"id":"a","items":[]}]}}"#,
      #"{"error":{"code":"duplicate-section","message":"section 'a' is named twice"}}"#
    ),
    (
      #"{"old":{"sections":[]},"new":{"sections":[]},"reload":["7"]}"#,
      #"{"error":{"code":"unknown-item","message":"item '7' is not in the snapshot"}}"#
    ),
    (
      #"{"old":{"sections":[]},"new":{"sections":[]},"reconfigure":["7"]}"#,
      #"{"error":{"code":"unknown-item","message":"item '7' is not in the snapshot"}}"#
    ),
  ])
  func `a pair that cannot be is an error with a code`(_ line: String, _ expected: String) throws {
    #expect(try answer(line) == expected)
  }

  @Test func `ids that are only canonically equivalent are two ids`() throws {
    let line = #"""
      {"old":{"sections":[{"id":"a","items":["\u00e9"]}]},
       "new":{"sections":[{"id":"a","items":["\u00e9","e\u0301"]}]}}
      """#
    #expect(try answer(line).contains(#""insertItems":[[0,1]]"#))
  }

  @Test func `a batch is read back as it was written`() throws {
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
    #expect(BatchUpdates().description == "no updates")
  }
}
