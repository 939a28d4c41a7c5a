import Foundation

/// The meanings of all error codes, read from `Explanations/Errors.md`.
struct ErrorCatalog {
  /// One code.
  struct Entry {
    let code: String
    /// The meaning, in a sentence or two.
    let meaning: String
    /// Input that causes the error.
    let example: String
    /// The language of the example, for example `yaml`.
    let language: String
    let remedy: String

    /// The first sentence of the meaning.
    var summary: String {
      guard let end = meaning.firstRange(of: ". ") else { return meaning }
      return String(meaning[..<end.lowerBound]) + "."
    }
  }

  /// A group of related codes.
  struct Chapter {
    let title: String
    var entries: [Entry]
  }

  let chapters: [Chapter]

  /// The catalog of this program.
  static var own: ErrorCatalog {
    ErrorCatalog(markdown: String(decoding: PackageResources.Errors_md, as: UTF8.self))
  }

  /// Reads a catalog: chapters under `#`, codes under `##`, each with a text, a block and a remedy.
  init(markdown: String) {
    // The first chapter is the introduction.
    chapters = Self.parts(of: "\n" + markdown, at: "\n# ").dropFirst().map { chapter in
      let entries = Self.parts(of: chapter, at: "\n## ")
      let title = chapter.prefix { !$0.isNewline }
      return Chapter(title: String(title), entries: entries.compactMap(Self.entry))
    }
  }

  var entries: [Entry] { chapters.flatMap(\.entries) }

  /// Returns the entry of a code; the rules of batches share one entry.
  func entry(_ code: String) -> Entry? {
    let isRule = code.wholeMatch(of: /rule-[0-9]+/) != nil
    return entries.first { $0.code == (isRule ? "rule-N" : code) }
  }

  private static func parts(of text: String, at mark: String) -> [String] {
    text.components(separatedBy: mark).dropFirst().map { $0 }
  }

  private static func entry(_ text: String) -> Entry? {
    guard
      let match = text.wholeMatch(
        of: /([^\n]+)\n(.+?)\n```([a-z]*)\n(.+?)\n```\n(.+)/.dotMatchesNewlines()
      )
    else { return nil }
    return Entry(
      code: String(match.1),
      meaning: match.2.trimmingCharacters(in: .whitespacesAndNewlines),
      example: String(match.4),
      language: String(match.3),
      remedy: match.5.trimmingCharacters(in: .whitespacesAndNewlines)
    )
  }
}
