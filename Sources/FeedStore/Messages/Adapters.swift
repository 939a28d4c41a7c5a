import FeedModel

/// The declared conversions of foreign messages to rows, compiled and checked.
struct Adapters {
  private let compiled: [String: CompiledAdapter]
  /// The stages for long messages, compiled at first use; `nil` for an adapter without one.
  private var staged: [String: StagedAdapter?] = [:]
  private let declarations: [String: Adapter]
  private let connection: Connection
  private let schema: StoreSchema
  private let declared: [[String]: StoreError.Location]

  init(
    _ adapters: [String: Adapter],
    connection: Connection,
    schema: StoreSchema,
    declared: [[String]: StoreError.Location]
  ) throws {
    declarations = adapters
    (self.connection, self.schema, self.declared) = (connection, schema, declared)
    var compiled: [String: CompiledAdapter] = [:]
    let compiler = AdapterCompiler(connection: connection, schema: schema, declared: declared)
    // Sorted by name, so that errors always have the same order.
    for (name, adapter) in adapters.sorted(by: { $0.key < $1.key }) {
      compiled[name] = CompiledAdapter(adapter, name: name, compiler)
    }
    guard compiler.errors.isEmpty else { throw AdapterErrors(errors: compiler.errors) }
    self.compiled = compiled
  }

  /// Runs the statements of an adapter on the part `message` of a fixture's line.
  ///
  /// The adapter gets the unchanged JSON text. For a JSON string, it gets the string's content, so
  /// that a line can contain any message, byte for byte.
  func run(_ name: String, line: String) throws {
    _ = try adapter(name)
    var scanner = JSONScanner(ArraySlice(line.utf8))
    let message = scanner.takeMembers()?.first { JSONScanner.text($0.name) == "message" }
    guard let message else {
      throw StoreError(
        .malformedMessage,
        "there is no message for adapter '\(name)'",
        hint: "put its input into 'message'"
      )
    }
    let isText = message.value.first == UInt8(ascii: "\"")
    let text =
      isText
      ? JSONScanner.text(message.value.dropFirst().dropLast())
      : String(decoding: message.value, as: UTF8.self)
    try run(name, message: text)
  }

  /// Runs the statements of an adapter on a message.
  func run(_ name: String, message: String) throws {
    try run(try adapter(name), name, message)
  }

  /// Runs the statements of an adapter on a message whose rows are staged.
  func runStaged(_ name: String, message: String) throws {
    guard case let adapter?? = staged[name] else {
      preconditionFailure("adapter '\(name)' was run on a message that is not staged")
    }
    try run(adapter.compiled, name, message)
  }

  /// Returns the stage for the messages of an adapter, or `nil` if it must run in the transaction.
  ///
  /// The first call for a name must be made outside a transaction.
  mutating func staged(_ name: String) -> StagedAdapter? {
    if let known = staged[name] { return known }
    let compiler = AdapterCompiler(connection: connection, schema: schema, declared: declared)
    let made = declarations[name].flatMap { try? StagedAdapter($0, name: name, compiler) }
    staged[name] = .some(made)
    return made
  }

  private func run(_ adapter: CompiledAdapter, _ name: String, _ message: String) throws {
    do { try adapter.run(message) } catch let error as StoreError {
      throw StoreError(
        error.code,
        "adapter '\(name)': \(error.message)",
        hint: error.hint,
        location: error.location,
        failure: error.failure
      )
    }
  }

  /// Returns whether a message is the moment of a mark of an adapter.
  func isMarked(_ mark: String, by name: String, message: String) throws -> Bool? {
    try adapter(name).isMarked(mark, message)
  }

  /// The statements of all adapters, in the order of their names.
  var statements: [(path: [String], sql: String)] {
    compiled.sorted { $0.key < $1.key }.flatMap(\.value.steps).map { ($0.path, $0.statement.sql) }
  }

  private func adapter(_ name: String) throws -> CompiledAdapter {
    guard let found = compiled[name] else {
      throw StoreError(
        .unknownAdapter,
        "there is no adapter '\(name)'",
        hint: Suggestion.hint(for: name, among: compiled.keys.sorted(), kind: "adapters")
      )
    }
    return found
  }
}
