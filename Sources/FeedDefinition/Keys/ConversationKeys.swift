import FeedModel
import FeedStore

/// The keys of a socket or a WebSocket: the opening dialogue, refusals, heartbeats and pings.
struct ConversationKeys: KeyGroup {
  typealias Root = InputDeclaration

  let hello = Key(
    "hello",
    .list(
      .choice(.from(.outgoingText) { .init(send: $0) }, .object(HelloKeys.self)),
      least: 1
    )
  ) { $0.conversation.hello = $1 }
  .optional("The opening dialogue: messages to send, and answers to wait for, in order.")
  let refuse = Key("refuse", .json) { $0.conversation.refuse = $1 }
    .optional("The members of a message with which the source refuses; the input then fails.")
  let expired = Key("expired", .json) { $0.conversation.expired = $1 }
    .optional("The members of a refusal that means that the source no longer knows the position.")
  let heartbeat = Key("heartbeat", .object(HeartbeatKeys.self)) { $0.conversation.heartbeat = $1 }
    .optional("A message that is sent while nothing else is.")
  let ping = Key(
    "ping",
    .choice(.from(.duration) { .sent(every: $0) }, .object(PingKeys.self))
  ) { $0.conversation.ping = $1 }
  .optional("The time between two pings that the input sends, or {expect: 30s}.")

  var rules: [KeyRule] { [.requires(expired, refuse)] }
}

/// The keys of certificates, for sockets, WebSockets and NATS.
struct SecurityKeys: KeyGroup {
  typealias Root = InputDeclaration

  let ca = Key("ca", .text(.path)) { input, path in
    if case .nats = input.kind {
      input.bus.authorities = path
    } else {
      input.conversation.authorities = path
    }
  }
  .optional("The trusted certificate authorities of the source, in PEM.")
  let certificate = Key("certificate", .text(.path)) { input, path in
    if case .nats = input.kind {
      input.bus.certificate = path
    } else {
      input.conversation.certificate = path
    }
  }
  .optional("The certificate of the feed, in PEM; the file may also contain its key.")
  let key = Key("key", .secretText(.secret)) { input, key in
    if case .nats = input.kind {
      input.bus.key = key
    } else {
      input.conversation.key = key
    }
  }
  .optional("The secret that names the file with the key of that certificate.")

  var rules: [KeyRule] { [.requires(key, certificate)] }
}

struct HelloKeys: KeySet {
  typealias Root = ConversationDeclaration.Step
  static let doc =
    "A step of an opening dialogue: a message to send, an answer to wait for, or both."
  static let shape = KeyedShape<Self>("hello", "a step of 'hello'", blank: .init())

  let send = Key("send", .outgoing, \.send)
    .optional("The message: a text, or a map that is sent as JSON.")
  let expect = Key("expect", .json, \.expect)
    .optional("The members that the answer has; messages before it are messages of the input.")

  var rules: [KeyRule] { [.anyOf(send, expect)] }
}

struct HeartbeatKeys: KeySet {
  typealias Root = ConversationDeclaration.Heartbeat
  static let doc = "A message that an input sends while it sends nothing else."
  static let shape = KeyedShape<Self>(
    "heartbeat",
    "a heartbeat",
    blank: .init(send: .text(.empty), interval: .seconds(1))
  )

  let send = Key("send", .outgoing, \.send)
    .required("The message: a text, or a map that is sent as JSON.")
  let every = Key("every", .duration, \.interval)
    .required("The time without another message before it is sent.")
}

struct PingKeys: KeySet {
  typealias Root = ConversationDeclaration.Ping
  static let doc = "The pings that the source of a WebSocket sends."
  static let shape = KeyedShape<Self>(
    "ping",
    "a ping",
    blank: .expected(within: .seconds(1))
  )

  let expect = Key("expect", .duration) { $0 = .expected(within: $1) }
    .required("The longest time without a ping or a message of the source.")
}

extension Form<OutgoingMessage> {
  /// A message in text.
  static var outgoingText: Form { .from(.secretText(.message)) { .text($0) } }

  /// A message: a text, or a JSON value.
  static var outgoing: Form {
    let json = Form<JSONTemplate>.json
    var shape = Shape("a map", json.shape.schema()) { $0.scalar == nil }
    shape.objects = { [] }
    let read = json.read
    return .choice(
      outgoingText,
      Form(shape) { node, subject, problems in
        read(node, subject, problems).map { .json($0) }
      }
    )
  }
}

extension Form<JSONTemplate> {
  /// Any value, as JSON.
  static var json: Form {
    Form(Shape("a value", .object([])) { _ in true }) { node, subject, problems in
      node.json(subject, problems)
    }
  }
}

extension Form<[String]> {
  /// A command of the shell, or a program and its arguments.
  static var command: Form {
    .choice(
      .from(.text(.title)) { ["/bin/sh", "-c", $0] },
      .list(.text(.any), least: 1)
    )
  }
}

extension YAMLNode {
  fileprivate func json(_ subject: String, _ problems: ProblemCollector) -> JSONTemplate? {
    switch kind {
    case .list(let nodes):
      let values = nodes.compactMap { $0.json("an entry of \(subject)", problems) }
      return values.count == nodes.count ? .list(values) : nil
    case .map(let entries):
      let members = entries.compactMap { entry in
        entry.value.json("'\(entry.key)'", problems).map {
          JSONTemplate.Member(name: entry.key, value: $0)
        }
      }
      return members.count == entries.count ? .object(members) : nil
    case .scalar:
      switch scalar {
      case .boolean(let boolean): return .boolean(boolean)
      case .text(let text), .ambiguous(let text):
        if let text = SecretText(text) { return .text(text) }
        problems.error(
          "bad-value",
          "\(subject) has '${' without a name and '}'",
          hint: "a secret is written ${NAME}",
          at: position
        )
        return nil
      case .number(let number) where !number.isFinite:
        problems.error("not-finite", "\(subject) must be a finite number", at: position)
        return nil
      default: return value.map { .scalar($0) }
      }
    }
  }
}
