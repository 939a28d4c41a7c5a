import Foundation
import Testing

@Suite("Links of the documentation")
struct LinkTests {
  /// The pages of the repository, relative to its root.
  private static let pages: [String] = {
    let root = FeedProgram.root
    let folders = [
      "Documentation", "Sources", "Examples", "Tests", "Benchmarks/Sources", "Fuzzing",
    ]
    let below = folders.flatMap { folder in
      (FileManager.default.subpaths(atPath: root.appending(path: folder).path) ?? [])
        .map { "\(folder)/\($0)" }
    }
    let top = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return (top + below).filter { $0.hasSuffix(".md") && !$0.contains(".build") }
  }()

  private func text(_ page: String) throws -> String {
    try String(contentsOf: FeedProgram.root.appending(path: page), encoding: .utf8)
      .replacing(/```(?:.|\n)*?```/, with: "")
  }

  /// Returns the anchors of a page, as GitHub derives them from its headings.
  private func anchors(of page: String) throws -> Set<String> {
    Set(
      try text(page).matches(of: /(?m)^#+ (.+)$/).map { heading in
        heading.output.1.lowercased().filter {
          $0.isLetter || $0.isNumber || "-_ ".contains($0)
        }.replacing(" ", with: "-")
      }
    )
  }

  @Test func `every link has a target`() throws {
    #expect(Self.pages.count > 40)
    for page in Self.pages {
      for link in try text(page).matches(of: /\]\(([^)\s]+)\)/).map(\.output.1)
      where !link.contains(/^(https?|doc|mailto):/) {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let folder = URL(filePath: "/" + page).deletingLastPathComponent()
        let target =
          parts[0].isEmpty
          ? page : String(folder.appending(path: parts[0]).standardized.path.dropFirst())
        // DocC finds its pictures by name.
        if page.contains(".docc/") && !parts[0].contains(/[.\/]/) && !parts[0].isEmpty { continue }
        let place = FeedProgram.root.appending(path: target).path
        #expect(FileManager.default.fileExists(atPath: place), "\(page): \(link)")
        if parts.count == 2, target.hasSuffix(".md"),
          FileManager.default.fileExists(atPath: place)
        {
          #expect(try anchors(of: target).contains(String(parts[1])), "\(page): \(link)")
        }
      }
    }
  }
}
