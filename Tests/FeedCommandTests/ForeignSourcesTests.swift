import FeedDefinition
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("feed init of foreign sources", .waiting)
struct ForeignSourcesTests {
  /// All shapes with the values of one seed; a longer run has more seeds.
  private static let sources = (0..<amount(1, full: 5, soak: 50)).flatMap {
    ForeignSources.all(seed: UInt64($0))
  }

  @Test func `there are at least forty shapes with different names`() {
    let names = ForeignSources.all(seed: 0).map(\.name)
    #expect(names.count >= 40)
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: sources)
  func
    `a source becomes a feed file of at most sixty lines that passes the strict check and shows its rows`(
      _ source: ForeignSources
    ) throws
  {
    let directory = try TemporaryDirectory()
    for file in source.files {
      guard file.name.hasSuffix(".db") else {
        _ = try directory.file(file.name, file.text)
        continue
      }
      try SQLiteClient(path: directory.path(file.name)).run(file.text)
    }
    func feed(_ arguments: [String]) throws -> FeedProgram.Outcome {
      try FeedProgram.run(arguments, in: directory.path)
    }
    let run = try feed(["init", "out"] + source.files.map(\.name) + ["--yes"])
    try #require(run.status == 0, "\(run.errors)")
    // The feed runs without further options.
    #expect(run.errors.contains("  feed serve out/out.yaml\n"), "\(run.errors)")
    let text = try String(contentsOfFile: directory.path("out/out.yaml"), encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 61, "\(text)")
    for part in source.written { #expect(text.contains(part), "no \(part) in \(text)") }
    let forms = try forms(of: directory.path("out/out.yaml"), allowing: directory.path)
    #expect(forms == source.forms, "\(text)")

    let check = try feed(["check", "out/out.yaml", "--strict"])
    #expect(check.status == 0, "\(check.errors)\n\(text)")
    #expect(check.errors.isEmpty, "\(check.errors)\n\(text)")
    let page = try feed(["render", "out/out.yaml", "--size", "160"])
    #expect(page.status == 0, "\(page.errors)")
    #expect(page.errors.isEmpty, "\(page.errors)")
    for part in source.shown { #expect(page.output.contains(part), "no \(part) in \(page.output)") }
  }

  /// Returns the forms of the sources of a feed file.
  private func forms(
    of path: String,
    allowing folder: String
  ) throws -> [ForeignSources.Form] {
    let feed = try FeedFile.load(path: path, allowing: [folder]).feed
    return feed.sources.map { source in
      guard let document = source.document else { return feed.database == nil ? .own : .table }
      return document.file?.hasSuffix(".rows.json") == true ? .copy : .document
    }
  }

  @Test(arguments: [
    ("matches.csv", "no,home\n1,A\n2,B\n3,A\n", nil),
    (
      "runs.csv", "lap,home\n1,A\n2,B\n3,A\n",
      "runs.csv: its rows are copied once, and later changes are not shown; with --key lap, the feed reads it again"
    ),
    ("votes.csv", "home,yes,no\nA,1,2\nB,2,3\nA,2,4\n", "with --key no,"),
    (
      "x.jsonl", "{\"a\":\"A\",\"b\":1}\n{\"a\":\"A\",\"b\":1}\n",
      "an input with 'follow:' reads lines"
    ),
    (
      "a.json", "[{\"a\":\"A\"},{\"a\":\"A\"}]",
      "a.json: its rows are copied once, and later changes are not shown, since no column identifies them\n"
    ),
    (
      "prices.csv", "no,Full Name\n1,Ada\n2,Bo\n",
      "since the texts of a feed cannot name the field 'Full Name' of a document\n"
    ),
    (
      "mixed.csv", "no,name,rate\n1,Ada,1.10\n2,Bo,2.2\n",
      "since a document would show some of their values in another form"
    ),
  ])
  func `a file that is copied once is named, with the key that would follow it`(
    name: String,
    text: String,
    note: String?
  ) throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file(name, text)
    let run = try FeedProgram.run(["init", "club", name, "--yes"], in: directory.path)
    try #require(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains(note ?? "wrote"), "\(run.errors)")
    let feed = try String(contentsOfFile: directory.path("club/club.yaml"), encoding: .utf8)
    #expect(feed.contains("document:") == (note == nil), "\(feed)")
    guard let note, note.contains("--key") else { return }
    let key = name == "runs.csv" ? "lap" : "no"
    let followed = try FeedProgram.run(
      ["init", "again", name, "--key", key, "--yes"],
      in: directory.path
    )
    #expect(!followed.errors.contains("copied once"), "\(followed.errors)")
  }
}
