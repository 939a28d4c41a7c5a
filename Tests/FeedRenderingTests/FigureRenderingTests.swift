import FeedFormatting
import FeedModel
import TestFeeds
import Testing

@testable import FeedRendering

@Suite("Bars and gauges")
struct FigureRenderingTests {
  private static func face(_ value: Value, _ look: ItemAppearance) -> ItemFace {
    let content = Content(shape: .init(["name", "load"]), values: ["web", value])
    return ItemFace(content, appearance: look)
  }

  private static func look(_ measure: ItemAppearance.Measure) throws -> ItemAppearance {
    ItemAppearance(
      title: try TextTemplate("{name}"),
      value: try TextTemplate("{load}"),
      bar: measure
    )
  }

  private static func text(_ line: TextLine) -> String {
    line.spans.map { span in
      switch span.content {
      case .text(let text): text
      case .fill(let character): String(repeating: character, count: span.width)
      }
    }.joined()
  }

  private static let shares: [(Value, Double?)] = [
    (.integer(0), 0.0), (.integer(100), 1), (.real(42), 0.42), (.integer(140), 1),
    (.integer(-3), 0), (.text("50"), 0.5), (.text("much"), nil), (.null, nil),
    (.real(.infinity), nil), (.blob([1]), nil),
  ]

  @Test(arguments: shares)
  func `a share is the part of the range, limited to it`(value: Value, share: Double?) throws {
    let look = try Self.look(.init("load", to: 100))
    #expect(Self.face(value, look).bar == share)
    #expect(look.carriedFields == ["load"])
  }

  @Test func `a range may run downwards`() {
    #expect(ItemAppearance.Measure("load", from: 100, to: 0).share(of: .integer(25)) == 0.75)
  }

  @Test func `a bar precedes the value if the line has room`() throws {
    let face = Self.face(.integer(50), try Self.look(.init("load", to: 100)))
    func text(_ width: Int) -> String {
      Self.text(face.rows(width: width, height: 1, indent: 0, isHead: false, .none)[0])
    }
    #expect(text(30).contains("web               ████░░░░  50"), "\(text(30))")
    #expect(!text(14).contains("█"))
    #expect(text(14).contains("50"))
  }

  @Test func `a cell and a box draw the bar`() throws {
    let face = Self.face(.integer(100), try Self.look(.init("load", to: 100)))
    let cell = face.cell(width: 30, isFiller: false, .none)
    #expect(Self.text(cell).contains("████████ "))
    let box = face.box(width: 30, height: 4, .round, .none)
    #expect(box.contains { Self.text($0).contains("████████ ") })
  }
}
