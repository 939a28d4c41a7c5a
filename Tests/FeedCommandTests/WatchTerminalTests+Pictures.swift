import Foundation
import TestSupport
import Testing

extension WatchTerminalTests {
  @Test func `pictures are shown in colours, and hostile ones cost their places and nothing else`()
    throws
  {
    let directory = try TemporaryDirectory()
    let files = FileManager.default
    let photos = FeedProgram.root.appending(path: "fixtures/photos").path
    try files.copyItem(atPath: photos, toPath: directory.path + "/photos")
    let layouts = FeedProgram.root.appending(path: "layouts")
    for name in ["photos.sql", "photos.yaml"] {
      let text = try String(contentsOf: layouts.appending(path: name), encoding: .utf8)
      _ = try directory.file(name, text.replacing("../fixtures/", with: ""))
    }
    func change(_ name: String, _ body: (inout Data) -> Void) throws {
      let file = URL(filePath: "\(directory.path)/photos/pictures/\(name)")
      var bytes = try Data(contentsOf: file)
      body(&bytes)
      try bytes.write(to: file)
    }
    try change("harbour-at-dawn.png") { $0.removeLast($0.count / 2) }
    try change("untitled.png") {
      $0.replaceSubrange(40..<60, with: Data(repeating: 0xFF, count: 20))
    }
    // A WebP of 38 bytes that is a gigabyte of points: 16,384 × 16,384 of one colour.
    let bomb = "UklGRh4AAABXRUJQVlA4TBEAAAAv////HwdQlCLXo4CBiOh/AAA="
    try change("two-chairs.png") { $0 = Data(base64Encoded: bomb) ?? $0 }
    let tmux = try watch(feed: "'\(directory.path)/photos.yaml'")
    // They are loaded one after the other: these have been tried when a later one is there.
    let screen = try tmux.waitFor { $0.contains("│ ▀▀▀▀") && !$0.contains("ete-indien.png") }
    for name in ["harbour-at-dawn.png", "untitled.png", "two-chairs.png"] {
      #expect(screen.contains("░ \(name) ░"), "\(screen)")
    }
    #expect(screen.contains("Two chairs"))
    try tmux.press("q")
    try expectRestored(tmux, exit: "0")
  }

  @Test func `a page that is rendered in a terminal shows its pictures in colours`() throws {
    let tmux = try Tmux(columns: 60, lines: 24)
    try tmux.type("clear; '\(FeedProgram.place.path)' render layouts/photos.yaml --size 60x20")
    try tmux.press("Enter")
    let screen = try tmux.waitFor { $0.contains("Two chairs") && $0.contains("\n$") }
    #expect(screen.contains("│ ▀▀▀▀") && !screen.contains("░"), "\(screen)")
    let piped = try FeedProgram.run("render", "layouts/photos.yaml", "--size", "60x20")
    #expect(piped.output.contains("░ two-") && !piped.output.contains("▀"))
  }

  @Test func `sixels are as large as their places, where the environment asks for them`() throws {
    let tmux = try Tmux()
    let directory = try TemporaryDirectory()
    let sent = try directory.file("sent", "")
    try tmux.type("export FEED_PICTURES=sixel")
    try tmux.press("Enter")
    try tmux.record(to: sent)
    let cell = try tmux.ask("#{window_cell_width} #{window_cell_height}").split(separator: " ")
      .compactMap { Int($0) }
    try #require(cell.count == 2 && cell.allSatisfy { $0 > 0 })
    try start(tmux, "watch layouts/photos.yaml")
    // This terminal shows no sixels, and leaves empty what we left for them.
    try tmux.waitFor { !$0.contains("two-chairs.png") && $0.contains("Two chairs") }
    try tmux.press("q")
    try expectRestored(tmux, exit: "0")
    let text = String(decoding: try Data(contentsOf: URL(filePath: sent)), as: UTF8.self)
    let heads = text.matches(of: #/\u{1B}P0;1;0q"1;1;([0-9]+);([0-9]+)#/#)
    #expect(heads.count >= 3)
    for head in heads {
      #expect(Int(head.1).map { $0 % cell[0] } == 0 && Int(head.2).map { $0 % cell[1] } == 0)
    }
  }
}
