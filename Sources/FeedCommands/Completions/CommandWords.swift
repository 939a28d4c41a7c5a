import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation

/// The words of an incomplete command line, and the feed that it names.
struct CommandWords {
  private let words: [String]

  /// The maximum number of suggested objects.
  private static let most = 500

  init(_ words: [String]) { self.words = words }

  /// The path of the feed file: the first word with the suffix of one.
  private var path: String? { words.first { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") } }

  /// The feed that the file declares; `nil` while the file is invalid.
  var feed: Feed? { file?.feed }

  private var file: FeedFile? {
    guard let path, let trust = try? TrustOptions.parse(allowedPaths) else { return nil }
    return try? FeedFile.load(path: path, allowing: trust.folders(for: path))
  }

  private var allowedPaths: [String] {
    values(of: "--allow-path").flatMap { ["--allow-path", $0] }
  }

  /// Returns the values of an option.
  private func values(of option: String) -> [String] {
    zip(words, words.dropFirst()).filter { $0.0 == option }.map(\.1)
  }

  /// The action on the command line, if the feed declares it.
  var action: ActionDeclaration? {
    feed?.actions.first { words.contains($0.name) }
  }

  /// The names of the tables.
  var tables: [String] { engine?.schema.rowTables.map(\.name) ?? [] }

  /// Returns the objects of the shown items.
  ///
  /// - Parameter kinds: The kinds of items; all of them if it is empty.
  /// - Returns: The names of the objects, in the order in which they are shown.
  func objects(of kinds: [Name] = [], startingWith prefix: String) -> [String] {
    guard let snapshot = engine?.snapshot else { return [] }
    var found: [String] = []
    var known: Set<ObjectID> = []
    for section in snapshot.composition.sections {
      for item in section.items where item.id.slot == 0 {
        guard kinds.isEmpty || kinds.contains(item.id.kind) else { continue }
        let object = item.id.object
        let name = object.description
        guard name.hasPrefix(prefix), known.insert(object).inserted else { continue }
        found.append(name)
        if found.count == Self.most { return found }
      }
    }
    return found
  }

  /// Returns the shown sections of some declarations.
  func sections(of declarations: [Name]) -> [String] {
    guard let snapshot = engine?.snapshot else { return [] }
    return snapshot.composition.sections.map(\.id)
      .filter { declarations.contains($0.declaration) }.map(\.description)
  }

  /// The feed over its store, which is only read, or over its seed if there is no store yet.
  private var engine: FeedEngine? {
    guard let file, let trust = try? TrustOptions.parse(allowedPaths) else { return nil }
    let store = values(of: "--store").last.flatMap {
      FileManager.default.fileExists(atPath: $0) ? $0 : nil
    }
    return try? file.engine(showing: store, trust)
  }
}
