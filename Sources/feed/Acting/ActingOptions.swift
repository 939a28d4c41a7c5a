import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots
import FeedTerminal
import Foundation

/// What all commands that change a store have in common.
struct ActingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store that is changed, made and seeded if it is new; without it the feed's 'file:'.",
      valueName: "file"
    )
  )
  var store: String?

  @Option(help: "Prints the batch that the change led to.")
  var trace: TraceFormat?

  @Option(help: "How the result is written.")
  var format: DataFormat = .text

  @OptionGroup var zone: TimeZoneOption

  @OptionGroup var trust: TrustOptions

  /// Refuses to change what would be gone when the command ends.
  private func checkStore(of feed: Feed) throws {
    guard store != nil || feed.database != nil else {
      throw ValidationError(
        "Missing --store: in memory, nothing would be left of the change. Name the file that holds "
          + "the rows, for example --store feed.sqlite."
      )
    }
  }

  /// Opens the feed, has it changed, and tells what became of it.
  ///
  /// - Parameters:
  ///   - path: The feed file.
  ///   - cause: What is done, in a few words for the trace.
  ///   - change: Changes the feed; says which object was written, if one was.
  /// - Throws: What the feed file, the store or the change throws.
  func run(
    _ path: String,
    cause: String,
    _ change: (FeedEngine) async throws -> ActingResult
  ) async throws {
    try await run(path, cause: cause) { engine, tell in try tell(try await change(engine)) }
  }

  /// Opens the feed, has it changed several times, and tells what became of each change.
  ///
  /// - Parameters:
  ///   - path: The feed file.
  ///   - cause: What is done, in a few words for the trace.
  ///   - change: Changes the feed, and tells of each change that is committed.
  /// - Throws: What the feed file, the store or the change throws, once all that was committed is told.
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
        switch trace {
        case .text:
          try output.write(VersionRecord(update, cause: cause).text(FeedAppearance(file.feed)))
        case .json: try output.write(Self.trace(update))
        }
      }
      // With a trace, standard output belongs to the trace.
      let text = self.text(result, version: version)
      if trace == nil { try output.write(text) } else { Console.write(text) }
    }
    try output.flush()
    if let failure { throw failure }
  }

  /// Tries the first change in memory: what is refused makes no store.
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

/// What a command has changed.
struct ActingResult {
  /// The object that was written, where that is not what the user named.
  var object: ObjectID?
  /// The objects that were written, where they are several.
  var objects: [ObjectID]?
  /// The version that it led to, or `nil` if nothing visible changed.
  var update: FeedUpdate?
}

/// The time that rows are given, since nothing below the programs reads a clock.
struct TimeOption: ParsableArguments {
  @Option(help: ArgumentHelp("The time that rows are given; now without it.", valueName: "time"))
  var now: String?

  /// The time, in UTC, as feeds write it: `2026-07-01T18:30:00Z`.
  var value: Value { .text(Text(now ?? Date.now.formatted(.iso8601))) }
}
