import FeedEngine
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
  let reader: Reader
  let feed: CurrentFeed
  /// The streams with windows.
  let streams: StreamNames
  let limits: ServerLimits
  /// Whether clients use TLS.
  let isSecure: Bool
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
    if request.isPreflight { return .preflight }
    guard let target = Target(path) else { throw Refusal.unknown(path) }
    guard target.exists(servesOperators: servesOperators, limitsReading: !reader.isOpen) else {
      throw target.isForOperators ? Refusal.forOperators(path) : Refusal.unknown(path)
    }
    try target.check(request.method)
    switch target {
    case .page: return page.document(request)
    case .pageFile: return try await file(request, at: String(path))
    case .picture:
      let right = try await reader.right(of: request.head)
      return try await pictures.response(
        to: request,
        at: path,
        readBy: reader.isOpen ? nil : right
      )
    case .feed: return try await image(request)
    case .layouts:
      let right = try await reader.right(of: request.head)
      return feed.value.layouts.response(to: request, for: right.sections)
    // The handler of streams has taken every request but those with another method.
    case .stream: throw Refusal.methods([.get])
    case .window: return try await moveWindow(request, channel)
    case .session: return try await session(request)
    case .act: return try await writing.act(request, channel)
    case .move: return try await writing.move(request, channel)
    case .messages: return try await writing.messages(request, channel)
    case .document:
      let name = String(path.dropFirst("/v1/documents/".count))
      return try await writing.replaceDocument(name, request, channel)
    case .description:
      let description = OpenAPI(servesOperators: servesOperators, limitsReading: !reader.isOpen)
      return .bytes(ByteBuffer(bytes: description.json), type: "application/json")
    case .health: return operating.health()
    case .ready: return operating.readiness()
    case .inputs, .metrics:
      guard try await reader.right(of: request.head).sections.isAll else {
        throw Refusal.notEverything
      }
      return target == .inputs ? await operating.inputs() : await operating.metrics()
    }
  }

  /// Returns a file of the page.
  private func file(_ request: Request, at path: String) async throws -> Response {
    if let file = PageFiles.own(path) { return file.response(to: request) }
    guard PageFiles.isDeclared(path) else { throw Refusal.unknown(path) }
    let right = try await reader.right(of: request.head)
    return try page.files(for: right.sections).response(to: request, at: path)
  }

  /// Handles `POST` and `DELETE /v1/session`: a token becomes a cookie, or the cookie is removed.
  private func session(_ request: Request) async throws -> Response {
    var response = Response(status: .noContent, headers: [.cacheControl: "no-store"])
    guard request.method == .post else {
      response.headers[.setCookie] = SessionCookie.removal(isSecure: isSecure)
      return response
    }
    guard let token = request.headers.bearerToken else { throw Refusal.noReadToken }
    let right = try await reader.right(of: request.head)
    guard SessionCookie.canContain(token) else {
      throw Refusal(.badRequest, "bad-token", "a cookie cannot contain the token")
    }
    let cookie = SessionCookie.header(token, until: right.end, isSecure: isSecure)
    response.headers[.setCookie] = cookie
    return response
  }

  /// Handles `POST /v1/window`: moves a window of a stream.
  private func moveWindow(_ request: Request, _ channel: any Channel) async throws -> Response {
    _ = try await reader.right(of: request.head)
    let content = try await request.content(
      upTo: limits.bodyBytes,
      as: ["application/json"],
      channel
    )
    let body = try await WindowBody(json: content, find)
    let version = try await streams.move(body.window, of: body.stream)
    return .bytes(ByteBuffer(string: #"{"version":\#(version)}"#), type: "application/json")
  }

  /// Finds a shown item by its name.
  private func find(_ name: String) async -> ItemID? {
    await feed.engine.shownItem(named: name)
  }

  /// Returns the image of a view, or 304 if the client has it.
  private func image(_ request: Request) async throws -> Response {
    let right = try await reader.right(of: request.head)
    let query = Query(request.head.path ?? "")
    try query.check(for: .feed)
    let view = try await query.view().limited(as: right.sections).opening(find)
    var headers = reader.isOpen ? HTTPFields.forFeed : .forReader
    let newest = view.tag(hub.cursor)
    guard request.headers.allowsTag(newest) else { throw Refusal.preconditionFailed }
    if request.headers.hasTag(newest) {
      headers[.eTag] = newest
      return Response(status: .notModified, headers: headers)
    }
    let isCompressed = request.headers.acceptsGzip
    let (cursor, body) = await hub.image(of: view, isCompressed: isCompressed)
    headers[.eTag] = view.tag(cursor)
    headers[.contentType] = "application/json"
    if isCompressed { headers[.contentEncoding] = "gzip" }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

extension FeedView {
  /// Returns the tag of a version of the view: weak, because the same version can have other source ages or be
  /// compressed.
  fileprivate func tag(_ cursor: Cursor) -> String {
    "W/\"\(cursor)\(limitTag.map { "-\($0)" } ?? "")\""
  }
}

extension Request {
  /// Whether a browser asks if a page of another origin may send a request (Fetch, 4.8).
  ///
  /// The gate has refused it unless the origin is allowed.
  fileprivate var isPreflight: Bool {
    method == .options && headers[.origin] != nil && headers[.accessControlRequestMethod] != nil
  }
}

extension Response {
  /// The answer that lets pages of allowed origins send requests.
  fileprivate static let preflight = Response(
    status: .noContent,
    headers: [
      .accessControlAllowMethods: "GET, HEAD, POST, PUT, DELETE",
      .accessControlAllowHeaders:
        "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID",
      .accessControlMaxAge: "600",
    ]
  )
}

extension HTTPFields {
  /// The headers that make a client revalidate the feed on each use.
  fileprivate static var forFeed: HTTPFields {
    [.cacheControl: "no-cache", .vary: "Accept-Encoding"]
  }

  /// The same headers where not everyone may read: no cache gives one client's answer to another.
  fileprivate static var forReader: HTTPFields {
    [.cacheControl: "private, no-cache", .vary: "Accept-Encoding, Authorization, Cookie"]
  }
}

extension Request {
  /// Answers a request if its method is allowed; the gate omits the content for `HEAD`.
  func only(
    _ method: HTTPRequest.Method,
    _ answer: () async throws -> Response
  ) async throws -> Response {
    guard self.method == method || self.method == .head && method == .get else {
      throw self.method.isKnown
        ? Refusal.methods(method == .get ? [.get, .head] : [method]) : Refusal.unknownMethod
    }
    return try await answer()
  }
}

extension HTTPRequest.Method {
  /// Whether the method is one of RFC 9110 or `PATCH`, so that a target may have it.
  var isKnown: Bool {
    [.get, .head, .post, .put, .delete, .options, .patch, .trace, .connect].contains(self)
  }
}

extension Refusal {
  static func unknown(_ path: some StringProtocol) -> Refusal {
    Refusal(
      .notFound,
      "not-found",
      "unknown path '\(path.prefix(200))'",
      hint: "the page is at /, the feed at /v1/feed and /v1/stream"
    )
  }

  static func forOperators(_ path: some StringProtocol) -> Refusal {
    var refusal = unknown(path)
    refusal.hint = "it is at the address of --admin-listen"
    return refusal
  }

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
