import FeedDefinition
import FeedModel
import FeedStore

extension EngineCore {
  /// Applies an external message in the current transaction.
  ///
  /// - Parameters:
  ///   - message: A line of a fixture without `sql`, or a message in the format of the adapter.
  ///   - isStaged: Whether the rows of the message are staged.
  /// - Throws: `StoreError` or ``EngineError`` if it cannot be applied.
  func apply(
    message: String,
    adapter: String?,
    isStaged: Bool = false,
    in writer: Writer
  ) throws {
    if let adapter, isStaged {
      try messages.applyStaged(message, adapter: adapter)
    } else if let adapter {
      try messages.apply(message, adapter: adapter)
    } else {
      messages.allowsStatements = false
      defer { messages.allowsStatements = true }
      try apply(message, in: writer)
    }
  }

  /// Stores the record of an input in the current transaction.
  func keep(_ record: InputRecord, ofInput input: String, in writer: Writer) throws {
    try writer.set(record, ofInput: input)
    changeStatus(ofInput: input) { $0.take(record) }
  }

  /// Sets the condition of an input.
  func set(_ condition: InputCondition, ofInput input: String) throws -> FeedUpdate? {
    guard (inputs[input] ?? .live) != condition else { return nil }
    return try commit { try keep(condition, ofInput: input, in: $0) }
  }

  /// Sets the condition of an input in the current transaction, and stores it for a restart, for other processes
  /// and for replicas.
  func keep(_ condition: InputCondition, ofInput input: String, in writer: Writer) throws {
    inputs[input] = condition
    statesMayDiffer()
    try writer.set(condition, ofInput: input)
    changeStatus(ofInput: input) { $0.take(condition) }
  }

  /// Changes the status of an input in the next version.
  func changeStatus(ofInput name: String, _ change: (inout InputStatus) -> Void) {
    guard let index = inputStatus.firstIndex(where: { $0.name == name }) else { return }
    change(&inputStatus[index])
  }

  /// Reads the status and the conditions of the inputs from the store.
  func loadInputs(_ writer: Writer) throws {
    inputStatus = try feed.runInputs.map { input in
      var status = InputStatus(name: input.name, kind: input.kind)
      if let record = try writer.record(ofInput: input.name) { status.take(record) }
      if let figures = try writer.figures(ofInput: input.name) { status.take(figures) }
      let condition = try writer.condition(ofInput: input.name)
      if condition != .live { status.take(condition) }
      if inputs[input.name] ?? .live != condition {
        inputs[input.name] = condition
        statesMayDiffer()
      }
      return status
    }
  }

  /// Returns the state that the inputs of a source cause, or `nil` if they are all live.
  func inputState(of source: SourceDeclaration) -> SourceStatus.State? {
    guard !inputs.isEmpty || !idleInputs.isEmpty else { return nil }
    var names = feed.inputs.filter { $0.sources.contains(source.id) }.map(\.name)
    if let document = source.document, document.address != nil { names.append(document.inputName) }
    let states = names.compactMap { name -> SourceStatus.State? in
      if let state = inputs[name].flatMap({ SourceStatus.State($0, of: name) }) { return state }
      return idleInputs.contains(name)
        ? .late("input '\(name)' is stopped: no program runs it") : nil
    }
    return states.first { if case .failed = $0 { true } else { false } } ?? states.first
  }
}

extension SourceStatus.State {
  /// The state that an input causes in its sources, or `nil` if the input is live.
  fileprivate init?(_ condition: InputCondition, of input: String) {
    switch condition {
    case .live: return nil
    case .late(let patience):
      self = .late("input '\(input)' is late: no message for more than \(patience.written)")
    case .failed(let reason): self = .failed("input '\(input)': \(reason)")
    }
  }
}
