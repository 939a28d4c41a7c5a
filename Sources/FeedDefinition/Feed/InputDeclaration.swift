public import FeedDocuments
public import FeedModel

/// An input as the feed file declares it: where messages come from while the feed runs.
public struct InputDeclaration: Hashable, Sendable {
  /// What kind of input it is.
  public enum Kind: Hashable, Sendable {
    /// Server-sent events or JSON Lines, read as they come.
    case stream(WebAddress)
    /// A JSON document that is fetched again and again.
    case poll(WebAddress, every: Duration)
    /// A file that grows, by its path, and which files may be read for it.
    case follow(String, access: FileAccess)
    /// Messages of NATS, as they come or as a stream keeps them.
    case nats(BusDeclaration)
    /// What senders post to a served feed.
    case listen
  }

  /// What the input is called.
  public var name: String
  /// What kind of input it is.
  public var kind: Kind
  /// The adapter that its messages are for, or `nil` for lines of fixtures.
  public var adapter: String?
  /// How long the input may be silent before it is late, or `nil` for ever.
  public var stale: Duration?
  /// The sources whose objects come from the input: they are late when it is.
  public var sources: [Name]

  /// Declares an input.
  ///
  /// - Parameters:
  ///   - name: What the input is called.
  ///   - kind: What kind of input it is.
  ///   - adapter: The adapter that its messages are for.
  ///   - stale: How long the input may be silent before it is late.
  ///   - sources: The sources whose objects come from the input.
  public init(
    name: String,
    kind: Kind,
    adapter: String? = nil,
    stale: Duration? = nil,
    sources: [Name] = []
  ) {
    self.name = name
    self.kind = kind
    self.adapter = adapter
    self.stale = stale
    self.sources = sources
  }
}

extension InputDeclaration.Kind {
  /// The word that declares such an input: `stream`, `poll`, `follow`, `nats` or `listen`.
  public var word: String {
    switch self {
    case .stream: "stream"
    case .poll: "poll"
    case .follow: "follow"
    case .nats: "nats"
    case .listen: "listen"
    }
  }

  /// What is fetched over HTTP, if anything is.
  public var address: WebAddress? {
    switch self {
    case .stream(let address), .poll(let address, every: _): address
    case .follow, .nats, .listen: nil
    }
  }

  /// The names of all secrets that its requests or its connection need.
  public var secrets: [String] {
    if case .nats(let bus) = self { return bus.secrets }
    return address?.secrets ?? []
  }
}
