import Foundation
import TestSupport
import Testing

@Suite("The questions of feed init", .waiting, .enabled(if: Tmux.path != nil))
struct QuestionTests {
  @Test func `feed init asks questions in a terminal`() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.file("films.csv", InitTests.films)
    let tmux = try Tmux(columns: 120)
    try tmux.type("cd \(directory.path) && \(FeedProgram.place.path) init")
    try tmux.press("Enter")
    try tmux.waitFor { $0.contains("to begin from, or an empty line:") }
    try tmux.type(file)
    try tmux.press("Enter")
    try tmux.waitFor { $0.contains("directory [.]:") }
    try tmux.press("Enter")
    try tmux.waitFor { $0.contains("title of the feed [Films]:") }
    try tmux.type("Our films")
    try tmux.press("Enter")
    try tmux.waitFor { $0.contains("(id, title, genre, rating, released), or an empty line:") }
    try tmux.type("genre")
    try tmux.press("Enter")
    try tmux.waitFor { $0.contains("feed serve films.yaml") }
    let feed = try String(contentsOfFile: directory.path("films.yaml"), encoding: .utf8)
    #expect(feed.contains("title: \"Our films\""))
    #expect(feed.contains("group: {by: genre"))
  }

  @Test func `feed init asks for a key and for consent in a terminal, and ends with its input`()
    throws
  {
    let directory = try TemporaryDirectory()
    _ = try directory.file("parts.csv", "code,name\na1,Bolt\nb2,Nut\n")
    let tmux = try Tmux(columns: 120)
    func start() throws {
      try tmux.type("clear; cd \(directory.path) && \(FeedProgram.place.path) init out parts.csv")
      try tmux.press("Enter")
      try tmux.waitFor { $0.contains("title of the feed [Out]:") }
    }
    func answerToGroup() throws {
      try tmux.waitFor { $0.contains("a column to group by (code, name), or an empty line:") }
      try tmux.press("Enter")
    }
    try start()
    try tmux.press("Enter")
    try tmux.waitFor { $0.contains("the column that identifies rows (code, name) [code]:") }
    try tmux.type("name")
    try tmux.press("Enter")
    try answerToGroup()
    try tmux.waitFor { $0.contains("feed serve out/out.yaml") }
    let path = directory.path("out/out.yaml")
    let feed = try String(contentsOfFile: path, encoding: .utf8)
    #expect(feed.contains("id: name"), "\(feed)")
    // Another title would overwrite the file: the answer 'n' keeps it, and 'y' does not.
    for (consent, shown) in [("n", "error[file-exists]"), ("y", "feed serve out/out.yaml")] {
      try start()
      try tmux.type("Parts")
      try tmux.press("Enter")
      try tmux.waitFor { $0.contains("the column that identifies rows (code, name) [code]:") }
      try tmux.press("Enter")
      try answerToGroup()
      try tmux.waitFor { $0.contains("out/out.yaml'? y or n [n]:") }
      try tmux.type(consent)
      try tmux.press("Enter")
      try tmux.waitFor { $0.contains(shown) }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains("title: Parts") == (consent == "y"), "\(text)")
    }
    // The end of the input, Control-D, is not an answer.
    try start()
    try tmux.press("C-d")
    try tmux.waitFor { $0.contains("no answer: --yes skips the questions") }
  }
}
