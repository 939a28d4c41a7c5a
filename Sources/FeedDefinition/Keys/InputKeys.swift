import FeedDocuments
import FeedModel

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
  let follow = Key("follow", .text(.path)) { $0.kind = .follow($1, access: .anywhere) }
    .optional("The path of a file that grows, a message a line.")
  let nats = Key("nats", .text(.subject)) { $0.bus.subject = $1 }
    .optional("A subject of NATS, with * for a word and > for all further words.")
  let listen = Key("listen", .text(.word(["/v1/messages"]))) { input, _ in input.kind = .listen }
    .optional("Accepts messages that are posted to 'feed serve' with '?input=NAME'.")
  let every = Key("every", .duration) {
    if case .poll(let address, every: _) = $0.kind { $0.kind = .poll(address, every: $1) }
  }
  .optional("The time between two fetches.")
  let headers = Key("headers", .headers) { $0.address.headers = $1 }
    .optional("The headers of the requests; ${NAME} is a variable of the environment.")
  let bus = BusKeys()
  let adapter = Key("adapter", .text(.name), \.adapter)
    .optional("The adapter of its messages; without one, they are lines of a fixture.")
  let stale = Key("stale", .duration, \.stale)
    .optional("The longest silence before the input is late.")
  let sources = Key("sources", .list(.name, least: 1), \.sources)
    .optional("The sources whose objects come from it: they are late when it is.")

  var rules: [KeyRule] {
    [
      .exactlyOne(stream, poll, follow, nats, listen),
      .requires(poll, every), .requires(every, poll),
      .excludes(headers, follow), .excludes(headers, nats), .excludes(headers, listen),
      .requires(nats, bus.servers), .requires(bus.servers, nats), .requires(bus.jetstream, nats),
      .requires(bus.credentials, nats), .requires(bus.ca, nats), .requires(bus.certificate, nats),
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
  let ca = Key("ca", .text(.path)) { $0.bus.authorities = $1 }
    .optional("The trusted certificate authorities of the servers, in PEM.")
  let certificate = Key("certificate", .text(.path)) { $0.bus.certificate = $1 }
    .optional("The certificate of the feed, in PEM; the file may also contain its key.")
  let key = Key("key", .secretText(.secret)) { $0.bus.key = $1 }
    .optional("The secret that names the file with the key of that certificate.")

  var rules: [KeyRule] {
    [.requires(consumer, jetstream), .requires(key, certificate)]
  }
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

  /// The bus while the keys of the input are read.
  fileprivate var bus: BusDeclaration {
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
  fileprivate static let empty: SecretText = {
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
