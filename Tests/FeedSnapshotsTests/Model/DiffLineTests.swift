import FeedModel
import FeedSnapshots
import Foundation
import Testing

@testable import FeedModel

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
}
