import Foundation
import TestSupport
import Testing

@Suite("feed: changes that are refused", .waiting)
struct RefusedChangeTests {
  @Test(arguments: [
    ["put", "FEED", "team", #"{"id":1,"nmae":"Reds"}"#], ["put", "FEED", "team", #"{"id":1}"#],
    ["put", "FEED", "teem", "{}"], ["delete", "FEED", "team/7"], ["act", "FEED", "none"],
    ["move", "FEED", "team/1", "--before", "team/2"],
  ])
  func `a rejected change creates no store`(_ arguments: [String]) throws {
    let feed = try SmallFeed()
    let store = feed.directory.path + "/new.sqlite"
    let arguments = arguments.map { $0 == "FEED" ? feed.path : $0 } + ["--store", store]
    let outcome = try FeedProgram.run(arguments)
    #expect(outcome.status == 65, "\(outcome.errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: feed.directory.path)
    #expect(files.sorted() == ["small.sql", "small.yaml"])
  }

  @Test func `an accepted change creates the store once`() throws {
    let feed = try SmallFeed()
    let store = ["--store", feed.directory.path + "/new.sqlite"]
    let row = #"{"id":1,"name":"Reds","rank":1}"#
    let outcome = try FeedProgram.run(["put", feed.path, "team", row] + store)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "team/1\nversion 2\n", "\(outcome.errors)")
    let page = try FeedProgram.run(["render", feed.path] + store)
    #expect(page.output.contains("Reds"))
    #expect(page.output.contains("version 2"))
  }
}
