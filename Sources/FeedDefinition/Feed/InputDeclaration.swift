public import FeedModel
public import FeedStore

/// An input of the feed file: an origin of messages for a running feed.
public struct InputDeclaration: Hashable, Sendable {
  /// The kind of input.
  public enum Kind: Hashable, Sendable {
    /// Server-sent events or JSON Lines, read as they arrive.
    case stream(WebAddress)
    /// A document that is fetched at an interval.
    case poll(WebAddress, every: Duration)
    /// Lines of a socket, after an opening dialogue.
    case socket(ConversationDeclaration)
    /// Messages of a WebSocket, after an opening dialogue.
    case websocket(ConversationDeclaration)
    /// The output of a local program.
    case exec(CommandDeclaration)
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
  /// The format of a polled document, of the lines of a file, or of the output of a program.
  public var format = BodyFormat.json
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
  /// The word that declares such an input: `stream`, `poll`, `socket`, `websocket`, `exec`, `follow`, `nats` or `listen`.
  public var word: String {
    switch self {
    case .stream: "stream"
    case .poll: "poll"
    case .socket: "socket"
    case .websocket: "websocket"
    case .exec: "exec"
    case .follow: "follow"
    case .nats: "nats"
    case .listen: "listen"
    }
  }

  /// The address that is fetched over HTTP, or `nil`.
  public var address: WebAddress? {
    switch self {
    case .stream(let address), .poll(let address, every: _): address
    case .socket, .websocket, .exec, .follow, .nats, .listen: nil
    }
  }

  /// The connection of a socket or a WebSocket, or `nil`.
  public var conversation: ConversationDeclaration? {
    switch self {
    case .socket(let conversation), .websocket(let conversation): conversation
    default: nil
    }
  }

  /// The names of the secrets that its requests or its connection need.
  public var secrets: [String] {
    if case .nats(let bus) = self { return bus.secrets }
    return address?.secrets ?? conversation?.secrets ?? []
  }
}
