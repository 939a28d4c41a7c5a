import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation

/// Brings a store to a schema that has changed.
struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Brings a store to a schema that has changed.",
    discussion: """
      Adds the tables, with their first rows, the columns and the indexes that the feed's schema \
      declares and the store lacks, and makes views and triggers that differ anew, all in one \
      transaction. What would touch rows that are there is not done but told: a table or a column \
      that is no longer declared, another type, key or constraint. Then nothing is changed at all.

      The store as it was is kept beside it, as STORE.before- and the time. Programs that have the \
      store open are to be stopped first. --dry-run prints the SQL, and writes nothing.

      Exit code 0 if the store has the schema now, or would have it, 1 if something is in the way.

      Examples:
        feed migrate layouts/sportsbook.yaml --store book.sqlite --dry-run
        feed migrate layouts/sportsbook.yaml --store book.sqlite
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @Option(help: ArgumentHelp("The store.", valueName: "file"), completion: .file())
  var store: String

  @Flag(help: "Prints the SQL that would be run, and changes nothing.")
  var dryRun = false

  @Option(help: "How the result is written.")
  var format: DataFormat = .text

  @OptionGroup var trust: TrustOptions

  func run() throws {
    let file = try FeedFile.open(feed, trust)
    let migration = try file.migration(ofStore: store, limits: trust.limits)
    var result = MigrationResult(migration: migration)
    if !dryRun, migration.isPossible, !migration.steps.isEmpty {
      let copy = unusedName()
      try migration.apply(keeping: copy)
      result.copy = copy
    }
    var output = OutputBuffer()
    switch format {
    case .text:
      for message in result.messages { Console.error(lines: message) }
      try output.write(dryRun ? result.sql : result.text)
    case .json: try output.write(result.json)
    }
    try output.flush()
    if format == .text { Console.error(result.verdict) }
    if !migration.isPossible { throw Failure(.negative, "") }
  }

  /// A name for the copy that no file has: the store's, the time, and a number if need be.
  private func unusedName() -> String {
    let time = Date.now.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    let name = "\(store).before-\(time)"
    var number = 1
    var unused = name
    while FileManager.default.fileExists(atPath: unused) {
      number += 1
      unused = "\(name)-\(number)"
    }
    return unused
  }
}

/// What became of a migration, in words and as JSON.
struct MigrationResult {
  let migration: StoreMigration
  /// Where the store as it was is kept, if anything was changed.
  var copy: String?

  /// What is in the way, as errors of the store.
  var messages: [String] {
    migration.obstacles.map {
      String(error: $0.code.rawValue, $0.message, hint: $0.hint, at: migration.path)
    }
  }

  /// A line for each change that was made.
  var text: String {
    guard copy != nil else { return "" }
    return migration.steps.map { "\($0)".onOneLine + "\n" }.joined()
  }

  /// The statements that would be run, each step with its name.
  var sql: String {
    migration.steps.map { step in
      "-- \("\(step)".onOneLine)\n" + step.sql.map { "\($0);\n" }.joined()
    }
    .joined()
  }

  var verdict: String {
    let steps = Self.count(migration.steps.count, "change")
    if !migration.isPossible {
      let obstacles = Self.count(migration.obstacles.count, "obstacle")
      return "\(migration.path): \(obstacles), nothing was changed"
    }
    if migration.steps.isEmpty {
      return "\(migration.path): has the schema of '\(migration.schema.name)', nothing to change"
    }
    guard let copy else { return "\(migration.path): \(steps) to be made, nothing was changed" }
    return "\(migration.path): \(steps) made, a copy of the store as it was is '\(copy)'"
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  var json: JSONWriter {
    var json = JSONWriter()
    json.object { json in
      json.key("store")
      json.text(migration.path)
      json.key("ok")
      json.bool(migration.isPossible)
      json.key("changed")
      json.bool(copy != nil)
      json.key("copy")
      json.text(copy)
      json.key("steps")
      json.array { json in
        for step in migration.steps { json.step(step) }
      }
      json.key("obstacles")
      json.array { json in
        for obstacle in migration.obstacles { json.obstacle(obstacle) }
      }
    }
    json.endLine()
    return json
  }
}

extension JSONWriter {
  fileprivate mutating func step(_ step: StoreMigration.Step) {
    object { json in
      json.key("action")
      json.text(step.action.rawValue)
      json.key("object")
      json.text(step.object.rawValue)
      json.key("name")
      json.text(step.name)
      json.key("sql")
      json.array { json in
        for sql in step.sql { json.text(sql) }
      }
    }
  }

  fileprivate mutating func obstacle(_ obstacle: StoreMigration.Obstacle) {
    object { json in
      json.key("code")
      json.text(obstacle.code.rawValue)
      json.key("message")
      json.text(obstacle.message)
      json.key("hint")
      json.text(obstacle.hint)
    }
  }
}
