import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation

/// Adapts a store to a changed schema.
package struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Adapts a store to a changed schema.",
    discussion: """
      Adds the tables with their first rows, the columns and the indexes that the feed's schema \
      declares and the store lacks, and recreates views and triggers that differ, all in one \
      transaction. Changes that would touch existing rows are only reported: a table or a column \
      that is no longer declared, another type, key or constraint. In that case nothing is changed.

      The old store is kept next to the new one, as STORE.before- and the time. Stop programs that have the \
      store open first. --dry-run prints the SQL, and writes nothing.

      Exit code 0 if the store has the schema, or would have it, 1 if there is an obstacle.

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

  @Option(help: "The format of the result.")
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

  /// Returns an unused name for the copy: the store's name, the time, and a number if necessary.
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

/// The result of a migration, as text and as JSON.
struct MigrationResult {
  let migration: StoreMigration
  /// The path of the copy of the old store, if anything was changed.
  var copy: String?

  /// The obstacles, as errors of the store.
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

  /// The statements of each step, under its name.
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
      return "\(migration.path): already has the schema of '\(migration.schema.name)'"
    }
    guard let copy else { return "\(migration.path): \(steps) to be made, nothing was changed" }
    return "\(migration.path): \(steps) made, the old store is kept as '\(copy)'"
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
