import FeedDefinition
import FeedLayout
import FeedModel
import FeedReplay
import FeedSnapshots
import FeedStore
import Foundation

/// What is done with an input: whatever it is, the answer is a value or an error, never a crash.
enum Inputs {
  /// Lines of a fixture, read and applied, each in a transaction that is undone.
  static func fixture(_ bytes: [UInt8]) {
    var reader = FixtureReader(bytes: bytes, name: "fuzz")
    var latest = 0.0
    while let line = value({ try reader.next() }) ?? nil {
      guard case .entry(let entry) = line else { continue }
      precondition(entry.at >= latest, "time went back from \(latest) to \(entry.at)")
      latest = entry.at
      tried(sportsbook) { try $0.apply(entry.text) }
    }
  }

  /// A schema, which may do what it wants with its tables, for a limited time.
  static func schema(_ bytes: [UInt8]) {
    let source = SchemaSource(sql: String(decoding: bytes, as: UTF8.self), name: "fuzz.sql")
    do {
      _ = try Store(at: .memory, schema: source, limits: limits)
    } catch {
      precondition("\(error)".count < 2_000, "much is quoted: \(error)")
      expectOwnLines(error)
    }
  }

  /// So little that nothing thought up here takes as long as the fuzzer allows.
  static let limits = StoreLimits(statementTimeout: .milliseconds(200))

  /// A message for one of the exchange's adapters; the first byte says for which.
  static func adapter(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let names = exchange.feed.adapters.keys.sorted()
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let name = names[Int(first) % names.count]
    tried(exchange) { try $0.apply(text, adapter: name) }
    if let mark = exchange.feed.adapters[name]?.adapter.marks.keys.first {
      _ = try? exchange.store.withWriter { writer in
        try MessageWriter(in: writer, adapters: exchange.adapters)
          .isMarked(text, as: mark, adapter: name)
      }
    }
  }

  /// A feed file; every problem has a place in the text.
  static func feedFile(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(FeedFileErrors) {
      let file = try FeedFile.parse(text: text, name: "fuzz.yaml", directory: "layouts")
      for warning in file.warnings { precondition(warning.description.contains("fuzz.yaml")) }
    } catch {
      precondition(!error.problems.isEmpty, "refused without a word")
      precondition(error.description.contains("fuzz.yaml"), error.description)
      expectOwnLines(error)
    }
  }

  /// A document: what is read from it has ids, each of them once.
  static func document(_ bytes: [UInt8]) {
    guard let document = value({ try Document(bytes, as: ads) }) else { return }
    let ids = Set(document.objects.map(\.id))
    precondition(ids.count == document.objects.count, "an id came twice")
  }

  /// A layout with what is to be laid out; all frames are numbers, and more than a million are not
  /// listed.
  static func layout(_ bytes: [UInt8]) {
    let request = value({ () throws -> LayoutRequest in
      do {
        return try JSONDecoder().decode(LayoutRequest.self, from: Data(bytes))
      } catch {
        throw LayoutError(decoding: error)
      }
    })
    guard let request, request.itemCounts.count < 50 else { return }
    let count = request.itemCounts.reduce(0, +)
    // Listing many frames takes long, and shows no more than listing a few.
    guard count < 10_000 || count > 1_000_000 else { return }
    if let last = request.itemCounts.last, last > 0, let solved = value({ try request.solved() }) {
      _ = solved.explanation(ofItem: last - 1, inSection: request.itemCounts.count - 1)
    }
    guard let answer = value({ try LayoutAnswer(request) }) else { return }
    precondition(count <= 1_000_000, "the frames of \(count) items are listed")
    for element in answer.elements {
      let frame = element.frame
      precondition(frame.width.isFinite && frame.height.isFinite, "\(element)")
    }
  }

  /// Two snapshots: the batch between them is performed by the strict model.
  static func diff(_ bytes: [UInt8]) {
    let snapshots = value({
      try JSONDecoder().decode(DiffLine.self, from: Data(bytes)).snapshots()
    })
    guard let (old, new) = snapshots else { return }
    for profile in [UpdateProfile.safe, .minimal] {
      let batch = old.updates(to: new, profile: profile)
      var model = CollectionModel(old.structure)
      do {
        try model.perform(batch, to: new.structure)
      } catch {
        preconditionFailure("\(profile): \(error)")
      }
    }
  }

  // MARK: What the inputs meet

  private static let ads = DocumentDeclaration(
    name: "ads",
    items: .root,
    id: "id"
  )
  private static let sportsbook = FuzzedStore("layouts/sportsbook.yaml")
  private static let exchange = FuzzedStore("layouts/exchange.yaml")

  /// Applies a message and undoes it, so that one input does not depend on those before it.
  private static func tried(_ fuzzed: FuzzedStore, _ body: @Sendable (MessageWriter) throws -> Void)
  {
    struct Undo: Error {}
    _ = value {
      try fuzzed.store.withWriter { writer in
        let messages = try MessageWriter(in: writer, adapters: fuzzed.adapters)
        _ = try writer.transaction { _ in
          try body(messages)
          throw Undo()
        }
      }
    }
  }

  // MARK: What is said of them

  /// What only an input says; the seeds put it behind everything that ends a line.
  static let fake = "error[fake]: x"

  /// The value, or `nil` behind an error all of whose lines are ours.
  private static func value<T>(_ body: () throws -> T) -> T? {
    do {
      return try body()
    } catch {
      expectOwnLines(error)
      return nil
    }
  }

  private static func expectOwnLines(_ error: any Error) {
    // What Foundation says of JSON reaches nobody.
    if error is DecodingError { return }
    for line in "\(error)".split(whereSeparator: \.isNewline) {
      precondition(!line.hasPrefix(fake), "an input begins a line: \(error)")
    }
  }
}

/// The store of a feed file of the repository, in memory.
struct FuzzedStore: Sendable {
  let feed: Feed
  let store: Store

  var adapters: [String: Adapter] { feed.adapters.mapValues(\.adapter) }

  init(_ path: String) {
    do {
      feed = try FeedFile.load(path: path).feed
      let schema = SchemaSource(sql: feed.schema?.sql ?? "", name: path)
      store = try Store(at: .memory, schema: schema, limits: Inputs.limits)
    } catch {
      preconditionFailure("run it in the root of the repository: \(error)")
    }
  }
}
