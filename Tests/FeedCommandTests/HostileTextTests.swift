import FeedStore
import Foundation
import TestSupport
import Testing

/// Texts with control sequences or fake messages, in every place of every input.
///
/// The output contains them only escaped, and never at the beginning of a line.
@Suite("feed: hostile texts", .waiting)
struct HostileTextTests {
  /// The title of a window, colours, backspaces, writing directions and line breaks.
  static let text =
    "x\u{1B}]0;owned\u{07}\u{1B}[2J\u{9B}31m\u{90}q\u{9C}\u{7F}\u{08}\u{202E}\u{2066}\u{61C}\u{2028}\u{2029}\u{85}\ry\n"
    + fake

  /// A fake message, which must not appear at the beginning of a line.
  private static let fake = "error[fake]: x"

  /// The same text in YAML and JSON.
  static let yaml = quoted { $0 < 0x100 ? "\\x" + hex($0, 2) : "\\u" + hex($0, 4) }
  static let json = quoted { "\\u" + hex($0, 4) }
  /// The same text without characters that YAML does not allow, or that end a line.
  static let plain = "x\u{202E}\u{2066}\u{61C}y"

  private static func quoted(_ escape: (UInt32) -> String) -> String {
    text.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? "\($0)" : escape($0.value) }
      .joined()
  }

  private static func hex(_ value: UInt32, _ width: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: width - digits.count) + digits
  }

  /// Returns the scalars of an output that control a terminal.
  private static func hostile(_ output: String, allowed: Set<Unicode.Scalar>) -> [String] {
    let isBidi: (UInt32) -> Bool = {
      [0x61C, 0x200E, 0x200F].contains($0) || (0x202A...0x202E).contains($0)
        || (0x2066...0x2069).contains($0)
    }
    return output.unicodeScalars.filter { scalar in
      if allowed.contains(scalar) { return false }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: return true
      default: return isBidi(scalar.value)
      }
    }.map { "U+" + Self.hex($0.value, 4) }
  }

  /// Runs the program and reads both of its outputs.
  private func expectInert(
    _ arguments: [String],
    input: String? = nil,
    in place: String? = nil,
    allowed: Set<Unicode.Scalar> = ["\n"],
    says word: String? = nil
  ) throws {
    let directory = try TemporaryDirectory()
    let (output, errors) = (try directory.file("output", ""), try directory.file("errors", ""))
    let process = try FeedProgram.make(arguments)
    if let place { process.currentDirectoryURL = URL(filePath: place) }
    if let input {
      process.standardInput = try FileHandle(
        forReadingFrom: URL(filePath: try directory.file("input", input))
      )
    }
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    try process.start()
    process.waitUntilExit()
    let what = Comment(rawValue: arguments.joined(separator: " ").debugDescription)
    #expect(process.terminationReason == .exit, what)
    #expect([0, 1, 64, 65, 74].contains(process.terminationStatus), what)
    let texts = try [output, errors].map { try String(contentsOfFile: $0, encoding: .utf8) }
    for text in texts {
      let found = Self.hostile(text, allowed: allowed)
      #expect(found.isEmpty, "\(what.rawValue): \(found) in \(text.debugDescription.suffix(600))")
      let isFaked = text.split(separator: "\n").contains { $0.hasPrefix(Self.fake) }
      #expect(
        !isFaked,
        "\(what.rawValue): a line of a user's: \(text.debugDescription.suffix(600))"
      )
    }
    if let word { #expect(texts.contains { $0.contains(word) }, "\(what.rawValue): \(texts)") }
  }

  // MARK: Feed files

  /// Parts of a feed file that a hostile value can replace.
  static let values = [
    "feed: 1", "Teams", "small.sql", "news, items", "$.news", "id}", "from: team", "[rank]",
    "NOT is_out", "team_id", "team.name", "list}", "\"{title}\"", "headline,", "\"{price:0.00}\"",
    "player,", "{height: 44}", "44",
  ]

  @Test(arguments: sample(values, oneIn: 3))
  func `values of a feed file are escaped`(_ part: String) throws {
    let range = try #require(SmallFeed.yaml.firstRange(of: part))
    // The text around the value stays.
    let kept = part.hasSuffix("}") && !part.hasPrefix("{") ? "}" : part.hasSuffix(",") ? "," : ""
    let (text, list) = ("\"\(Self.yaml)\"", "[\"\(Self.yaml)\"]")
    for hostile in amount([text, list], full: [text, Self.plain, "{\(text): 1}", list]) {
      let yaml = SmallFeed.yaml.replacingCharacters(in: range, with: hostile + kept)
      let feed = try SmallFeed(yaml: yaml)
      try expectInert(["check", feed.path])
      guard TestAmount.current != .quick else { continue }
      try expectInert(["check", feed.path, "--format", "json"])
    }
  }

  static let keys = [
    "title:", "sources:", "news:", "items: $", "from:", "group:", "headline:", "list:",
  ]

  @Test(arguments: sample(keys, oneIn: 3))
  func `keys of a feed file are escaped`(_ key: String) throws {
    let range = try #require(SmallFeed.yaml.firstRange(of: key))
    for hostile in ["\"\(Self.yaml)\":", "\(Self.plain):"] {
      let rest = key == "items: $" ? " $" : ""
      let feed = try SmallFeed(
        yaml: SmallFeed.yaml.replacingCharacters(in: range, with: hostile + rest)
      )
      try expectInert(["check", feed.path])
      try expectInert(["render", feed.path])
    }
  }

  @Test func `a feed file with control characters is rejected with an escaped message`() throws {
    for text in [Self.text, Self.plain, "a: \u{2028}\u{85}b", "a: 'x\u{202E}"] {
      let feed = try SmallFeed(yaml: "feed: 1\n\(text)\n")
      try expectInert(["check", feed.path])
    }
  }

  @Test func `declared names are shown escaped`() throws {
    let h = "\"\(Self.yaml)\""
    let feed = try SmallFeed(
      yaml: """
        feed: 1
        title: \(h)
        store: {schema: small.sql}
        sources:
          \(h): {from: team, where: "rank = (SELECT max(rank) FROM team)"}
          doc: {document: \(h), items: $.a}
        sections:
          - {id: \(h), source: \(h), item: \(h), title: \(h)}
          - {id: doc, source: doc, item: d}
        items:
          \(h): {title: "{name}"}
        actions:
          \(h): {title: \(h), section: \(h), sql: UPDATE team SET rank = 1, needs: [\(h)], set: {\(h): \(h)}}
        """
    )
    try expectInert(["check", feed.path])
    try expectInert(["check", feed.path, "--format", "json"])
    try expectInert(["act", feed.path])
    try expectInert(["act", feed.path, "--format", "json"])
    for format in ["text", "html", "svg", "json"] {
      try expectInert(["render", feed.path, "--format", format])
    }
  }

  // MARK: Schemas

  static let schemas = [
    "CREATE TABLE HOSTILE (id INTEGER PRIMARY KEY)", "CREATE TABLE team (HOSTILE)",
    "CREATE TABLE \"HOSTILE\" (id INTEGER PRIMARY KEY, \"HOSTILE\" TEXT)", "-- HOSTILE\nHOSTILE",
    "SELECT 'HOSTILE'", "CREATE TABLE team (id INTEGER PRIMARY KEY CHECK (id <> 'HOSTILE'))",
    "PRAGMA \"HOSTILE\"", "INSERT INTO \"HOSTILE\" VALUES (1)",
  ]

  @Test(arguments: sample(schemas, oneIn: 3))
  func `the text of a schema is escaped`(_ schema: String) throws {
    let feed = try SmallFeed(schema: schema.replacing("HOSTILE", with: Self.text))
    try expectInert(["check", feed.path])
    try expectInert(["render", feed.path])
  }

  // MARK: Fixtures and messages

  static let lines = [
    #"{"at":0,"upsert":{"HOSTILE":[{"id":1}]}}"#, #"{"at":0,"upsert":{"team":[{"HOSTILE":1}]}}"#,
    #"{"at":0,"upsert":{"team":[{"id":"HOSTILE"}]}}"#, #"{"at":0,"upsert":{"team":"HOSTILE"}}"#,
    #"{"at":0,"upsert":{"team":[{"id":1,"name":"HOSTILE","rank":"HOSTILE"}]}}"#,
    #"{"at":0,"delete":{"HOSTILE":[1]}}"#, #"{"at":0,"delete":{"team":["HOSTILE"]}}"#,
    #"{"at":"HOSTILE"}"#, #"{"at":HOSTILE}"#, #"HOSTILE"#, #"{"at":0,"HOSTILE":1}"#,
    #"{"at":0,"sql":["HOSTILE"]}"#, #"{"at":0,"sql":["SELECT 'HOSTILE"]}"#,
    #"{"at":0,"sql":["UPDATE team SET \"HOSTILE\" = 1"]}"#, #"{"at":0,"document":{"HOSTILE":{}}}"#,
    #"{"at":0,"document":{"news":{"news":[{"HOSTILE":1}]}}}"#,
    #"{"at":0,"document":{"news":{"news":[{"id":"HOSTILE","title":"HOSTILE"}]}}}"#,
    #"{"at":0,"document":{"news":{"HOSTILE":"HOSTILE"}}}"#,
    #"{"at":0,"adapter":"HOSTILE","message":{}}"#,
    #"{"at":0,"adapter":"teams","message":{"HOSTILE":"HOSTILE"}}"#,
    #"{"at":0,"adapter":"teams","message":{"name":"HOSTILE"}}"#,
    #"{"at":0,"upsert":{"team":[{"id":1,"name":"HOSTILE","rank":1}]}}"#,
  ]

  @Test(arguments: sample(lines, oneIn: 3))
  func `lines of a fixture are escaped`(_ line: String) throws {
    let adapter = """

      adapters:
        teams: [INSERT INTO team (id, name, rank) SELECT 1, :message ->> '$.name', json_extract(:message, '$.rank')]
      """
    let feed = try SmallFeed(yaml: SmallFeed.yaml + adapter)
    let texts = amount([Self.json], full: [Self.json, Self.text])
    for (index, hostile) in texts.enumerated() {
      let line = line.replacing("HOSTILE", with: hostile)
      let fixture = try feed.fixture([line], name: "\(index).jsonl")
      try expectInert(["replay", feed.path, fixture, "--trace", "text"])
      try expectInert(["replay", feed.path, fixture, "--trace", "json", "--snapshots", "--verify"])
      guard TestAmount.current != .quick else { continue }
      try expectInert(["render", feed.path, "--fixture", fixture])
      try expectInert(
        ["watch", feed.path, "--fixture", fixture, "--speed", "max"],
        allowed: ["\n", "\t"]
      )
      try expectInert([
        "watch", feed.path, "--fixture", fixture, "--speed", "max", "--format", "json",
      ])
    }
  }

  @Test func `documents in files are escaped`() throws {
    let yaml = SmallFeed.yaml.replacing("document: news,", with: "document: news, file: news.json,")
    let texts = [
      "HOSTILE", #"{"news":"HOSTILE"}"#, #"{"news":[{"id":"HOSTILE"}, HOSTILE]}"#,
      #"{"news":[{"id":"HOSTILE","title":"HOSTILE"},{"id":"HOSTILE"}]}"#,
      #"{"HOSTILE":1,"HOSTILE":2}"#,
    ]
    for text in sample(texts, oneIn: 3) {
      for hostile in amount([Self.json], full: [Self.json, Self.text]) {
        let feed = try SmallFeed(yaml: yaml)
        _ = try feed.directory.file("news.json", text.replacing("HOSTILE", with: hostile))
        try expectInert(["check", feed.path])
        for format in ["text", "html", "svg", "json"] {
          try expectInert(["render", feed.path, "--format", format])
        }
      }
    }
  }

  // MARK: Stores

  @Test func `rows and keys of a store are escaped`() throws {
    let feed = try SmallFeed(
      yaml: """
        feed: 1
        store: {schema: small.sql}
        sources: {t: {from: team, group: {by: name, title: name}}}
        sections: [{id: s, source: t, item: i, title: "{title}"}]
        items: {i: {title: "{name}", value: "{id}"}}
        actions: {touch: {item: i, sql: UPDATE team SET name = name || '!' WHERE id = :id}}
        """,
      schema: "CREATE TABLE team (id TEXT PRIMARY KEY, name TEXT UNIQUE) WITHOUT ROWID"
    )
    let store = feed.directory.path + "/small.sqlite"
    let row = #"{"id":"HOSTILE","name":"HOSTILE"}"#.replacing("HOSTILE", with: Self.json)
    let name = "team/" + Self.text
    try expectInert(["put", feed.path, "team", row, "--store", store])
    try expectInert(["put", feed.path, "team", row.replacing("id", with: "key"), "--store", store])
    for format in ["text", "html", "svg", "json"] {
      try expectInert(["render", feed.path, "--store", store, "--format", format])
    }
    try expectInert(["act", feed.path, "touch", name, "--store", store, "--trace", "text"])
    try expectInert(["act", feed.path, "touch", name, "--store", store, "--trace", "json"])
    try expectInert(["move", feed.path, name, "--before", name, "--store", store])
    try expectInert(["delete", feed.path, name, "--store", store, "--trace", "text"])
    try expectInert(["delete", feed.path, name, "--store", store])
  }

  // MARK: Arguments and names of files

  static let commands: [[String]] = [
    ["HOSTILE"], ["--HOSTILE"], ["help", "HOSTILE"], ["check", "HOSTILE"], ["render", "HOSTILE"],
    ["render", "FEED", "--size", "HOSTILE"], ["render", "FEED", "--format", "HOSTILE"],
    ["render", "FEED", "--fixture", "HOSTILE"], ["render", "FEED", "--until", "HOSTILE"],
    ["render", "FEED", "--store", "/nowhere/HOSTILE"], ["render", "FEED", "--now", "HOSTILE"],
    ["replay", "FEED", "HOSTILE"], ["replay", "FEED", "F", "--speed", "HOSTILE"],
    ["replay", "FEED", "F", "--adapter", "HOSTILE"],
    ["replay", "FEED", "F", "--offset", "HOSTILE"],
    ["replay", "FEED", "F", "--offset", "F=HOSTILE"], ["replay", "FEED", "F", "--HOSTILE=1"],
    ["watch", "HOSTILE"], ["watch", "FEED", "--fixture", "HOSTILE"], ["generate", "HOSTILE"],
    ["generate", "home", "--output", "/dev/null/HOSTILE"], ["stress", "FEED", "--for", "HOSTILE"],
    ["stress", "FEED", "--profile", "HOSTILE"], ["diff", "HOSTILE", "HOSTILE"],
    ["layout", "HOSTILE"],
    ["layout", "--explain", "HOSTILE"], ["act", "FEED", "HOSTILE", "--store", "STORE"],
    ["act", "FEED", "HOSTILE", "HOSTILE", "--store", "STORE"],
    ["act", "FEED", "a", "--set", "HOSTILE", "--store", "STORE"],
    ["act", "FEED", "a", "--set", "a=HOSTILE", "--set", "a=HOSTILE", "--store", "STORE"],
    ["move", "FEED", "HOSTILE", "--before", "HOSTILE", "--store", "STORE"],
    ["put", "FEED", "HOSTILE", "{}", "--store", "STORE"],
    ["put", "FEED", "team", "HOSTILE", "--store", "STORE"],
    ["delete", "FEED", "HOSTILE", "--store", "STORE"],
    ["delete", "FEED", "team/HOSTILE", "--store", "STORE"],
  ]

  @Test(arguments: sample(commands, oneIn: 3))
  func `arguments are escaped`(_ arguments: [String]) throws {
    let feed = try SmallFeed()
    let fixture = try feed.fixture(Array(SmallFeed.lines.prefix(1)))
    try expectInert(
      arguments.map { argument in
        argument == "FEED"
          ? feed.path
          : argument.replacing("HOSTILE", with: Self.text)
            .replacing(#/^F\b/#, with: fixture)
            .replacing("STORE", with: feed.directory.path + "/small.sqlite")
      }
    )
  }

  @Test func `names of files and directories are escaped`() throws {
    let feed = try SmallFeed()
    let place = feed.directory.path + "/" + Self.text
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    for (name, text) in [
      ("feed.yaml", SmallFeed.yaml), ("small.sql", SmallFeed.schema), ("bad.yaml", "feed: 2\n"),
      ("lines.jsonl", SmallFeed.lines.map { $0 + "\n" }.joined()), ("bad.jsonl", "{}\n"),
      ("snapshot.json", "{"), ("layout.json", "{"),
    ] {
      try Data(text.utf8).write(to: URL(filePath: "\(place)/\(name)"))
    }
    func file(_ name: String) -> String { "\(place)/\(name)" }
    try expectInert(["check", file("feed.yaml")], says: "ok, 3 queries")
    try expectInert(["check", file("bad.yaml")], says: "unknown-version")
    try expectInert(["replay", file("feed.yaml"), file("lines.jsonl"), "--trace", "text"])
    try expectInert(
      ["replay", file("feed.yaml"), file("lines.jsonl"), "--store", file("s.sqlite")]
    )
    try expectInert(
      ["replay", file("feed.yaml"), file("lines.jsonl"), "--store", file("s.sqlite")],
      says: "continuing after line 11"
    )
    try expectInert(["replay", file("feed.yaml"), file("bad.jsonl")], says: "missing-at")
    try expectInert(["diff", file("snapshot.json"), file("snapshot.json")])
    try expectInert(["layout", file("layout.json")])
    try expectInert(["check", "feed.yaml"], in: place)
  }

  // MARK: Questions

  @Test func `requests of layouts and differences are escaped`() throws {
    func sections(_ text: String) -> String {
      #"{"sections":[{"id":"\#(text)","title":"\#(text)","items":[{"id":"\#(text)","content":{"\#(text)":"\#(text)"}}]}]}"#
    }
    for hostile in [Self.json, Self.text] {
      let pair = #"{"old":\#(sections("a")),"new":\#(sections(hostile)),"reload":["\#(hostile)"]}"#
      try expectInert(["diff", "--lines"], input: pair + "\n\(hostile)\n")
      let directory = try TemporaryDirectory()
      let (old, new) = (
        try directory.file("old.json", sections("a")),
        try directory.file("new.json", sections(hostile))
      )
      try expectInert(["diff", old, new, "--format", "text"])
      try expectInert(["diff", new, old, "--format", "text"])
      try expectInert(["diff", old, new])
      let layout = #"""
        {"environment":{"containerSize":[320,480],"\#(hostile)":1},"itemCounts":[1],"layout":{"sections":[{"group":{"type":"group","axis":"horizontal","size":{"width":{"absolute":50},"height":{"absolute":50}},"items":[{"type":"item"}]},"boundaryItems":[{"kind":"\#(hostile)","alignment":"\#(hostile)"}]}]},"requestedOffsets":{"\#(hostile)":[1]}}
        """#
      try expectInert(["layout", "--lines"], input: layout + "\n{\"\(hostile)\":1}\n\(hostile)\n")
      let file = try directory.file("layout.json", layout)
      for option in [[], ["--draw"], ["--explain", "0/0"]] {
        try expectInert(["layout", file] + option)
      }
    }
  }
}
