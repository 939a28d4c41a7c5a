import ArgumentParser
import FeedModel

/// Prints the meaning of an error code and its remedy.
package struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Explains an error code.",
    discussion: """
      Errors are written error[CODE], warnings warning[CODE]. Without a code it lists all of them.

      Examples:
        feed explain unknown-source
        feed explain 'warning[scans-table]'
        feed explain
        feed explain --format json | jq -r '.[].code'
      """
  )

  @Argument(
    help: "The code that an error has in brackets.",
    completion: .custom { _, _, _ in ErrorCatalog.own.entries.map(\.code) }
  )
  var code: String?

  @Option(help: "The output format.")
  var format: DataFormat = .text

  func run() throws {
    let catalog = ErrorCatalog.own
    let chosen = try code.map { try [entry(of: $0, in: catalog)] }
    var output = OutputBuffer()
    switch format {
    case .text:
      if let entry = chosen?.first {
        try output.write(text(of: entry))
      } else {
        for chapter in catalog.chapters { try output.write(list(of: chapter)) }
      }
    case .json:
      var json = JSONWriter()
      json.array { json in
        for entry in chosen ?? catalog.entries { json.entry(entry) }
      }
      json.endLine()
      try output.write(json)
    }
    try output.flush()
  }

  private func entry(of word: String, in catalog: ErrorCatalog) throws -> ErrorCatalog.Entry {
    // A word copied from a message includes the brackets.
    let match = word.firstMatch(of: /(?:error|warning)\[([^\]]+)\]/)
    let code = match.map { String($0.1) } ?? word
    if let entry = catalog.entry(code) { return entry }
    let hint = Suggestion.question(for: code, among: catalog.entries.map(\.code))
    throw ValidationError(
      "There is no code '\(code)'; \(hint ?? "'feed explain' lists all of them")"
    )
  }

  private func text(of entry: ErrorCatalog.Entry) -> String {
    let example = entry.example.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "  \($0)" }.joined(separator: "\n")
    return "\(entry.meaning)\n\nFor example:\n\(example)\n\nRemedy: \(entry.remedy)".filled()
      + "\n"
  }

  private func list(of chapter: ErrorCatalog.Chapter) -> String {
    let width = chapter.entries.reduce(0) { max($0, $1.code.count) }
    let lines = chapter.entries.map { entry in
      entry.code + String(repeating: " ", count: width - entry.code.count) + "  \(entry.summary)\n"
    }
    return "\(chapter.title)\n" + lines.map { "  \($0)" }.joined() + "\n"
  }
}

extension JSONWriter {
  fileprivate mutating func entry(_ entry: ErrorCatalog.Entry) {
    object { json in
      for (name, text) in [
        ("code", entry.code), ("meaning", entry.meaning), ("example", entry.example),
        ("remedy", entry.remedy),
      ] {
        json.key(name)
        json.text(text)
      }
    }
  }
}

extension String {
  /// Returns the text with lines longer than 80 columns wrapped.
  fileprivate func filled() -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.count > 80, !line.hasPrefix(" ") else { return String(line) }
      var lines = [""]
      for word in line.split(separator: " ") {
        let last = lines[lines.count - 1]
        if last.isEmpty {
          lines[lines.count - 1] = String(word)
        } else if last.count + 1 + word.count <= 80 {
          lines[lines.count - 1] = "\(last) \(word)"
        } else {
          lines.append(String(word))
        }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
