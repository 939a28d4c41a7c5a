import FeedModel
import FeedWire
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// A responder for all requests except those for the stream.
struct FeedResponder: HTTPResponder {
  typealias Context = ChannelContext

  let hub: Hub
  let writing: Writing
  let operating: Operating
  let page: ServedPage
  let pictures: ServedPictures
  /// Whether requests of operators are answered here, and not on a separate listener.
  let servesOperators: Bool

  func respond(to request: Request, context: ChannelContext) async throws -> Response {
    do {
      return try await route(request, on: context.channel)
    } catch let refusal as Refusal {
      return .refusal(refusal)
    } catch {
      // Do not expose internal errors to clients.
      context.logger.error("a request failed", metadata: ["error": .string("\(error)")])
      return .refusal(
        Refusal(.internalServerError, "internal", "the server has failed", hint: "try again later")
      )
    }
  }

  private func route(_ request: Request, on channel: any Channel) async throws -> Response {
    let path = request.head.path?.prefix { $0 != "?" } ?? ""
    switch path {
    case "/v1/feed": return try await request.only(.get) { try await feed(request) }
    case "/v1/stream": throw Refusal.methods([.get])
    case "/v1/inputs": return try await request.only(.get) { await operating.inputs() }
    case "/v1/health" where servesOperators:
      return try await request.only(.get) { operating.health() }
    case "/v1/ready" where servesOperators:
      return try await request.only(.get) { operating.readiness() }
    case "/metrics" where servesOperators:
      return try await request.only(.get) { await operating.metrics() }
    case "/v1/act": return try await request.only(.post) { try await writing.act(request, channel) }
    case "/v1/move":
      return try await request.only(.post) { try await writing.move(request, channel) }
    case "/v1/messages":
      return try await request.only(.post) { try await writing.messages(request, channel) }
    case _ where path.hasPrefix("/v1/documents/"):
      let name = String(path.dropFirst("/v1/documents/".count))
      return try await request.only(.put) {
        try await writing.replaceDocument(name, request, channel)
      }
    case _ where path.hasPrefix(PictureName.prefix):
      return try await request.only(.get) {
        try await pictures.response(to: request, at: path)
      }
    default:
      if let file = page.files.response(to: request, at: String(path)) {
        return try await request.only(.get) { file }
      }
      throw Refusal(
        .notFound,
        "not-found",
        "unknown path '\(path.prefix(200))'",
        hint: "the page is at /, the feed at /v1/feed and /v1/stream"
      )
    }
  }

  /// Returns the image of a view, or 304 if the client has it.
  private func feed(_ request: Request) async throws -> Response {
    let view = try Query(request.head.path ?? "").view()
    let newest = hub.cursor
    // The tag is weak: the same version can have other source ages or be compressed.
    if request.headers.hasTag("W/\"\(newest)\"") {
      var headers = HTTPFields.forFeed
      headers[.eTag] = "W/\"\(newest)\""
      return Response(status: .notModified, headers: headers)
    }
    let isCompressed = request.headers.acceptsGzip
    let (cursor, body) = await hub.image(of: view, isCompressed: isCompressed)
    var headers = HTTPFields.forFeed
    headers[.eTag] = "W/\"\(cursor)\""
    headers[.contentType] = "application/json"
    if isCompressed { headers[.contentEncoding] = "gzip" }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

extension HTTPFields {
  /// The headers that make a client revalidate the feed on each use.
  fileprivate static var forFeed: HTTPFields {
    [.cacheControl: "no-cache", .vary: "Accept-Encoding"]
  }
}

extension Request {
  /// Answers a request if its method is allowed; the gate omits the content for `HEAD`.
  func only(
    _ method: HTTPRequest.Method,
    _ answer: () async throws -> Response
  ) async throws -> Response {
    guard self.method == method || self.method == .head && method == .get else {
      throw Refusal.methods(method == .get ? [.get, .head] : [method])
    }
    return try await answer()
  }
}

extension Refusal {
  static func methods(_ methods: [HTTPRequest.Method]) -> Refusal {
    let names = methods.map(\.rawValue)
    var refusal = Refusal(
      .methodNotAllowed,
      "method-not-allowed",
      "only \(methods[0].rawValue) is allowed here"
    )
    refusal.allowed = names.joined(separator: ", ")
    return refusal
  }
}

extension Response {
  /// Creates an answer with a short text.
  static func text(_ text: String, type: String) -> Response {
    bytes(ByteBuffer(string: text), type: type)
  }

  /// Creates an answer that is not cached.
  static func bytes(
    _ bytes: ByteBuffer,
    type: String,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    Response(
      status: status,
      headers: [.contentType: type, .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: bytes)
    )
  }

  /// Creates an answer with a refusal as JSON.
  static func refusal(_ refusal: Refusal) -> Response {
    var response = bytes(
      ByteBuffer(bytes: refusal.json),
      type: "application/json",
      status: refusal.status
    )
    switch refusal.status {
    case .unauthorized: response.headers[.wwwAuthenticate] = "Bearer"
    case .serviceUnavailable, .tooManyRequests: response.headers[.retryAfter] = "2"
    case .methodNotAllowed: response.headers[.allow] = refusal.allowed
    case .unsupportedMediaType: response.headers[.acceptEncoding] = "identity"
    default: break
    }
    return response
  }
}
