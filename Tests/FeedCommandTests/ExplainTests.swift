import FeedDefinition
import Foundation
import Testing

@testable import FeedCommands
@testable import FeedNetworkCommands

@Suite("feed explain, feed schema", .waiting)
struct ExplainTests {
  @Test func `every code in the sources has an entry, and every entry has a code`() throws {
    let explained = ErrorCatalog.own.entries.map(\.code)
    #expect(Set(explained).count == explained.count, "a code is explained twice")
    let codes = try ErrorCodes.ofSources()
    #expect(codes.count > 200)
    #expect(codes.subtracting(explained).sorted() == [], "explain these in Errors.md")
    #expect(Set(explained).subtracting(codes).sorted() == [], "no error has these codes")
  }

  @Test func `every part of the page of errors is an entry`() throws {
    let path = FeedProgram.root.appending(path: "Sources/FeedCommands/Explanations/Errors.md")
    let headings = try String(contentsOf: path, encoding: .utf8).matches(of: /(?m)^## (.+)$/)
    #expect(ErrorCatalog.own.entries.map(\.code) == headings.map { String($0.1) })
    for entry in ErrorCatalog.own.entries {
      #expect(entry.meaning.hasSuffix("."), "\(entry.code)")
      #expect(!entry.summary.contains("\n"), "\(entry.code)")
    }
  }

  @Test(arguments: ErrorCatalog.own.entries.filter { $0.language == "yaml" }.map(\.code))
  func `each example feed file causes the error that it explains`(code: String) throws {
    let entry = try #require(ErrorCatalog.own.entry(code))
    let directory = FeedProgram.root.appending(path: "Documentation/FeedFile").path
    var problems: [FeedFileProblem]
    do {
      let file = try FeedFile.parse(
        text: entry.example + "\n",
        name: "example.yaml",
        directory: directory
      )
      problems = file.warnings + file.lints + file.lints(ofKeysBeside: ["q": "quit"])
    } catch {
      problems = error.problems
    }
    #expect(problems.contains { $0.code == code }, "\(problems)")
  }

  @Test func `a code is explained, even with the brackets of a message`() throws {
    let text = """
      A section or an input names a source that is not declared.

      For example:
        feed: 1
        sections: [{id: a, source: b, item: c}]

      Remedy: Declare it under `sources`, or correct the name.

      """
    #expect(try FeedProgram.run("explain", "unknown-source").output == text)
    #expect(try FeedProgram.run("explain", "x.yaml:1:2: error[unknown-source]").output == text)
    #expect(try FeedProgram.run("explain", "rule-7").output.contains("breaks the rule N"))
    let list = try FeedProgram.run("explain")
    #expect(list.output.contains("  unknown-source  "))
    #expect(list.lines.allSatisfy { $0.count < 200 })
    let json = try FeedProgram.run("explain", "unknown-source", "--format", "json")
    #expect(json.output.hasPrefix(#"[{"code":"unknown-source","meaning":"A section"#))
  }

  @Test func `an unknown code is an error of usage`() throws {
    let run = try FeedProgram.run("explain", "unkown-source")
    #expect(run.status == 64)
    #expect(
      run.errors.contains("There is no code 'unkown-source'; did you mean 'unknown-source'?")
    )
  }

  @Test func `the printed schema is the one in the repository`() throws {
    let path = FeedProgram.root.appending(path: "layouts/feed.schema.json")
    #expect(
      try FeedProgram.run("schema").output == String(contentsOf: path, encoding: .utf8)
    )
  }
}

/// The codes of errors and warnings that the sources declare or throw.
private enum ErrorCodes {
  /// Reads all sources.
  static func ofSources() throws -> Set<String> {
    let sources = FeedProgram.root.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var codes: Set<String> = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
        .replacing(/(?m)^\s*\/\/.*$/, with: "")
      codes.formUnion(declared(in: text))
      codes.formUnion(thrown(in: text))
    }
    // These codes are composed of two parts.
    return codes.union(["rule-N", "unreadable-schema", "unreadable-seed"])
      .subtracting(["error", "warning"])
  }

  /// The cases of enumerations of codes.
  private static func declared(in text: String) -> [String] {
    text.matches(of: /(?ms)^( *)(?:public |package )?enum Code: String.*?\{\n(.*?)^\1\}/).flatMap {
      match in
      match.2.matches(of: /(?m)^\s*case (.+)$/).flatMap { line in
        line.1.split(separator: ",").map { name in
          if let raw = name.firstMatch(of: /"(.+)"/) { return String(raw.1) }
          return name.trimmingCharacters(in: .whitespaces)
        }
      }
    }
  }

  /// Returns the codes that are literals where an error is created.
  private static func thrown(in text: String) -> [String] {
    let calls =
      /(?:\b(?:error|warning|badInput|DeclarationError|problem|refusal|fail|warn|explode)\(|(?:Failure|Refusal|problem)\(\s*\.\w+,|\b(?:error|warning|code|refusal):)\s*"([a-z0-9]+(?:-[a-z0-9]+)*)"/
    // Unicode's word rules take "Failure.badInput(" for one word.
    let written = /(?:error|warning)\[([a-z0-9-]+)\]/
    return text.matches(of: calls.wordBoundaryKind(.simple)).map { String($0.1) }
      + text.matches(of: written).map { String($0.1) }
  }
}
