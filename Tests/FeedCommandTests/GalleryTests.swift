#if Network
import Foundation
import TestSupport
import Testing

@testable import FeedStress

@Suite("The gallery")
struct GalleryTests {
  private static let sources: [(name: String, type: any GallerySource.Type)] = [
    ("exchange", ExchangeGallery.self), ("shop", ShopGallery.self), ("status", StatusGallery.self),
    ("departures", DeparturesGallery.self), ("quakes", QuakesGallery.self),
    ("builds", BuildsGallery.self), ("photos", PhotosGallery.self),
  ]

  @Test(arguments: sources.map(\.name))
  func `a feed of the gallery passes the strict check, and fits a page of 80 columns`(
    name: String
  ) throws {
    let feed = "layouts/gallery/\(name).yaml"
    let check = try FeedProgram.run("check", "--strict", feed)
    #expect(check.status == 0, "\(check.errors)")
    #expect(check.errors.isEmpty, "\(check.errors)")
    let type = try #require(Self.sources.first { $0.name == name }).type
    var lines = GalleryLines(type.init(seed: 1, start: 1_782_561_600))
    let directory = try TemporaryDirectory()
    let fixture = try directory.file(
      "lines.jsonl",
      (0..<50).map { number in
        let line = lines.next(at: 1_782_561_600 + Int64(number))
        guard !line.isEmpty else { return "" }
        return "{\"at\":0," + String(decoding: line.dropFirst(), as: UTF8.self)
      }.joined()
    )
    let page = try FeedProgram.run("render", feed, "--fixture", fixture, "--size", "80x60")
    #expect(page.status == 0, "\(page.errors)")
    #expect(page.lines.count > 12, "\(page.output)")
    #expect(page.lines.allSatisfy { $0.count <= 80 }, "\(page.output)")
  }

  @Test func `the demo lists the feeds of the gallery, and names them for an unknown one`() throws {
    let list = try FeedProgram.run("demo", "--list")
    #expect(list.status == 0)
    #expect(list.lines.count == 8)
    #expect(
      list.lines.map { $0.prefix { $0 != " " } } == ["sportsbook"]
        + Self.sources.map { $0.name[...] }
    )
    let unknown = try FeedProgram.run("demo", "nosuch")
    #expect(unknown.status == 64)
    for line in list.lines { #expect(unknown.errors.contains(line)) }
  }
}
#endif
