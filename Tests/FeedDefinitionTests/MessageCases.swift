import FeedDefinition
import Foundation
import TestSupport
import Testing

/// A feed file and its messages, from one of the files in `Messages`.
///
/// ```text
/// === the title of the case
/// feed: 2
/// ---
/// feed.yaml:1:7: error[unknown-version]: …
/// ```
///
/// `\t`, `\e`, `\u{…}` and similar escapes denote invisible characters.
struct MessageCase: Sendable, CustomTestStringConvertible {
  let topic: String
  let name: String
  let input: String
  let output: String

  var testDescription: String { "\(topic): \(name)" }

  /// The present messages about the input.
  var current: String {
    do throws(FeedFileErrors) {
      let file = try FeedFile.parse(
        text: Self.unescaped(input),
        name: "feed.yaml",
        directory: Repository.path("Tests/FeedDefinitionTests/Messages")
      )
      return file.warnings.isEmpty
        ? "nothing" : file.warnings.map(\.description).joined(separator: "\n")
    } catch {
      return error.description
    }
  }

  private static func unescaped(_ text: String) -> String {
    text.replacing("\\t", with: "\t").replacing("\\e", with: "\u{1B}")
      .replacing("\\bom", with: "\u{FEFF}").replacing("\\bell", with: "\u{7}")
  }

  static let all = topics.flatMap { topic in
    blocks(of: topic).map { block in
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
      let bar = lines.firstIndex(of: "---") ?? lines.endIndex
      return MessageCase(
        topic: topic,
        name: String(lines[0]),
        input: lines[1..<bar].joined(separator: "\n") + "\n",
        output: lines.dropFirst(bar + 1).joined(separator: "\n")
      )
    }
  }

  static let topics = [
    "syntax", "keys", "values", "references", "items", "layouts", "adapters", "actions", "inputs",
    "warnings",
  ]

  static func path(of topic: String) -> String {
    Repository.path("Tests/FeedDefinitionTests/Messages/\(topic).txt")
  }

  private static func blocks(of topic: String) -> [Substring] {
    let text = FileManager.default.contents(atPath: path(of: topic)) ?? Data()
    return ("\n" + String(decoding: text, as: UTF8.self)).split(separator: "\n=== ")
      .map { block in
        var block = block
        while block.last == "\n" { block.removeLast() }
        return block
      }
  }
}

@Suite("Messages of feed files")
struct MessageTests {
  @Test(arguments: MessageCase.all)
  func `each problem is reported with its place and its remedy`(example: MessageCase) {
    #expect(example.current == example.output)
  }

  @Test(.enabled(if: Repository.updatesGoldens, "only on request"))
  func `the messages are rewritten on request`() throws {
    for topic in MessageCase.topics {
      let blocks = MessageCase.all.filter { $0.topic == topic }.map {
        "=== \($0.name)\n\($0.input)---\n\($0.current)\n"
      }
      try blocks.joined(separator: "\n").write(
        toFile: MessageCase.path(of: topic),
        atomically: true,
        encoding: .utf8
      )
    }
    Issue.record("the messages have been rewritten; read what has changed")
  }
}
