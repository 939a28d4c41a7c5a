import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedRendering
import Foundation
import TestSupport
import Testing

@testable import FeedTerminal

/// The first screen of the sportsbook in a terminal of some size.
struct FirstScreen: Sendable, CustomTestStringConvertible {
  var columns: Int
  var lines: Int
  var testDescription: String { "\(columns) x \(lines)" }

  static let sizes = [(80, 24), (120, 40), (200, 60)].map { FirstScreen(columns: $0, lines: $1) }

  private static let actions: [WatchFeatures.Action] = [
    .init(name: "toggle-betslip", key: "b", kinds: ["selection"]),
    .init(name: "fold", key: "enter", kinds: ["event-header", "folded"]),
    .init(name: "select-sport", key: "enter", kinds: ["sport"]),
  ]

  func model() async throws -> WatchModel {
    let path = Repository.path("layouts/sportsbook.yaml")
    let engine = try FeedEngine(feed: try FeedFile.load(path: path).feed)
    let model = WatchModel(
      engine.snapshot,
      FeedAppearance(engine.feed),
      columns: columns,
      lines: lines,
      features: WatchFeatures(actions: Self.actions)
    )
    try await engine.close()
    return model
  }

  func grid() async throws -> CellGrid {
    var model = try await model()
    return model.screen(at: .zero)
  }

  /// The screen as text, as a terminal of each ground gets it, and as a picture for both grounds.
  func goldens() async throws -> [(place: URL, text: String)] {
    let grid = try await grid()
    let name = "first-screen@\(columns)x\(lines)"
    let picture = SVGPicture.text(grid, title: "The sportsbook in a terminal")
    func ansi(_ theme: Theme) -> String {
      String(decoding: grid.bytes(.ansi256, theme: theme), as: UTF8.self)
    }
    return [
      ("txt", grid.text), ("dark.ansi", ansi(.dark)), ("light.ansi", ansi(.light)),
      ("svg", picture),
    ].map { suffix, text in
      let folder =
        suffix == "svg" ? "Documentation/Pictures" : "Tests/FeedRenderingTests/Terminal/Goldens"
      return (Repository.root.appending(path: "\(folder)/\(name).\(suffix)"), text)
    }
  }
}

@Suite("The first screen of the sportsbook")
struct FirstScreenTests {
  @Test(arguments: FirstScreen.sizes)
  func `the first screen looks as it should, dark and light`(_ screen: FirstScreen) async throws {
    for golden in try await screen.goldens() {
      let old = try? String(contentsOf: golden.place, encoding: .utf8)
      if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
        try Data(golden.text.utf8).write(to: golden.place)
      }
      #expect(
        old == golden.text,
        "\(golden.place.lastPathComponent): UPDATE_GOLDENS=1 writes what it is now"
      )
    }
  }

  @Test func `80 x 24 shows eight prices at least, and a live event`() async throws {
    let text = try await FirstScreen(columns: 80, lines: 24).grid().text
    #expect(text.matches(of: #/[0-9]+\.[0-9]{2}\b/#).count >= 8)
    #expect(text.contains("━━ Live: "))
    let live = text.split(separator: "\n").drop { !$0.contains("━━ Live: ") }
    #expect(live.dropFirst().contains { $0.contains(" v ") && $0.contains("–") })
  }

  @Test func `a price is next to its name at any width`() async throws {
    for columns in [80, 120, 159, 160, 200] {
      let screen = FirstScreen(columns: columns, lines: 60)
      var model = try await screen.model()
      _ = model.screen(at: .zero)
      let cells = model.targets.filter { $0.item.kind == "selection" }
      #expect(!cells.isEmpty, "\(columns)")
      #expect(cells.allSatisfy { $0.columns.count <= 22 }, "\(columns)")
    }
  }

  @Test(arguments: [(159, 1), (160, 2), (200, 2)])
  func `events are in two columns from a width of 160 cells`(columns: Int, across: Int) async throws
  {
    var model = try await FirstScreen(columns: columns, lines: 60).model()
    _ = model.screen(at: .zero)
    let heads = model.targets.filter { $0.item.kind == "event-header" }
    #expect(Set(heads.map(\.columns.lowerBound)).count == across)
    let most = Dictionary(grouping: heads, by: \.line).values.map(\.count).max()
    #expect(most == across)
  }

  @Test func `arrows select events row by row, and across columns`() async throws {
    var model = try await FirstScreen(columns: 200, lines: 60).model()
    _ = model.screen(at: .zero)
    let heads = model.targets.filter { $0.item.kind == "event-header" }
    let pair = try #require(
      Dictionary(grouping: heads, by: \.line).values.first { $0.count == 2 }
    )
    model.selected = pair[0].item
    _ = model.press(.right, at: .zero)
    #expect(model.selected == pair[1].item)
    _ = model.press(.down, at: .zero)
    #expect(model.selected?.kind == "selection")
    let price = try #require(model.targets.first { $0.item == model.selected })
    #expect(price.line == pair[1].line + 1)
    _ = model.press(.up, at: .zero)
    _ = model.press(.left, at: .zero)
    #expect(model.selected == pair[0].item)
  }
}
