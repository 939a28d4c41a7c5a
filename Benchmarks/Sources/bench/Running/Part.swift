import Measuring

/// A part of the measurements, which runs in a process of its own.
struct Part: Sendable {
  /// What it is called on the command line: the subject, then what of it.
  let name: String
  /// The subject under which its rows stand in the table.
  let subject: String
  /// What it measures, in a line.
  let about: String
  let run: @Sendable (inout Sheet) async throws -> Void

  init(
    _ name: String,
    of subject: String,
    _ about: String,
    _ run: @escaping @Sendable (inout Sheet) async throws -> Void
  ) {
    self.name = name
    self.subject = subject
    self.about = about
    self.run = run
  }

  /// All parts, in the order of the table.
  static let all: [Part] =
    pipelineParts + exchangeParts + deliveryParts + inputParts + replicaParts + servingParts
    + queryParts + incrementalParts + storeParts + snapshotParts + layoutParts + renderingParts
    + scalingParts

  /// The subjects in the order of the table.
  static var subjects: [String] {
    all.map(\.subject).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The parts that a word on the command line asks for: one by its name, or all of a subject.
  static func named(_ word: String) -> [Part] {
    all.filter { $0.name == word || $0.name.hasPrefix(word + "-") }
  }
}
