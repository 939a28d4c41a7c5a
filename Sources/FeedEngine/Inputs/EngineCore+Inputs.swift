import FeedDefinition
import FeedDocuments
import FeedModel
import FeedStore

extension EngineCore {
  /// Applies a message that came from outside, in the transaction that is running.
  ///
  /// - Parameters:
  ///   - message: The message: a line of a fixture without `sql`, or what the adapter takes.
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

  /// Keeps what has come from an input, in the transaction that is running.
  func keep(_ record: InputRecord, ofInput input: String, in writer: Writer) throws {
    try writer.set(record, ofInput: input)
    changeStatus(ofInput: input) { $0.take(record) }
  }

  /// Says how an input fares, and keeps for others why it fails.
  func set(_ condition: InputCondition, ofInput input: String) throws -> FeedUpdate? {
    let old = inputs[input]
    guard (old ?? .live) != condition else { return nil }
    inputs[input] = condition
    statesMayDiffer()
    do {
      return try commit { try keep(condition, ofInput: input, in: $0) }
    } catch {
      inputs[input] = old
      throw error
    }
  }

  /// Keeps why an input fails, or that it does not, in the transaction that is running.
  func keep(_ condition: InputCondition, ofInput input: String, in writer: Writer) throws {
    var failure: String?
    if case .failed(let reason) = condition { failure = reason }
    try writer.setFailure(failure, ofInput: input)
    changeStatus(ofInput: input) { $0.take(condition) }
  }

  /// Changes what the next version says of an input.
  func changeStatus(ofInput name: String, _ change: (inout InputStatus) -> Void) {
    guard let index = inputStatus.firstIndex(where: { $0.name == name }) else { return }
    change(&inputStatus[index])
  }

  /// Reads from the store how the inputs fare.
  func loadInputStatus(_ writer: Writer) throws {
    inputStatus = try feed.runInputs.map { input in
      var status = InputStatus(name: input.name, kind: input.kind)
      if let record = try writer.record(ofInput: input.name) { status.take(record) }
      if let figures = try writer.figures(ofInput: input.name) { status.take(figures) }
      if let failure = try writer.failure(ofInput: input.name) { status.take(.failed(failure)) }
      return status
    }
  }

  /// Says how an input fares, as an entry of a log does: the store keeps it, so that a replica that begins
  /// again shows what the others show.
  func setFollowed(_ condition: InputCondition, ofInput input: String) throws {
    let old = inputs[input]
    inputs[input] = condition
    statesMayDiffer()
    do {
      _ = try commit { writer in
        try keep(condition, ofInput: input, in: writer)
        try writer.set(condition, ofInput: input)
      }
    } catch {
      inputs[input] = old
      throw error
    }
  }

  /// Reads how the inputs fare, as entries of a log have said.
  func loadConditions(_ writer: Writer) throws {
    for input in feed.runInputs {
      if let condition = try writer.condition(ofInput: input.name) {
        inputs[input.name] = condition
      }
    }
  }

  /// What the inputs of a source do to its state, or `nil` if they are all live.
  func inputState(of source: SourceDeclaration) -> SourceStatus.State? {
    guard !inputs.isEmpty else { return nil }
    var names = feed.inputs.filter { $0.sources.contains(source.id) }.map(\.name)
    if let document = source.document, document.address != nil { names.append(document.inputName) }
    let states = names.compactMap { name in
      inputs[name].flatMap { SourceStatus.State($0, of: name) }
    }
    return states.first { if case .failed = $0 { true } else { false } } ?? states.first
  }
}

extension SourceStatus.State {
  /// The state of a source that an input feeds, or `nil` if the input is live.
  fileprivate init?(_ condition: InputCondition, of input: String) {
    switch condition {
    case .live: return nil
    case .late(let patience):
      self = .late("input '\(input)' is late: no message for more than \(patience.written)")
    case .failed(let reason): self = .failed("input '\(input)': \(reason)")
    }
  }
}
