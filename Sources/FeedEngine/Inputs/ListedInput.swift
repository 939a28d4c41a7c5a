package import FeedDefinition
package import FeedDocuments

/// All that receives messages while a feed runs: a declared input, or the fetching of a document.
package struct ListedInput: Hashable, Sendable {
  /// What the store calls it.
  package var name: String
  /// `stream`, `poll`, `follow`, `nats`, `listen` or `document`.
  package var kind: String
  /// How long it may be silent before it is late.
  package var stale: Duration?
}

/// An input with what the store keeps of it.
package struct ListedInputRecord: Hashable, Sendable {
  /// The input.
  package var input: ListedInput
  /// What the store keeps of it; `nil` before its first message.
  package var record: InputRecord?
  /// Why it fails, if it does.
  package var failure: String?
  /// How fast its messages come and how long they take; `nil` before that is known.
  package var figures: InputFigures?

  /// Describes an input.
  package init(
    input: ListedInput,
    record: InputRecord? = nil,
    failure: String? = nil,
    figures: InputFigures? = nil
  ) {
    (self.input, self.record, self.failure) = (input, record, failure)
    self.figures = figures
  }
}

extension Feed {
  /// The declared inputs, and the documents that are fetched, in the order of the file.
  package var runInputs: [ListedInput] {
    inputs.map { ListedInput(name: $0.name, kind: $0.kind.word, stale: $0.stale) }
      + sources.compactMap(\.document).filter { $0.address != nil }
      .map { ListedInput(name: $0.inputName, kind: "document") }
  }
}

extension DocumentDeclaration {
  /// What the store calls the input that fetches the document; no declared input has such a name.
  package var inputName: String { "document/\(name)" }
}
