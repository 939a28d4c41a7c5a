import ArgumentParser
import FeedCommands
import FeedDefinition
import FeedEngine
import FeedInputs
import FeedModel

/// Writes the messages that the inputs of a feed receive as a fixture.
package struct Record: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes the messages of a feed's inputs as a fixture.",
    discussion: """
      Runs the inputs that the feed file declares, in memory unless a store is named, and writes every \
      applied message as a line of a fixture: with its time, its input and the input's position. \
      'feed replay' plays it to the same versions. The command ends on SIGTERM or Control-C.

      A file with the suffix '.gz' is compressed. With --rotate there are several, with numbers in their \
      names: monday.0001.jsonl.gz, monday.0002.jsonl.gz. They are played in sequence by the name \
      without a number.

      The same command continues a recording, also after 'kill -9': with --rotate in the next file, otherwise in the same \
      one. A cut last line is removed. Name a store, from which inputs and rows continue as well.

      Examples:
        feed record book.yaml --output monday.jsonl
        feed replay book.yaml monday.jsonl --speed max --trace json
        feed record book.yaml --output monday.jsonl.gz --rotate 100MB
        feed replay book.yaml monday.jsonl.gz
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @Option(
    help: ArgumentHelp("The fixture to create or to continue.", valueName: "file"),
    completion: .file(extensions: ["jsonl", "gz"])
  )
  var output: String

  @Option(
    help: ArgumentHelp("Begins a new file after this size: 100MB.", valueName: "size"),
    transform: RecordingPlace.size
  )
  var rotate: Int?

  @Option(
    help: ArgumentHelp("The store; without it the feed's 'file:', or memory.", valueName: "file"),
    completion: .file()
  )
  var store: String?

  @OptionGroup var trust: TrustOptions

  func run() async throws {
    let file = try FeedFile.open(feed, trust)
    try file.feed.checkInputs(of: feed)
    let engine = try file.engine(store: store, trust, isPlaying: true)
    let ending = AsyncStream.makeStream(of: Void.self)
    let recorder = try RecordingPlace(path: output, mostBytes: rotate).recorder(of: engine.feed) {
      ending.continuation.finish()
    }
    if let text = recorder.continuation { Console.error(text) }
    let runner = InputRunner(engine, secrets: .ofEnvironment, recorder: recorder) { notice in
      Console.error(lines: "\(notice.input): \(notice.kind.rawValue): \(notice.text)")
    }
    let before = try await engine.rejectedByInputs()
    await runner.runUntilInterrupted(ending)
    try recorder.end(output)
    let rejected = try await engine.rejectedByInputs() - before
    try await engine.close()
    let end = rejected > 0 ? ", \(rejected) rejected" : ""
    Console.error(
      "recorded \(recorder.lines) \(recorder.lines == 1 ? "message" : "messages")\(end)"
    )
  }
}

extension FeedEngine {
  /// Returns the number of messages of all inputs that could not be applied.
  fileprivate func rejectedByInputs() throws -> Int {
    try inputRecords().reduce(0) { $0 + ($1.record?.rejected ?? 0) }
  }
}
