package import FeedDefinition
package import FeedStore

/// An input of a running feed: a declared input, or a document that is fetched from a URL.
package struct ListedInput: Hashable, Sendable {
  /// The name of the input in the store.
  package var name: String
  /// `stream`, `poll`, `follow`, `nats`, `listen`, `document`, or `alert` for an alert that cannot be sent.
  package var kind: String
  /// The time without a message after which the input is late.
  package var stale: Duration?
}

/// An input and its stored record.
package struct ListedInputRecord: Hashable, Sendable {
  /// The input.
  package var input: ListedInput
  /// The stored record; `nil` before the first message.
  package var record: InputRecord?
  /// The reason of the failure, or `nil` if the input does not fail.
  package var failure: String?
  /// The number of stored messages that could not be applied.
  package var kept = 0
  /// The message rate and latencies; `nil` before the first measurement.
  package var figures: InputFigures?

  /// Describes an input.
  package init(
    input: ListedInput,
    record: InputRecord? = nil,
    failure: String? = nil,
    kept: Int = 0,
    figures: InputFigures? = nil
  ) {
    (self.input, self.record, self.failure) = (input, record, failure)
    (self.kept, self.figures) = (kept, figures)
  }
}

extension Feed {
  /// Whether the feed has inputs, fetched documents or alerts, which run while it is served.
  package var runsBeside: Bool { !runInputs.isEmpty || !alerts.isEmpty }

  /// The declared inputs, then the documents that are fetched, in the order of the file.
  package var runInputs: [ListedInput] {
    inputs.map { ListedInput(name: $0.name, kind: $0.kind.word, stale: $0.stale) }
      + sources.compactMap(\.document).filter { $0.address != nil }
      .map { ListedInput(name: $0.inputName, kind: "document", stale: $0.stale) }
  }
}

extension DocumentDeclaration {
  /// The stored name of the input that fetches the document; no declared input has such a name.
  package var inputName: String { "document/\(name)" }
}

extension AlertDeclaration {
  /// The name under which the inputs list the alert while it cannot be sent; no declared input has such a name.
  package var inputName: String { "alert/\(name)" }
}
