public import FeedStore

/// A socket or a WebSocket of the feed file: its address and what is sent over it.
public struct ConversationDeclaration: Hashable, Sendable {
  /// A step of the opening dialogue: a message to send, an answer to wait for, or both.
  public struct Step: Hashable, Sendable {
    /// The message that is sent, or `nil`.
    public var send: OutgoingMessage?
    /// The answer that must arrive before the next step, or `nil`.
    public var expect: JSONTemplate?

    /// Declares a step.
    public init(send: OutgoingMessage? = nil, expect: JSONTemplate? = nil) {
      self.send = send
      self.expect = expect
    }
  }

  /// A message that is sent while nothing else is.
  public struct Heartbeat: Hashable, Sendable {
    /// The message.
    public var send: OutgoingMessage
    /// The time without another message before it is sent.
    public var interval: Duration

    /// Declares a heartbeat.
    public init(send: OutgoingMessage, interval: Duration) {
      self.send = send
      self.interval = interval
    }
  }

  /// The pings of a WebSocket.
  public enum Ping: Hashable, Sendable {
    /// The input sends a ping at this interval, and expects an answer within the same time.
    case sent(every: Duration)
    /// The source sends pings or messages at least this often.
    case expected(within: Duration)
  }

  /// The address: `tls://HOST:PORT`, `tcp://HOST:PORT`, `unix:PATH`, `ws://…` or `wss://…`.
  public var url: SecretText
  /// The headers of the request that opens a WebSocket.
  public var headers: [WebAddress.Header] = []
  /// The opening dialogue.
  public var hello: [Step] = []
  /// A message with which the source refuses, at any time.
  public var refuse: JSONTemplate?
  /// A refusal after which the source no longer knows the position.
  public var expired: JSONTemplate?
  /// The message that is sent while no other is sent.
  public var heartbeat: Heartbeat?
  /// The pings of a WebSocket.
  public var ping: Ping?
  /// The file with the trusted certificate authorities; `nil` for those of the system.
  public var authorities: String?
  /// The file with the client certificate of this program.
  public var certificate: String?
  /// The secret whose file contains the private key of that certificate.
  public var key: SecretText?
  /// The files that the input may read.
  public var access = FileAccess.anywhere

  /// Declares a connection.
  public init(url: SecretText) { self.url = url }

  /// All texts that may name secrets or values of the position.
  public var texts: [SecretText] {
    let messages = hello.compactMap(\.send) + [heartbeat?.send].compactMap(\.self)
    return [url] + headers.map(\.value) + messages.flatMap(\.texts) + [key].compactMap(\.self)
  }

  /// The names of all secrets that the connection needs.
  public var secrets: [String] { texts.flatMap(\.names) }
}
