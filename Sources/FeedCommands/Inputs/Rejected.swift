import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedModel
import FeedRendering
import FeedSnapshots
import FeedStore
import Foundation

/// Lists the messages that could not be applied, applies them again, or deletes them.
package struct Rejected: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the messages of inputs that could not be applied, retries or clears them.",
    discussion: """
      The newest thousand of each input are kept in the table '_rejected', the newest last. With --retry \
      each is applied again, for example after a fix of an adapter; applied messages are no longer \
      listed. The text of a document is read again only if it is the newest one; older texts are forgotten. \
      Exit code 1 if some still cannot be applied.

      Examples:
        feed rejected book.yaml --store book.sqlite
        feed rejected book.yaml --store book.sqlite --input odds --format json
        feed rejected book.yaml --store book.sqlite --retry
        feed rejected book.yaml --store book.sqlite --input odds --clear
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @OptionGroup var place: StoreOption

  @Option(
    help: ArgumentHelp("The input; all inputs without it.", valueName: "name"),
    completion: .feedInputs
  )
  var input: String?

  @Flag(help: "Applies the messages again, the oldest first.")
  var retry = false

  @Flag(help: "Forgets the messages.")
  var clear = false

  @Option(help: "The format of the list.")
  var format: DataFormat = .text

  @OptionGroup var trust: TrustOptions

  func validate() throws {
    guard !retry || !clear else { throw ValidationError("--retry and --clear exclude each other.") }
  }

  func run() async throws {
    let file = try FeedFile.open(feed, trust)
    try place.checkExists(file.feed)
    let names = file.feed.runInputs.map(\.name)
    if let input, !names.contains(input) {
      throw Failure.badInput(
        "unknown-input",
        "the feed has no input '\(input)'",
        hint: Suggestion.hint(for: input, among: names, called: "inputs")
      )
    }
    let engine =
      retry || clear
      ? try file.engine(store: place.store, trust) : try file.engine(showing: place.store, trust)
    let messages = try await engine.rejectedMessages(of: input)
    if retry {
      try await self.retry(messages, engine)
    } else if clear {
      try await engine.forget(messages)
      try write("forgot \(messages.count) \(messages.count == 1 ? "message" : "messages")")
    } else {
      try list(messages)
    }
    try await engine.close()
  }

  private func retry(_ messages: [RejectedMessage], _ engine: FeedEngine) async throws {
    var applied = 0
    var replaced: [RejectedMessage] = []
    for message in messages {
      do {
        try await engine.retry(message)
        applied += 1
      } catch let error as EngineError where error.code == .answerReplaced {
        replaced.append(message)
      } catch let error as StoreError where error.isInputOutput || error.code == .closed {
        throw error
      } catch {
        Console.error(lines: "\(message.input) \(message.id): \(error)")
      }
    }
    try await engine.forget(replaced)
    try write(
      "applied \(applied) of \(messages.count)"
        + (replaced.isEmpty ? "" : ", forgot \(replaced.count) of documents that have a newer text")
    )
    if applied + replaced.count < messages.count {
      try await engine.close()
      throw Failure(.negative, "")
    }
  }

  private func list(_ messages: [RejectedMessage]) throws {
    var output = OutputBuffer()
    for message in messages {
      let time = Date(timeIntervalSince1970: message.time).formatted(.iso8601)
      switch format {
      case .text:
        let reason = message.reason.split(separator: "\n").first.map(String.init) ?? ""
        let text = message.text.prefix(160) + (message.text.count > 160 ? "…" : "")
        try output.write("\(message.id)  \(time)  \(message.input)  \(reason)".onOneLine + "\n")
        try output.write("  \(text)".onOneLine + "\n")
      case .json:
        var json = JSONWriter()
        json.rejected(message, time: time)
        json.endLine()
        try output.write(json)
      }
    }
    try output.flush()
  }

  private func write(_ text: String) throws {
    var output = OutputBuffer()
    try output.write(text + "\n")
    try output.flush()
  }
}

extension JSONWriter {
  fileprivate mutating func rejected(_ message: RejectedMessage, time: String) {
    object { json in
      json.key("id")
      json.integer(message.id)
      json.key("input")
      json.text(message.input)
      json.key("time")
      json.text(time)
      json.key("adapter")
      json.text(message.adapter)
      json.key("reason")
      json.text(message.reason)
      json.key("message")
      json.text(message.text)
      json.key("cut")
      json.bool(message.isCut)
    }
  }
}
