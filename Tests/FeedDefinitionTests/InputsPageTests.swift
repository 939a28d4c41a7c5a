import FeedDefinition
import Foundation
import TestSupport
import Testing

@Suite("The page about inputs")
struct InputsPageTests {
  private static let blocks = {
    let path = Repository.path("Documentation/Inputs.md")
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.matches(of: /\n```yaml\n((?:.|\n)*?)\n```/).map { String($0.output.1) }
  }()

  @Test func `the page has an example of each kind of input`() {
    let text = Self.blocks.joined(separator: "\n")
    for kind in ["stream", "poll", "socket", "websocket", "exec", "follow", "nats", "listen"] {
      #expect(text.contains("\(kind): "), "\(kind)")
    }
  }

  @Test(arguments: blocks)
  func `each example is a valid part of a feed file`(block: String) throws {
    var lines = [
      "feed: 1", "sections: [{id: a, source: a, item: a}, {id: b, source: live, item: service}]",
    ]
    if !block.contains(/(?m)^adapters:/) {
      let names = block.matches(of: /adapter: ([\w-]+)/).map { String($0.output.1) }
      if !names.isEmpty { lines.append("adapters:") }
      for name in Set(names) { lines.append("  \(name): INSERT INTO tick VALUES (:message)") }
    }
    let declared =
      "sources:\n  a: {document: a}\n  live: {document: live}\n  featured: {document: featured}"
    let hasSources = block.contains(/(?m)^sources:/)
    lines.append(
      hasSources ? block.replacing(/(?m)^sources:/, with: declared) : declared + "\n" + block
    )
    let text = lines.joined(separator: "\n")
    do throws(FeedFileErrors) {
      _ = try FeedFile.parse(
        text: text,
        name: "feed.yaml",
        directory: Repository.path("Tests/FeedDefinitionTests/Messages")
      )
    } catch {
      Issue.record("\(error)\n\(text)")
    }
  }
}
