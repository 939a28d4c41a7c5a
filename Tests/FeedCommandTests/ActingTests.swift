import FeedDefinition
import FeedStore
import Foundation
import TestSupport
import Testing

/// The store of one test, changed by several commands.
private struct ActingRun {
  let directory: TemporaryDirectory
  let feed: String
  let store: String

  init(_ feed: String = "layouts/photos.yaml") throws {
    directory = try TemporaryDirectory()
    self.feed = feed
    store = "\(directory.path)/feed.sqlite"
  }

  func run(_ command: String, _ arguments: String...) throws -> FeedProgram.Outcome {
    try FeedProgram.run([command, feed] + arguments + ["--store", store])
  }

  /// The feed in the store.
  func snapshot() throws -> [String: Any] {
    let outcome = try FeedProgram.run("render", feed, "--store", store, "--format", "json")
    return try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    )
  }

  /// The objects that a section shows.
  func objects(_ section: String = "gallery") throws -> [String] {
    let sections = try #require(try snapshot()["sections"] as? [[String: Any]])
    let found = try #require(sections.first { $0["id"] as? String == section })
    return (found["items"] as? [[String: Any]] ?? []).compactMap { $0["object"] as? String }
  }
}

@Suite("feed move, put, delete and act", .waiting)
struct ActingTests {
  @Test func `a moved photo stays at its place`() throws {
    let gallery = try ActingRun()
    let moved = try gallery.run("move", "photo/7", "--before", "photo/3")
    #expect(moved.output == "version 2\n")
    #expect(moved.status == 0)
    let order = [1, 2, 7, 3, 4, 5, 6].map { "photo/\($0)" }
    #expect(try gallery.objects() == order)
    let again = try gallery.run("move", "photo:photo/7", "--after", "photo/2")
    #expect(again.output == "version 2, nothing visible changed\n")
    #expect(again.status == 0)
    let trace = try gallery.run("move", "photo/1", "--after", "photo/7", "--trace", "text")
    #expect(trace.lines.first == "version 3 · move photo/1 · moveItems 1")
    #expect(trace.lines.count == 2)
    #expect(trace.errors.isEmpty)
    #expect(try gallery.objects() == [2, 7, 1, 3, 4, 5, 6].map { "photo/\($0)" })
  }

  @Test func `put and delete change rows, and each command prints its version`() throws {
    let gallery = try ActingRun()
    let put = try gallery.run("put", "photo", #"{"title":"Low tide"}"#)
    #expect(put.output == "photo/8\nversion 2\n")
    #expect(put.status == 0)
    #expect(try gallery.objects().last == "photo/8")
    let changed = try gallery.run(
      "put",
      "photo",
      #"{"id":8,"year":1999}"#,
      "--format",
      "json"
    )
    #expect(changed.output == #"{"object":"photo/8","version":3,"changed":true}"# + "\n")
    let trace = try gallery.run("delete", "photo/8", "--trace", "json")
    let line = try #require(
      JSONSerialization.jsonObject(with: Data(trace.output.utf8)) as? [String: Any]
    )
    #expect(line["version"] as? Int == 4)
    #expect((line["updates"] as? [String: Any])?["deleteItems"] as? [[Int]] == [[0, 7]])
    #expect(try gallery.objects().count == 7)
  }

  @Test func `a row is read from standard input`() throws {
    let dates = try ActingRun("layouts/dates.yaml")
    let input = try dates.directory.file("row", #"{"note":"Rain"}"#)
    let process = try FeedProgram.make([
      "put", dates.feed, "entry", "-", "--now", "2026-07-04T12:00:00Z", "--store", dates.store,
    ])
    let output = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: input))
    process.standardOutput = output
    try process.start()
    process.waitUntilExit()
    #expect(output.fileHandleForReading.readDataToEndOfFile() == Data("entry/5\nversion 2\n".utf8))
    #expect(try dates.objects("entries").first == "entry/5")
  }

  @Test func `an action without its parameter names the option`() throws {
    let actions = """
      actions:
        rename: {item: team, needs: [name, rank], sql: "UPDATE team SET name = :name, rank = :rank WHERE id = :id"}
      """
    let feed = try SmallFeed(yaml: SmallFeed.yaml + "\n" + actions)
    let store = feed.directory.path("small.sqlite")
    let lines = try feed.fixture([SmallFeed.lines[0]])
    _ = try FeedProgram.run("replay", feed.path, lines, "--store", store)
    let outcome = try FeedProgram.run(
      ["act", feed.path, "rename", "team/1", "--set", "rank=4", "--store", store]
    )
    #expect(outcome.status == 65)
    #expect(
      outcome.errors == """
        error[missing-parameter]: the action 'rename' needs the parameter 'name'
          hint: give --set name=VALUE

        """,
      "\(outcome.errors)"
    )
  }

  @Test func `actions change the view, and a restart restores it`() throws {
    let book = try ActingRun("layouts/sportsbook.yaml")
    let list = try FeedProgram.run("act", book.feed)
    #expect(list.lines.count == 3 && list.lines[0].hasPrefix("toggle-betslip  selection; "))
    let onto = try book.run("act", "toggle-betslip", "selection/10098", "--trace", "text")
    #expect(onto.lines.first == "version 2 · toggle-betslip · reconfigureItems 1")
    let folded = try book.run("act", "fold", "event/108")
    #expect(folded.output == "version 3\n")
    #expect(try book.objects("standard/1") == ["section/standard,1"])
    #expect(try book.run("act", "fold", "section/standard,1").output == "version 4\n")
    #expect(try book.objects("standard/1").contains("selection/10098"))
    let selected = try book.run("act", "select-sport", "sport/3", "--format", "json")
    #expect(selected.output == #"{"version":5,"changed":true}"# + "\n")
    let sections = try #require(try book.snapshot()["sections"] as? [[String: Any]])
    #expect(
      sections.compactMap { $0["id"] as? String }
        == ["banners", "sports", "featured", "live/3", "standard/3"]
    )
    let dates = try ActingRun("layouts/dates.yaml")
    #expect(
      try dates.run("act", "add", "--set", "note=Rain", "--now", "2020-01-01T00:00:00Z").status == 0
    )
    #expect(try dates.objects("entries").last == "entry/5")
  }

  @Test func `a live page shows the actions of another program`() throws {
    let gallery = try ActingRun()
    let output = Pipe()
    let process = try FeedProgram.make([
      "watch", gallery.feed, "--store", gallery.store, "--format", "json",
    ])
    process.standardOutput = output
    try process.start()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    var lines = LineReading(output.fileHandleForReading)
    let first = lines.next()
    #expect(first?.contains(#""version":1"#) == true)
    #expect(try gallery.run("move", "photo/6", "--before", "photo/1").status == 0)
    let line = lines.next() ?? ""
    #expect(line.contains(#""version":2"#))
    #expect(line.contains(#""moveItems":[{"from":[0,6],"to":[0,0]}]"#))
    // Killed at any moment, it leaves the order unchanged.
    #expect(kill(process.processIdentifier, SIGKILL) == 0)
    process.waitUntilExit()
    #expect(try gallery.objects().prefix(3) == ["photo/6", "photo/1", "photo/7"])
    #expect(try gallery.snapshot()["version"] as? Int == 2)
  }

  @Test(
    .enabled(
      if: TestAmount.current == .soak,
      "takes five seconds, the time for which a busy store is waited for"
    )
  )
  func `a command waits for a store that another program locks`() throws {
    let gallery = try ActingRun()
    #expect(try gallery.run("move", "photo/7", "--before", "photo/1").status == 0)
    let place = FeedProgram.root.appending(path: gallery.feed).path
    let schema = try #require(try FeedFile.load(path: place).feed.schema)
    let holder = try Store(
      at: .file(gallery.store),
      schema: SchemaSource(sql: schema.sql, name: schema.path)
    )
    var held: FeedProgram.Outcome?
    try holder.withWriter { writer in
      _ = try writer.transaction { _ in
        held = try gallery.run("move", "photo/6", "--before", "photo/1")
      }
    }
    let outcome = try #require(held)
    #expect(outcome.status == 65)
    #expect(
      outcome.errors
        == "error[busy]: another program has been writing to the store for 5 seconds\n"
        + "  hint: try again when it is done, or stop it\n"
    )
  }

  /// A command that is rejected.
  struct Refusal: CustomTestStringConvertible {
    let arguments: [String]
    let status: Int32
    let message: String

    init(_ arguments: String..., status: Int32 = 65, says message: String) {
      self.arguments = arguments
      self.status = status
      self.message = message
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Refusal(
      "move",
      "photo/70",
      "--before",
      "photo/3",
      says:
        "error[unknown-item]: the feed shows no item 'photo/70'\n  hint: did you mean 'photo/7'?"
    ),
    Refusal(
      "move",
      "photo/7",
      "--before",
      "poto/3",
      says: "error[unknown-item]: the feed shows no item 'poto/3'\n  hint: did you mean 'photo/3'?"
    ),
    Refusal(
      "move",
      "7",
      "--before",
      "photo/3",
      says: "error[unknown-item]: the feed shows no item '7'\n  hint: did you mean 'photo/7'?"
    ),
    Refusal(
      "move",
      "photo/7",
      status: 64,
      says: "Missing a neighbour: name it with --before or --after."
    ),
    Refusal(
      "move",
      "photo/7",
      "--before",
      "photo/1",
      "--after",
      "photo/2",
      status: 64,
      says: "--before and --after exclude each other; name one neighbour."
    ),
    Refusal(
      "delete",
      "photo/70",
      says: "error[unknown-object]: the store has no 'photo/70'\n  hint: did you mean 'photo/7'?"
    ),
    Refusal(
      "delete",
      "phto/7",
      says: "error[unknown-object]: 'phto/7' names no row\n  hint: did you mean the table 'photo'?"
    ),
    Refusal(
      "delete",
      "photo",
      says: "error[unknown-object]: 'photo' names no row\n"
        + "  hint: write the table, a slash and the key, for example photo/7"
    ),
    Refusal("put", "photo", "{\"title\":", says: "error[malformed-row]: the row is not JSON"),
    Refusal(
      "put",
      "photo",
      "{\"titel\":\"Dune\"}",
      says:
        "error[unknown-column]: table 'photo' has no column 'titel'\n  hint: did you mean 'title'?"
    ),
    Refusal("put", "photo", "{}", says: "error[constraint]: row 'photo/8' cannot be written"),
    Refusal("act", "drop", "photo/7", says: "error[unknown-action]: the feed has no action 'drop'"),
    Refusal("act", "drop", "--set", "=3", status: 64, says: "'=3' is not a parameter"),
    Refusal(
      "act",
      "drop",
      "--set",
      "code=12345678901234567890",
      says: "error[out-of-range]: the integer at '12345678901234567890' does not fit into 64 bits"
    ),
    Refusal(
      "act",
      "drop",
      "--set",
      "code=-1e400",
      says: "error[out-of-range]: the number at '-1e400' is larger than any that can be stored"
    ),
    Refusal(
      "put",
      "photo",
      "{\"title\":18446744073709551615}",
      says: "error[out-of-range]: the integer at 'title' does not fit into 64 bits"
    ),
  ])
  func `a rejected command prints the reason, and changes nothing`(_ refusal: Refusal) throws {
    let gallery = try ActingRun()
    #expect(try gallery.run("move", "photo/7", "--before", "photo/1").status == 0)
    let before = try Data(contentsOf: URL(filePath: gallery.store))
    let outcome = try FeedProgram.run(
      [refusal.arguments[0], gallery.feed] + refusal.arguments.dropFirst()
        + ["--store", gallery.store]
    )
    #expect(outcome.status == refusal.status)
    #expect(outcome.errors.contains(refusal.message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(try Data(contentsOf: URL(filePath: gallery.store)) == before)
  }

  @Test func `a move of a fixed item, or of one in memory, is rejected`() throws {
    let book = try ActingRun("layouts/sportsbook.yaml")
    let outcome = try book.run("move", "sport/1", "--before", "sport/2")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors
        == "error[not-reorderable]: 'sport:sport/1' cannot be moved: section 'sports' has an order "
        + "that is not the user's\n  hint: no section of the feed declares 'reorder'\n"
    )
    for arguments in [
      ["move", "layouts/photos.yaml", "photo/7", "--before", "photo/3"],
      ["put", "layouts/photos.yaml", "photo", "{}"],
      ["delete", "layouts/photos.yaml", "photo/7"],
      ["act", "layouts/dates.yaml", "add"],
    ] {
      let outcome = try FeedProgram.run(arguments)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("Missing --store: a change in memory would be lost"))
      #expect(outcome.errors.contains("\nUsage: feed \(arguments[0]) <feed> "), "\(outcome.errors)")
      #expect(outcome.errors.hasSuffix("See 'feed \(arguments[0]) --help' for more information.\n"))
    }
  }
}

/// Lines of a process that keeps writing.
private struct LineReading {
  private let handle: FileHandle
  private var rest = Data()

  init(_ handle: FileHandle) { self.handle = handle }

  /// Waits for the next line; returns `nil` at the end.
  mutating func next() -> String? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = Data(rest[rest.index(after: end)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = handle.availableData
      guard !more.isEmpty else { return nil }
      rest += more
    }
  }
}
