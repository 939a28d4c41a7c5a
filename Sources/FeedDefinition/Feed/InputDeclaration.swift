public import FeedDocuments
public import FeedModel

/// An input of the feed file: an origin of messages for a running feed.
public struct InputDeclaration: Hashable, Sendable {
  /// The kind of input.
  public enum Kind: Hashable, Sendable {
    /// Server-sent events or JSON Lines, read as they arrive.
    case stream(WebAddress)
    /// A JSON document that is fetched at an interval.
    case poll(WebAddress, every: Duration)
    /// A growing file: its path, and the files that may be read.
    case follow(String, access: FileAccess)
    /// Messages of NATS, live or from a stream.
    case nats(BusDeclaration)
    /// Messages that senders post to a served feed.
    case listen
  }

  /// The name of the input.
  public var name: String
  /// The kind of input.
  public var kind: Kind
  /// The adapter of its messages, or `nil` for lines of fixtures.
  public var adapter: String?
  /// The silence after which the input is late, or `nil` if it is never late.
  public var stale: Duration?
  /// The sources whose objects come from the input; they are late when the input is late.
  public var sources: [Name]

  /// Declares an input.
  ///
  /// - Parameter stale: The silence after which the input is late.
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

  /// The address that is fetched over HTTP, or `nil`.
  public var address: WebAddress? {
    switch self {
    case .stream(let address), .poll(let address, every: _): address
    case .follow, .nats, .listen: nil
    }
  }

  /// The names of the secrets that its requests or its connection need.
  public var secrets: [String] {
    if case .nats(let bus) = self { return bus.secrets }
    return address?.secrets ?? []
  }
}
