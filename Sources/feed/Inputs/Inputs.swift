import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedModel
import FeedRendering
import FeedSnapshots
import Foundation

/// Lists the inputs of a feed and how they fare.
struct Inputs: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the inputs of a feed: their state, age, messages and last error.",
    discussion: """
      What the store knows of each input. The age is that of its last message, in seconds. An input is \
      'new' before its first message, 'late' without a message for longer than its 'stale:', and \
      'failed' while its source cannot be reached or read.

      Examples:
        feed inputs book.yaml --store book.sqlite
        feed inputs book.yaml --store book.sqlite --format json
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @OptionGroup var place: StoreOption

  @Option(help: "How the list is written.")
  var format: DataFormat = .text

  @OptionGroup var trust: TrustOptions

  func run() async throws {
    let file = try FeedFile.open(feed, trust)
    try place.check(file.feed)
    let engine = try file.engine(showing: place.store, trust)
    let now = Date.now.timeIntervalSince1970
    let states = try await engine.inputRecords().map { InputState($0, now: now) }
    var output = OutputBuffer()
    switch format {
    case .text:
      for line in InputState.table(states) { try output.write(line.onOneLine + "\n") }
      if states.isEmpty { Console.error("\(feed): the feed declares no inputs") }
    case .json:
      var json = JSONWriter()
      json.array { json in for state in states { json.input(state) } }
      json.endLine()
      try output.write(json)
    }
    try output.flush()
    try await engine.close()
  }
}

/// How an input fares, as the store knows it.
struct InputState {
  let name: String
  let kind: String
  /// `new`, `live`, `late` or `failed`.
  let state: String
  /// How long ago the last message came, in seconds.
  let age: Double?
  let messages: Int
  let rejected: Int
  let error: String?

  init(_ listed: ListedInputRecord, now: Double) {
    let (input, record, failure) = (listed.input, listed.record, listed.failure)
    name = input.name
    kind = input.kind
    // A clock that was set back makes no message come from the future.
    let age = record.map { max(0, now - $0.time) }
    self.age = age
    messages = record?.messages ?? 0
    rejected = record?.rejected ?? 0
    error = failure
    let isLate = input.stale.map { (age ?? 0) > $0 / .seconds(1) } ?? false
    state = failure != nil ? "failed" : record == nil ? "new" : isLate ? "late" : "live"
  }

  /// The lines of a table.
  static func table(_ states: [InputState]) -> [String] {
    let rows = states.map { state in
      [
        state.name, state.kind, state.state,
        state.age.map { "\(Int($0)) s" } ?? "-",
        "\(state.messages) \(state.messages == 1 ? "message" : "messages")",
        "\(state.rejected) rejected", state.error ?? "",
      ]
    }
    let widths = (0..<7).map { column in rows.reduce(0) { max($0, $1[column].count) } }
    return rows.map { row in
      let cells = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

extension JSONWriter {
  fileprivate mutating func input(_ state: InputState) {
    object { json in
      json.key("name")
      json.text(state.name)
      json.key("kind")
      json.text(state.kind)
      json.key("state")
      json.text(state.state)
      json.field("age", value: state.age.map { .real(($0 * 1000).rounded() / 1000) } ?? .null)
      json.key("messages")
      json.integer(state.messages)
      json.key("rejected")
      json.integer(state.rejected)
      json.key("error")
      json.text(state.error)
    }
  }
}
