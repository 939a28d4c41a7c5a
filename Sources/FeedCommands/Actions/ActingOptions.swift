import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots
import FeedTerminal
import Foundation

/// The options of all commands that change a store.
struct ActingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store to change, created and seeded if new; without it the feed's 'file:'.",
      valueName: "file"
    )
  )
  var store: String?

  @Option(help: "The format in which the batch of the change is printed.")
  var trace: TraceFormat?

  @Option(help: "The format of the result.")
  var format: DataFormat = .text

  @OptionGroup var zone: TimeZoneOption

  @OptionGroup var trust: TrustOptions

  /// Rejects a change of a store in memory, which would be lost at the end of the command.
  private func checkStore(of feed: Feed) throws {
    guard store != nil || feed.database != nil else {
      throw ValidationError(
        "Missing --store: a change in memory would be lost. Name the file that holds "
          + "the rows, for example --store feed.sqlite."
      )
    }
  }

  /// Opens the feed, changes it, and prints the result.
  ///
  /// - Parameters:
  ///   - cause: A few words about the change, for the trace.
  ///   - change: Changes the feed; returns the written object, if there is one.
  /// - Throws: Errors of the feed file, the store and the change.
  func run(
    _ path: String,
    cause: String,
    _ change: (FeedEngine) async throws -> ActingResult
  ) async throws {
    try await run(path, cause: cause) { engine, tell in try tell(try await change(engine)) }
  }

  /// Opens the feed, changes it several times, and prints the result of each change.
  ///
  /// - Parameter cause: A few words about the changes, for the trace.
  /// - Throws: Errors of the feed file, the store and the change, after all commits are printed.
  func run(
    _ path: String,
    cause: String,
    _ change: (FeedEngine, _ tell: (ActingResult) throws -> Void) async throws -> Void
  ) async throws {
    let file = try FeedFile.open(path, trust, in: zone)
    try checkStore(of: file.feed)
    if let store, file.feed.database == nil, !FileManager.default.fileExists(atPath: store) {
      try await rehearse(file, change)
    }
    let engine = try file.engine(store: store, trust)
    var results: [(result: ActingResult, version: Int)] = []
    var failure: (any Error)?
    do {
      try await change(engine) { results.append(($0, engine.snapshot.version)) }
      try await engine.close()
    } catch {
      failure = error
      try? await engine.close()
    }
    var output = OutputBuffer()
    for (result, version) in results {
      if let trace, let update = result.update {
        let record = VersionRecord(update, cause: VersionCause(cause))
        let appearance = FeedAppearance(file.feed)
        switch trace {
        case .text: try output.write(record.text(appearance))
        case .json: try output.write(Self.trace(update))
        case .patches: try output.write(json: record.event(appearance, of: file.feed))
        }
      }
      // With a trace, standard output belongs to the trace.
      let text = self.text(result, version: version)
      if trace == nil { try output.write(text) } else { Console.write(text) }
    }
    try output.flush()
    if let failure { throw failure }
  }

  /// Tries the first change in memory, so that a rejected change does not create a store.
  private func rehearse(
    _ file: FeedFile,
    _ change: (FeedEngine, _ tell: (ActingResult) throws -> Void) async throws -> Void
  ) async throws {
    struct Enough: Error {}
    let rehearsal = try file.engine(store: nil, trust)
    do { try await change(rehearsal) { _ in throw Enough() } } catch is Enough {}
    try await rehearsal.close()
  }

  private func text(_ result: ActingResult, version: Int) -> String {
    switch format {
    case .text:
      let objects = result.objects ?? result.object.map { [$0] } ?? []
      let object = objects.map { "\($0)".onOneLine + "\n" }.joined()
      // The trace names the version.
      if trace != nil, result.update != nil { return object }
      return object + "version \(version)"
        + (result.update == nil ? ", nothing visible changed\n" : "\n")
    case .json:
      var json = JSONWriter()
      json.object { json in
        if let object = result.object {
          json.key("object")
          json.text(object.description)
        }
        if let objects = result.objects {
          json.key("objects")
          json.array { json in
            for object in objects { json.text(object.description) }
          }
        }
        json.key("version")
        json.integer(version)
        json.key("changed")
        json.bool(result.update != nil)
      }
      json.endLine()
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }

  private static func trace(_ update: FeedUpdate) -> JSONWriter {
    var json = JSONWriter()
    json.object { json in
      json.key("version")
      json.integer(update.snapshot.version)
      json.key("updates")
      json.updates(update.updates)
    }
    json.endLine()
    return json
  }
}

/// The result of a command that changes a feed.
struct ActingResult {
  /// The written object, unless the user named it.
  var object: ObjectID?
  /// The written objects, if there are several.
  var objects: [ObjectID]?
  /// The update of the feed, or `nil` if nothing visible changed.
  var update: FeedUpdate?
}

/// The time for written rows, because only the programs read a clock.
struct TimeOption: ParsableArguments {
  @Option(help: ArgumentHelp("The time for the rows; by default now.", valueName: "time"))
  var now: String?

  /// The time, in UTC, as feeds write it: `2026-07-01T18:30:00Z`.
  var value: Value { .text(Text(now ?? Date.now.formatted(.iso8601))) }
}
