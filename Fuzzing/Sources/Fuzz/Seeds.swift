import FeedStress
import Foundation

/// What the fuzzers begin with: made from seeds, or taken from the feed files of the repository.
enum Seeds {
  static func write(to directory: String) throws {
    for (name, seeds) in all() {
      let place = URL(filePath: directory).appending(path: name)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      for (index, seed) in seeds.enumerated() {
        try seed.write(to: place.appending(path: "seed-\(index)"))
      }
    }
  }

  private static func all() -> [(String, [Data])] {
    [
      ("fixture", fixtures), ("schema", schemas), ("adapter", messages), ("feed", feedFiles),
      ("document", texts(documents) + hostile(hostileDocuments)),
      ("layout", texts(layouts + largeLayouts) + hostile(hostileLayouts)),
      ("diff", texts(pairs) + hostile(hostilePairs)),
      ("wire", streams + hostile(hostileStreams)),
    ]
  }

  private static func texts(_ texts: [String]) -> [Data] { texts.map { Data($0.utf8) } }

  private static var fixtures: [Data] {
    let files = SportsbookWorkload(seed: 1).files
    let lines = files.flatMap { $0.bytes.split(separator: UInt8(ascii: "\n")).prefix(60) }
    return lines.filter { $0.count < 2_000 }.map { Data($0) }
      + texts([
        #"{"at":0,"upsert":{"sport":[{"id":1,"name":"Golf"}]}}"# + "\n"
          + #"{"at":1.5e0,"delete":{"sport":[1]}}"#,
        #"{"at":0.5,"sql":["UPDATE event SET status = 'live' WHERE id = 7"]}"#,
        #"{"at":1,"sql":["WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) "#
          + #"INSERT INTO sport (name) SELECT hex(zeroblob(9999)) FROM c"]}"#,
        #"{"at":1,"sql":["UPDATE sport SET name = printf('%1000000000d', id)","VACUUM INTO 'x'"]}"#,
        #"{"at":0.4,"document":{"ads":{"ads":[{"id":"a1","title":"Derby \u00e9"}]}}}"#,
      ])
      + hostile([
        #"{"at":0,"upsert":{"HOSTILE":[{"id":1}],"sport":[{"HOSTILE":1}]}}"#,
        #"{"at":0,"upsert":{"sport":[{"id":"HOSTILE","name":"HOSTILE"}]}}"#,
        #"{"at":0,"delete":{"sport":["HOSTILE"]}}"#, #"{"at":0,"sql":["HOSTILE"]}"#,
        #"{"at":0,"adapter":"HOSTILE","message":"HOSTILE"}"#, #"{"at":0,"HOSTILE":1}"#,
        #"{"at":0,"document":{"HOSTILE":"HOSTILE"}}"#, "HOSTILE",
      ])
  }

  /// The schemas of the repository, and what a stranger might write into one.
  private static var schemas: [Data] {
    files(ending: ".sql")
      + texts([
        "CREATE TABLE t (id INTEGER PRIMARY KEY, v);",
        "CREATE TABLE t (id INTEGER PRIMARY KEY, v);\n"
          + "INSERT INTO t SELECT 1, fts3_tokenizer('simple', x'4141414141414141');",
        "CREATE TABLE t (id INTEGER PRIMARY KEY, v);\n"
          + "CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT load_extension(NEW.v); END;\n"
          + "INSERT INTO t VALUES (1, 'x');",
        "CREATE TABLE t (id INTEGER PRIMARY KEY, v AS (length(printf('%*d', id, 1))));\n"
          + "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) "
          + "INSERT INTO t (id) SELECT n FROM c;",
        "ATTACH ':memory:' AS x; PRAGMA writable_schema = 1; ; VACUUM INTO 'x';",
      ])
      + hostile([
        "CREATE TABLE \"HOSTILE\" (id INTEGER PRIMARY KEY, \"HOSTILE\" TEXT);", "SELECT 'HOSTILE';",
        "CREATE TABLE t (id INTEGER PRIMARY KEY CHECK (id <> 'HOSTILE')); INSERT INTO t VALUES ('');",
        "PRAGMA \"HOSTILE\";", "INSERT INTO \"HOSTILE\" VALUES (1);", "-- HOSTILE\nHOSTILE",
      ])
  }

  private static var messages: [Data] {
    var profile = ExchangeProfile.home
    (profile.live, profile.standard, profile.seconds) = (2, 4, 1)
    (profile.imageSize, profile.messages) = (3, 20...20)
    let lines = ExchangeWorkload(profile, seed: 1).bytes.split(separator: UInt8(ascii: "\n"))
    let others = [
      #"{"marketId":"1.2","marketName":"Odds","event":{"id":"3","name":"A v B","openDate":"2026-01-01T00:00:00Z"},"eventType":{"id":"1","name":"Soccer"},"runners":[{"selectionId":7,"runnerName":"A","handicap":0.5,"sortPriority":1}]}"#,
      #"{"id":0,"type":"GROUP","children":[{"id":"1","type":"EVENT_TYPE","name":"Soccer","children":[{"id":"3","type":"EVENT","name":"A v B","children":[{"id":"1.2","type":"MARKET","name":"Odds","marketType":"MATCH_ODDS","marketStartTime":"2026-01-01T00:00:00Z"}]}]}]}"#,
      #"{"commit":"c","committedAt":"2026-01-01T00:00:00Z","body":{"messages":[{"id":"m","content":{"titleText":"T","descriptionText":"D","primaryAction":{"type":"url","value":"u"}}}]}}"#,
    ]
    return (0..<5).flatMap { number in
      (lines.map { Data($0) } + texts(others)).map { Data([UInt8(number)]) + $0 }
    }
  }

  private static var feedFiles: [Data] {
    let mistakes = "feed: 1\nsources: {" + (0..<900).map { "s\($0): {x: }, " }.joined() + "}\n"
    let files = "feed: 1\nstore: {schema: /proc/self/environ, seed: /dev/zero}\n"
    return Self.files(ending: ".yaml") + texts([mistakes, files])
      + hostile([
        "feed: 1\ntitle: \"HOSTILE\"\n\"HOSTILE\": 1\n", "feed: 1\nsources: {\"HOSTILE\": {x: }}\n",
        "feed: 1\nsections: [{id: \"HOSTILE\", source: \"HOSTILE\", item: \"HOSTILE\"}]\n",
        "feed: 1\nitems: {i: {title: \"{HOSTILE}\"}}\nlayouts: {\"HOSTILE\": {scroll: HOSTILE}}\n",
        "HOSTILE",
      ])
  }

  /// The title of a window, colours, directions of writing, and before what looks like an error of
  /// ours, all that ends a line.
  private static let speaking =
    "x\u{1B}]0;owned\u{07}\u{1B}[2J\u{9B}31m\u{90}q\u{9C}\u{7F}\u{08}\u{202E}\u{2066}\u{61C}y"
    + ["\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}"]
    .map { $0 + Inputs.fake }.joined()

  /// Texts with what would speak to a terminal in the place of `HOSTILE`, as it is and escaped.
  static func hostile(_ seeds: [String]) -> [Data] {
    let escaped = speaking.unicodeScalars.map { scalar in
      if (0x20..<0x7F).contains(scalar.value) { return String(scalar) }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
    return [speaking, escaped].flatMap { text in
      texts(seeds.map { $0.replacing("HOSTILE", with: text) })
    }
  }

  /// The files of the repository's feeds.
  private static func files(ending: String) -> [Data] {
    let directory = URL(filePath: "layouts")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.sorted().filter { $0.hasSuffix(ending) }
      .compactMap { try? Data(contentsOf: directory.appending(path: $0)) }
  }

  private static let documents = [
    #"[{"id":"a1","title":"Derby day","price":1.5,"on":true,"tags":["x",{"y":null}]},{"id":2}]"#,
    #"[{"id":"\u00e9\ud83d\ude00","title":"\\\"\/\b\f\n\r\t"}]"#,
    #"[]"#, #"[{"id":-0.5e+10,"deep":[[[[[{}]]]]]}]"#,
  ]

  private static let hostileDocuments = [
    #"[{"id":"HOSTILE","title":"HOSTILE"},{"id":"HOSTILE"}]"#, #"{"HOSTILE":1,"HOSTILE":2}"#,
    #"[{"id":["HOSTILE"]}]"#, "HOSTILE",
  ]

  private static let hostileLayouts = [
    #"{"environment":{"containerSize":[320,480],"HOSTILE":1},"itemCounts":[1],"layout":{}}"#,
    #"{"environment":{"containerSize":[320,480]},"itemCounts":["HOSTILE"],"layout":{"HOSTILE":1},"requestedOffsets":{"HOSTILE":[1]}}"#,
    #"{"environment":{"containerSize":[9,9]},"itemCounts":[1],"layout":{"sections":[{"group":{"axis":"HOSTILE","size":{"width":"HOSTILE","height":1},"items":[]}}]}}"#,
  ]

  private static let hostilePairs = [
    #"{"old":{"sections":[{"id":"HOSTILE","items":["HOSTILE","HOSTILE"]}]},"new":{"sections":[]},"reload":["HOSTILE"]}"#,
    #"{"HOSTILE":1}"#,
  ]

  /// More items than anybody lists, in sections that need not be listed to be solved.
  private static let largeLayouts = [
    "[100000000]", "[1000000000,1000000000]", "[1e6,1]", "[1e300]",
  ]
  .flatMap { counts in
    [
      #"{"environment":{"containerSize":[320,480]},"layout":{"sections":[{"group":{"axis":"horizontal","size":{"width":"100%","height":44},"items":[{}]}}]},"itemCounts":\#(counts)}"#,
      #"{"environment":{"containerSize":[320,480],"scrollOffset":[0,99],"measured":{"cellHeights":{"0":[20,30]}}},"layout":{"sections":[{"group":{"axis":"horizontal","size":{"width":"100%","height":"~44"},"count":9999,"items":[{}]},"orthogonalScrolling":"groupPaging"}]},"itemCounts":\#(counts),"requestedOffsets":{"0":[1e300]}}"#,
    ]
  }

  private static let layouts = [
    #"{"environment":{"containerSize":[375,812],"pixelScale":2},"layout":{"sections":[{"group":{"axis":"horizontal","size":{"width":{"fractionalWidth":1},"height":{"absolute":44}},"items":[{"size":{"width":{"fractionalWidth":0.5},"height":{"fractionalHeight":1}}}]}}]},"itemCounts":[5]}"#,
    #"{"environment":{"containerSize":[390,844],"scrollOffset":[0,20]},"layout":{"interSectionSpacing":8,"sections":[{"group":{"axis":"vertical","size":{"width":{"fractionalWidth":0.9},"height":{"estimated":160}},"items":[{"size":{"width":{"fractionalWidth":1},"height":{"estimated":50}}}],"count":3,"interItemSpacing":{"flexible":4}},"orthogonalScrolling":"groupPaging","contentInsets":[0,16,0,16]}]},"itemCounts":[9],"requestedOffsets":{"0":[40]}}"#,
    #"{"environment":{"containerSize":[320,480],"measured":{"cellHeights":{"0":[20,30,40]}}},"layout":{"sections":[{"list":{"appearance":"plain","headerMode":"supplementary"}}]},"itemCounts":[12]}"#,
  ]

  private static let pairs = [
    #"{"old":{"sections":[]},"new":{"sections":[{"id":"a","items":["1","2"]}]}}"#,
    #"{"old":{"sections":[{"id":"a","items":["1","2","3"]},{"id":"b","items":["4","5"]}]},"new":{"sections":[{"id":"b","items":["5","1","4"]},{"id":"a","items":["3","6","2"]}]},"reload":["1"],"reconfigure":["2","4"]}"#,
    #"{"old":{"sections":[{"id":"a","items":["\u00e9","e\u0301"]},{"id":"c","items":[]}]},"new":{"sections":[{"id":"c","items":["e\u0301"]},{"id":"d","items":["x"]}]}}"#,
  ]
}
