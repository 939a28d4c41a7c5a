import FeedModel
import FeedWire
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Answers all requests but those for the stream.
struct FeedResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  let hub: Hub
  let writing: Writing
  let operating: Operating
  let page: ServedPage
  let pictures: ServedPictures
  /// Whether `/metrics` is answered here, and not on a listener of its own.
  let showsMetrics: Bool

  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    do {
      return try await route(request)
    } catch let refusal as Refusal {
      return .refusal(refusal)
    } catch {
      // What went wrong here is nobody's business there.
      context.logger.error("a request failed", metadata: ["error": .string("\(error)")])
      return .refusal(
        Refusal(.internalServerError, "internal", "the server has failed", hint: "try again later")
      )
    }
  }

  private func route(_ request: Request) async throws -> Response {
    let path = request.head.path?.prefix { $0 != "?" } ?? ""
    switch path {
    case "/v1/feed": return try await request.only(.get) { try await feed(request) }
    case "/v1/stream": throw Refusal.method(.get)
    case "/v1/inputs": return try await request.only(.get) { await operating.inputs() }
    case "/v1/health": return try await request.only(.get) { operating.health() }
    case "/v1/ready": return try await request.only(.get) { operating.readiness() }
    case "/metrics" where showsMetrics:
      return try await request.only(.get) { await operating.metrics() }
    case "/v1/act": return try await request.only(.post) { try await writing.act(request) }
    case "/v1/move": return try await request.only(.post) { try await writing.move(request) }
    case "/v1/messages":
      return try await request.only(.post) { try await writing.messages(request) }
    case _ where path.hasPrefix("/v1/documents/"):
      let name = String(path.dropFirst("/v1/documents/".count))
      return try await request.only(.put) { try await writing.replaceDocument(name, request) }
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
        "there is nothing at '\(path.prefix(200))'",
        hint: "the page is at /, the feed at /v1/feed and /v1/stream"
      )
    }
  }

  /// All that a view shows, or 304 if the client has it.
  private func feed(_ request: Request) async throws -> Response {
    let view = try Query(request.head.path ?? "").view()
    let newest = hub.cursor
    if request.headers.hasTag("\"\(newest)\"") {
      var headers = HTTPFields.forFeed
      headers[.eTag] = "\"\(newest)\""
      return Response(status: .notModified, headers: headers)
    }
    let isCompressed = request.headers.acceptsGzip
    let (cursor, body) = await hub.image(of: view, isCompressed: isCompressed)
    var headers = HTTPFields.forFeed
    headers[.eTag] = "\"\(cursor)\""
    headers[.contentType] = "application/json"
    if isCompressed { headers[.contentEncoding] = "gzip" }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

extension HTTPFields {
  /// The feed is asked for again each time, with the ETag of the last one.
  fileprivate static var forFeed: HTTPFields {
    [.cacheControl: "no-cache", .vary: "Accept-Encoding"]
  }

  /// Whether `If-None-Match` names what would be answered.
  func hasTag(_ known: String) -> Bool {
    self[values: .ifNoneMatch].contains { value in
      value.split(separator: ",").contains { tag in
        var tag = tag.drop { $0 == " " }
        if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
        return tag == "*" || tag == known
      }
    }
  }

  /// Whether `Accept-Encoding` has gzip, and not as something that is not wanted.
  var acceptsGzip: Bool {
    self[values: .acceptEncoding].contains { value in
      value.lowercased().split(separator: ",").contains { coding in
        let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
        guard let name = parts.first, name == "gzip" || name == "*" else { return false }
        let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap {
          Double($0.dropFirst(2))
        }
        return quality ?? 1 > 0
      }
    }
  }
}

extension Request {
  /// Answers a request if its method is the one that its target is for; `HEAD` is `GET` without a body.
  fileprivate func only(
    _ method: HTTPRequest.Method,
    _ answer: () async throws -> Response
  ) async throws -> Response {
    if self.method == method { return try await answer() }
    guard self.method == .head, method == .get else { throw Refusal.method(method) }
    let response = try await answer()
    return Response(status: response.status, headers: response.headers, body: ResponseBody())
  }
}

extension Refusal {
  fileprivate static func method(_ method: HTTPRequest.Method) -> Refusal {
    var refusal = Refusal(
      .methodNotAllowed,
      "method-not-allowed",
      "only \(method.rawValue) is allowed here"
    )
    refusal.allowed = method.rawValue
    return refusal
  }
}

extension Response {
  /// A short text.
  static func text(_ text: String, type: String) -> Response {
    bytes(ByteBuffer(string: text), type: type)
  }

  /// Bytes that nobody keeps.
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

  /// A refusal as JSON.
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
    default: break
    }
    return response
  }
}
