import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

@testable import FeedServer

@Suite("Pictures")
struct PictureTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

  /// The served feed, whose teams have file names of pictures as their names.
  private static let yaml = ServedFeed.yaml
    .replacing("sources:\n  news:", with: "pictures: {folder: pictures}\nsources:\n  news:")
    .replacing("team: {title: \"{name}\"", with: "team: {title: \"{name}\", image: \"{name}\"")

  /// Serves teams with the given file names as their names.
  private static func whileServing(
    naming names: [String],
    _ body: (ServedFeed, URL) async throws -> Void
  ) async throws {
    try await ServedFeed.whileServing(yaml: yaml) { feed in
      let folder = URL(filePath: feed.directory.path).appending(path: "pictures")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (number, name) in names.enumerated() {
        let quoted = name.replacing("'", with: "''")
        try await feed.run("INSERT INTO team VALUES (\(10 + number), '\(quoted)', \(10 + number))")
      }
      try await body(feed, folder)
    }
  }

  private static func write(_ bytes: [UInt8], to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(bytes).write(to: file)
  }

  @Test func `a picture that an item names is served with its type and a long lifetime`()
    async throws
  {
    try await Self.whileServing(naming: ["a.txt", "2026/é 1.png"]) { feed, folder in
      try Self.write(Self.png, to: folder.appending(path: "a.txt"))
      try Self.write(Self.png, to: folder.appending(path: "2026/é 1.png"))
      for target in ["/pictures/a.txt", "/pictures/2026/%C3%A9%201.png", "/pictures/a.txt?x=1"] {
        let answer = try await feed.request("GET", target)
        #expect(answer.status == 200, "\(target)")
        #expect(answer.body == Self.png, "\(target)")
        #expect(answer.headers["content-type"] == "image/png")
        #expect(answer.headers["cache-control"] == "public, max-age=86400")
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
        let tag = try #require(answer.headers["etag"])
        let again = try await feed.request("GET", target, headers: ["If-None-Match": tag])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
      }
      let head = try await feed.request("HEAD", "/pictures/a.txt")
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      #expect(try await feed.request("POST", "/pictures/a.txt").status == 405)
    }
  }

  @Test func `only pictures that items name are served from the file system`() async throws {
    let named = [
      "../secret.png", "link.png", "linked/secret.png", "page.png", "drawing.svg", "large.png",
      "gone.png", "folder", ".hidden.png", "a\\b.png", "pipe.png", "empty.png", "/etc/passwd",
    ]
    try await Self.whileServing(naming: named) { feed, folder in
      let outside = folder.deletingLastPathComponent().appending(path: "secret.png")
      let manager = FileManager.default
      for file in ["unnamed.png", ".hidden.png", "folder/x.png", "a\\b.png"] {
        try Self.write(Self.png, to: folder.appending(path: file))
      }
      try Self.write(Self.png, to: outside)
      try Self.write(Array("<html><script>1</script>".utf8), to: folder.appending(path: "page.png"))
      try Self.write(Array("<svg xmlns='x'/>".utf8), to: folder.appending(path: "drawing.svg"))
      try Self.write([], to: folder.appending(path: "empty.png"))
      let large = Self.png + [UInt8](repeating: 0, count: ServedPictures.largest)
      try Self.write(large, to: folder.appending(path: "large.png"))
      try manager.createSymbolicLink(
        at: folder.appending(path: "link.png"),
        withDestinationURL: outside
      )
      try manager.createSymbolicLink(
        at: folder.appending(path: "linked"),
        withDestinationURL: folder.deletingLastPathComponent()
      )
      let made = try ForeignProgram.run("mkfifo", [folder.path + "/pipe.png"])
      #expect(made.status == 0, "\(made.output)")
      let targets =
        named + [
          "", "..", "unnamed.png", "%2e%2e%2fsecret.png", "..%2fsecret.png", "./unnamed.png",
          "%2e%2e/secret.png", "link.png%00", "%", "%ff", "pictures/link.png", "folder/x.png",
          "%2fetc%2fpasswd", "....//secret.png", "a%5cb.png",
        ]
      for target in targets {
        let answer = try await feed.request("GET", "/pictures/\(target)")
        #expect([400, 404].contains(answer.status), "\(target): \(answer.status)")
        #expect(!answer.body.starts(with: Self.png))
      }
    }
  }

  @Test func `a picture is served as long as an item names it`() async throws {
    try await Self.whileServing(naming: ["a.png", "b.png"]) { feed, folder in
      for name in ["a.png", "b.png", "c.png"] {
        try Self.write(Self.png, to: folder.appending(path: name))
      }
      func found() async throws -> [Int] {
        var found: [Int] = []
        for name in ["a.png", "b.png", "c.png"] {
          found.append(try await feed.request("GET", "/pictures/\(name)").status)
        }
        return found
      }
      #expect(try await found() == [200, 200, 404])
      // Two items name the picture, and then only one.
      try await feed.run("UPDATE team SET name = 'a.png' WHERE id = 11")
      #expect(try await found() == [200, 404, 404])
      try await feed.run("UPDATE team SET name = 'c.png' WHERE id = 10")
      #expect(try await found() == [200, 404, 200])
      try await feed.run("UPDATE team SET rank = 0 WHERE id = 11; DELETE FROM team WHERE id = 10")
      #expect(try await found() == [200, 404, 404])
      try await feed.run("DELETE FROM team WHERE id > 9")
      #expect(try await found() == [404, 404, 404])
    }
  }

  @Test func `a large picture arrives whole`() async throws {
    try await Self.whileServing(naming: ["a.png"]) { feed, folder in
      let bytes = Self.png + (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      try Self.write(bytes, to: folder.appending(path: "a.png"))
      let answer = try await feed.request("GET", "/pictures/a.png")
      #expect(answer.headers["content-length"] == "\(bytes.count)")
      #expect(answer.body == bytes)
    }
  }

  @Test func `the page may load pictures of the declared hosts, and its tag depends on them`()
    async throws
  {
    let web = Self.yaml.replacing(
      "pictures: {folder: pictures}",
      with: "images: [cdn.example.com, \"*.photos.example\"]"
    )
    var tags: [String?] = []
    for (yaml, source) in [
      (Self.yaml, "img-src 'self';"),
      (web, "img-src 'self' https://cdn.example.com https://*.photos.example;"),
    ] {
      try await ServedFeed.whileServing(yaml: yaml) { feed in
        let page = try await feed.request("GET", "/")
        #expect(page.headers["content-security-policy"]?.contains(source) == true)
        tags.append(page.headers["etag"])
        let again = try await feed.request(
          "GET",
          "/",
          headers: ["If-None-Match": page.headers["etag"] ?? ""]
        )
        #expect(again.status == 304)
        // Other answers show no pictures.
        let other = try await feed.request("GET", "/v1/feed")
        #expect(other.headers["content-security-policy"]?.contains("img-src 'self';") == true)
      }
    }
    #expect(tags.first != tags.last)
  }

  @Test func `an edited feed file changes the hosts, and the wire has every address unchanged`()
    async throws
  {
    let web = Self.yaml.replacing("pictures: {folder: pictures}", with: "images: [cdn.example.com]")
    try await ServedFeed.whileServing(yaml: web) { feed in
      let address = "https://cdn.example.com/a.png?w=2"
      try await feed.run("UPDATE team SET name = '\(address)' WHERE id = 1")
      let image = try await feed.image()
      #expect(image.sections.flatMap(\.items).contains { $0.look.image == address })
      let json = try await feed.request("GET", "/page/feed.json")
      #expect(json.text.contains(#""images":["cdn.example.com"]"#))
      let path = try feed.directory.file(
        "other.yaml",
        web.replacing("cdn.example.com", with: "other.example")
      )
      let file = try FeedFile.load(path: path)
      try await feed.engine.handOver(to: file) { [server = feed.server] engine, _ in
        server.show(engine, appearance: FeedAppearance(file.feed), revision: file.revision)
      }
      let page = try await feed.request("GET", "/")
      let policy = page.headers["content-security-policy"]
      #expect(policy?.contains("img-src 'self' https://other.example;") == true)
    }
  }

  @Test func `without a folder there are no pictures`() async throws {
    try await ServedFeed.whileServing { feed in
      let answer = try await feed.request("GET", "/pictures/a.png")
      #expect(answer.status == 404)
    }
  }

  @Test(arguments: [
    ("image/png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] as [UInt8]),
    ("image/jpeg", [0xFF, 0xD8, 0xFF, 0xE0]), ("image/gif", Array("GIF87a".utf8)),
    ("image/gif", Array("GIF89a".utf8)), ("image/webp", Array("RIFF....WEBPVP8 ".utf8)),
    ("image/avif", Array("....ftypavif".utf8)), (nil, Array("....ftypmp42".utf8)),
    (nil, Array("RIFF....WAVE".utf8)), (nil, Array("<svg".utf8)), (nil, Array("%PDF-1.7".utf8)),
    (nil, [0x89, 0x50]), (nil, []),
  ])
  func `the first bytes determine the type of a picture`(type: String?, bytes: [UInt8]) {
    #expect(PictureType(bytes)?.rawValue == type)
  }
}
