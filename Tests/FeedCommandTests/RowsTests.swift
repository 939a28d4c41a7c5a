import Foundation
import TestSupport
import Testing

@Suite("feed put, several rows", .waiting)
struct RowsTests {
  let feed: SmallFeed
  var store: String { feed.directory.path("small.sqlite") }

  init() throws { feed = try SmallFeed() }

  func put(_ rows: String, _ options: String...) throws -> FeedProgram.Outcome {
    try FeedProgram.run(["put", feed.path, "team", rows] + options + ["--store", store])
  }

  func file(_ lines: String...) throws -> String {
    try feed.directory.file("rows.jsonl", lines.map { $0 + "\n" }.joined())
  }

  @Test func `the rows of a file are one transaction, and all of them are printed`() throws {
    let rows = try file(
      #"{"name":"Reds","rank":1}"#,
      "",
      #"{"id":7,"name":"Blues","rank":2}"# + "\r",
      #"{"name":"Greens","rank":3}"#
    )
    let run = try put(rows)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "team/1\nteam/7\nteam/8\nversion 2\n")
    let json = try put(rows, "--format", "json")
    #expect(
      json.output == #"{"objects":["team/9","team/7","team/10"],"version":3,"changed":true}"# + "\n"
    )
  }

  @Test func `with 'each' every row is a version, and the rows before a bad one are kept`() throws {
    let rows = try file(
      #"{"id":1,"name":"Reds","rank":1}"#,
      #"{"id":2,"name":"Blues","rank":2}"#,
      #"{"id":3,"name":"Greens","rnak":3}"#
    )
    let run = try put(rows, "--each")
    #expect(run.status == 65)
    #expect(run.output == "team/1\nversion 2\nteam/2\nversion 3\n")
    #expect(run.errors.contains("\(rows):3:32: error[unknown-column]: "), "\(run.errors)")
    #expect(try put(#"{"id":2,"rank":5}"#).output == "team/2\nversion 4\n")
  }

  @Test(arguments: [
    (
      #"{"name":"Blues","rank":}"#,
      "2:24: error[malformed-row]: the row is not JSON: a value is missing here"
    ),
    ("[1, 2]", "2:1: error[malformed-row]: the row is not an object, but of the type 'array'"),
    (#"{"rank":2, "nmae":"Blues"}"#, "2:19: error[unknown-column]: "),
    (#"{"name":"Blues","rank":"first"}"#, "error["),
    (
      #"{"name":"Blues","rank":[2]}"#,
      "2:24: error[malformed-row]: the row contains an array for 'rank'"
    ),
  ])
  func `a mistake is reported with its line and column, and nothing is written`(
    line: String,
    message: String
  ) throws {
    let rows = try file(#"{"name":"Reds","rank":1}"#, line)
    let run = try put(rows)
    #expect(run.status == 65)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("\(rows):2:"), "\(run.errors)")
    #expect(run.errors.contains(message), "\(run.errors)")
    // A rejected row creates no store.
    #expect(!FileManager.default.fileExists(atPath: store))
  }

  @Test func `an object on several lines is one row, and a file without rows is an error`() throws {
    let run = try put(try file("{", #"  "name": "Reds","#, #"  "rank": 1"#, "}"))
    #expect(run.output == "team/1\nversion 2\n", "\(run.errors)")
    let bad = try put(try file("{", #"  "name": "Reds","#, #"  "rnak": 1"#, "}"))
    #expect(bad.errors.contains("rows.jsonl:3:11: error[unknown-column]: "), "\(bad.errors)")
    let none = try put(try file("", ""))
    #expect(none.status == 65)
    #expect(
      none.errors.contains(
        "error[malformed-row]: '\(feed.directory.path("rows.jsonl"))' holds no row"
      )
    )
    #expect(try put("nowhere.jsonl").errors.contains("error[malformed-row]: the row is not JSON"))
  }
}
