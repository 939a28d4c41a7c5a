import FeedModel
import FeedStore

struct InputKeys: KeySet {
  typealias Root = InputDeclaration
  static let doc = "An origin of messages while the feed runs."
  static let shape = KeyedShape<Self>(
    "input",
    "an input",
    blank: InputDeclaration(name: "", kind: .listen)
  )

  let stream = Key("stream", .address) { $0.address.url = $1 }
    .optional("The address of a stream of server-sent events or JSON Lines.")
  let poll = Key("poll", .address) {
    $0.kind = .poll($0.address, every: .seconds(1))
    $0.address.url = $1
  }
  .optional("The address of a JSON document that is fetched repeatedly.")
  let socket = Key("socket", .secretText(.socketAddress)) {
    $0.kind = .socket(ConversationDeclaration(url: $1))
  }
  .optional("The address of a socket, tls://, tcp:// or unix:, that sends a message a line.")
  let websocket = Key("websocket", .secretText(.webSocketAddress)) {
    $0.kind = .websocket(ConversationDeclaration(url: $1))
  }
  .optional("The address of a WebSocket.")
  let exec = Key("exec", .command) { $0.kind = .exec(CommandDeclaration($1)) }
    .optional("A local program whose output is read, with --allow-exec only.")
  let follow = Key("follow", .text(.path)) { $0.kind = .follow($1, access: .anywhere) }
    .optional("The path of a file that grows, a message a line.")
  let nats = Key("nats", .text(.subject)) { $0.bus.subject = $1 }
    .optional("A subject of NATS, with * for a word and > for all further words.")
  let listen = Key("listen", .text(.word(["/v1/messages"]))) { input, _ in input.kind = .listen }
    .optional("Accepts messages that are posted to 'feed serve' with '?input=NAME'.")
  let every = Key("every", .duration) { input, interval in
    switch input.kind {
    case .poll(let address, every: _): input.kind = .poll(address, every: interval)
    case .exec(let command):
      input.kind = .exec(CommandDeclaration(command.arguments, every: interval))
    default: break
    }
  }
  .optional("The time between two fetches, or two runs of a program.")
  let headers = Key("headers", .headers) { input, headers in
    if case .websocket = input.kind {
      input.conversation.headers = headers
    } else {
      input.address.headers = headers
    }
  }
  .optional("The headers of the requests; ${NAME} is a variable of the environment.")
  let method = Key("method", .word()) { $0.address.method = $1 }
    .optional("The method of the requests of a poll; by default GET.")
  let body = Key("body", .outgoing) { $0.address.body = $1 }
    .optional("The body of the requests of a poll: a text, or a map that is sent as JSON.")
  let format = Key("format", .word(), \.format)
    .optional("The format of the document or the lines; by default json.")
  let conversation = ConversationKeys()
  let bus = BusKeys()
  let security = SecurityKeys()
  let adapter = Key("adapter", .text(.name), \.adapter)
    .optional("The adapter of its messages; without one, they are lines of a fixture.")
  let stale = Key("stale", .duration, \.stale)
    .optional("The longest silence before the input is late.")
  let sources = Key("sources", .list(.name), \.sources)
    .optional(
      "The sources whose objects come from it: they are late or failed when it is; [] if none is."
    )

  var rules: [KeyRule] {
    [
      .exactlyOne(stream, poll, socket, websocket, exec, follow, nats, listen),
      .requires(poll, every), .needsOne(every, of: poll, exec),
      .needsOne(headers, of: stream, poll, websocket),
      .requires(method, poll), .requires(body, method),
      .needsOne(format, of: poll, follow, exec),
      .needsOne(conversation.hello, of: socket, websocket),
      .needsOne(conversation.refuse, of: socket, websocket),
      .needsOne(conversation.expired, of: socket, websocket),
      .needsOne(conversation.heartbeat, of: socket, websocket),
      .requires(conversation.ping, websocket),
      .requires(nats, bus.servers), .requires(bus.servers, nats), .requires(bus.jetstream, nats),
      .requires(bus.credentials, nats),
      .needsOne(security.ca, of: socket, websocket, nats),
      .needsOne(security.certificate, of: socket, websocket, nats),
    ]
  }
}

/// The keys of a message bus: the subject, the servers, the stream and the credentials.
struct BusKeys: KeyGroup {
  typealias Root = InputDeclaration

  let servers = Key("servers", .oneOrMore(.text(.server))) { $0.bus.servers = $1 }
    .optional("The servers of NATS; any of them will do.")
  let jetstream = Key("jetstream", .text(.stream)) { $0.bus.stream = $1 }
    .optional("The stream that keeps the messages, so that each is applied once.")
  let consumer = Key("consumer", .text(.stream)) { $0.bus.consumer = $1 }
    .optional("The durable consumer of the stream, to which each message is acknowledged.")
  let credentials = Key("credentials", .secretText(.credentials)) { $0.bus.credentials = $1 }
    .optional("The credentials for NATS; ${NAME} is a secret of the environment.")

  var rules: [KeyRule] { [.requires(consumer, jetstream)] }
}

extension InputDeclaration {
  /// The address while the keys of the input are read.
  fileprivate var address: WebAddress {
    get { kind.address ?? .blank }
    set {
      if case .poll(_, let interval) = kind {
        kind = .poll(newValue, every: interval)
      } else {
        kind = .stream(newValue)
      }
    }
  }

  /// The connection while the keys of the input are read.
  var conversation: ConversationDeclaration {
    get { kind.conversation ?? ConversationDeclaration(url: .empty) }
    set {
      switch kind {
      case .socket: kind = .socket(newValue)
      case .websocket: kind = .websocket(newValue)
      default: break
      }
    }
  }

  /// The bus while the keys of the input are read.
  var bus: BusDeclaration {
    get {
      if case .nats(let bus) = kind { return bus }
      return BusDeclaration(subject: "", servers: [])
    }
    set { kind = .nats(newValue) }
  }
}

extension WebAddress {
  /// The address before its key is read.
  static var blank: WebAddress { WebAddress(url: .empty) }
}

extension SecretText {
  static let empty: SecretText = {
    guard let empty = SecretText("") else { preconditionFailure("an empty text names no secret") }
    return empty
  }()
}

extension Form<SecretText> {
  /// A text that may name secrets.
  static func secretText(_ shape: TextShape) -> Form { .from(.text(shape)) { SecretText($0) } }

  /// An address of HTTP.
  static var address: Form { secretText(.address) }
}

extension Form<[WebAddress.Header]> {
  /// The headers of a request.
  static var headers: Form {
    .entries(.headerName, .secretText(.headerValue)) { WebAddress.Header(name: $0, value: $1) }
  }
}

extension Form<Duration> {
  /// A span of time with its unit.
  static var duration: Form {
    let text = Form<String>.text(.duration)
    return Form(text.shape) { node, subject, problems in
      if let number = node.number, number > 0 {
        return problems.wrongType(
          node,
          text.shape.noun,
          as: subject,
          hint: "add the unit, for example \(number.short)s"
        )
      }
      return text.read(node, subject, problems).flatMap { Duration(written: $0) }
    }
  }
}
