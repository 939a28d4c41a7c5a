import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots
import FeedStore
import Foundation

/// A custom terminal: shows a feed over a store, and each change that other programs commit.
///
///     feed put layouts/dates.yaml entry '{"note":"Rain"}' --store dates.sqlite
///     example-terminal layouts/dates.yaml dates.sqlite        # and the same `put` in another terminal
@main struct Board {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let path = arguments.first, let store = arguments.last, arguments.count == 2 else {
      write("usage: example-terminal FEED.yaml STORE.sqlite\n")
      exit(64)
    }
    let file = try FeedFile.load(path: path)
    let engine = try FeedEngine(file: file, store: .file(store))
    let appearance = FeedAppearance(file.feed)
    var screen = Screen()
    let versions = engine.versions()
    write("\u{1B}[2J" + screen.change(to: lines(engine.snapshot, appearance)))
    async let following: Void = engine.followOthers()
    for await update in versions {
      write(screen.change(to: lines(update.snapshot, appearance)))
    }
    await following
  }

  /// A version as lines: a heading for each section, a line for each item.
  static func lines(_ snapshot: FeedSnapshot, _ appearance: FeedAppearance) -> [String] {
    var lines = [line(appearance.title ?? "Feed", "version \(snapshot.version)", .strong)]
    for section in snapshot.composition.sections {
      lines.append(line(section.content.title ?? "\(section.id)", "", .accent))
      for item in section.items {
        let face = ItemFace(item.content, appearance: appearance.items[item.id.kind])
        let words = [face.signedTitle, face.subtitle].filter { !$0.isEmpty }
        lines.append(line("  " + words.joined(separator: " · "), face.value, style(face.tone)))
      }
    }
    return lines
  }

  /// A line of 60 columns with a text at each end, wide characters counted as terminals do.
  static func line(_ left: String, _ right: String, _ style: CellStyle) -> String {
    var line = CellGrid(columns: 60, lines: 1)
    let edge = 60 - right.count
    line.put(left, line: 0, column: 0, style: style, within: 0..<max(edge - 1, 0))
    line.put(right, line: 0, column: edge, style: style)
    return String(decoding: line.bytes(.ansi16).dropLast(), as: UTF8.self)
  }

  static func style(_ tone: Tone?) -> CellStyle {
    switch tone {
    case .good: .up
    case .bad: .down
    case .warning: .alert
    case .muted: .faint
    case .accent: .accent
    case nil: .plain
    }
  }

  static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
