import Foundation
import Testing

/// A file in the repository that the program must print byte for byte.
struct Golden: Sendable, CustomTestStringConvertible {
  var place: String
  var arguments: [String]
  var testDescription: String { place }

  private var file: URL { FeedProgram.root.appending(path: place) }

  var text: String {
    get throws { try String(contentsOf: file, encoding: .utf8) }
  }

  /// Compares the program's output with the file, or rewrites the file and fails once.
  func expect(hint: String) throws {
    let page = try FeedProgram.run(arguments)
    #expect(page.status == 0, "\(page.errors)")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      let old = try? text
      try Data(page.output.utf8).write(to: file)
      #expect(old == page.output, "\(place) was written anew; look at it and run again")
      return
    }
    let wanted = try text
    // The first differing line is easier to read than two whole pages.
    let (lines, wantedLines) = (page.output.split(separator: "\n"), wanted.split(separator: "\n"))
    if let line = zip(lines, wantedLines).first(where: { $0 != $1 }) {
      #expect(line.0 == line.1, "\(place): \(hint)")
    }
    #expect(lines.count == wantedLines.count, "\(place): \(hint)")
    #expect(page.output == wanted, "\(place): \(hint)")
  }

  static let pages: [Golden] =
    ["sportsbook", "photos", "dates"].flatMap { feed in
      ["80x48", "44x30"].flatMap { size in
        [("text", "txt"), ("svg", "svg")].map { format, suffix in
          Golden(
            place: "Tests/FeedCommandTests/Goldens/\(feed)@\(size).\(suffix)",
            arguments: ["render", "layouts/\(feed).yaml", "--size", size, "--format", format]
          )
        }
      }
    }
    // A page in a browser has no size; that of the sportsbook is too long to review.
    + ["photos", "dates"].map { feed in
      Golden(
        place: "Tests/FeedCommandTests/Goldens/\(feed).html",
        arguments: ["render", "layouts/\(feed).yaml", "--format", "html"]
      )
    }

  /// The pictures of the documentation, drawn by `make pictures`.
  static let pictures: [Golden] = [
    ("sportsbook", "80x40", ["--fixture", FeedProgram.updates]), ("photos", "60x33", []),
  ].map { feed, size, more in
    Golden(
      place: "Documentation/Pictures/\(feed).svg",
      arguments: ["render", "layouts/\(feed).yaml"] + more + ["--size", size, "--format", "svg"]
    )
  }
}

@Suite("feed: goldens", .waiting)
struct GoldenTests {
  @Test(arguments: Golden.pages)
  func `pages match their goldens`(_ golden: Golden) throws {
    try golden.expect(hint: "UPDATE_GOLDENS=1 writes what it is now")
  }

  @Test(arguments: Golden.pictures)
  func `the pictures of the documentation are current`(_ golden: Golden) throws {
    try golden.expect(hint: "make pictures draws them anew")
  }

  @Test func `each golden is short enough to review`() throws {
    for golden in Golden.pages where golden.place.hasSuffix(".txt") {
      #expect(try golden.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
    }
  }
}
