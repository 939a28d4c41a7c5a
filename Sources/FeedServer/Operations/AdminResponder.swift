import HTTPTypes
import Hummingbird
import NIOCore

/// A request with its connection.
struct ChannelContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

/// A responder for operators on a separate listener.
struct AdminResponder: HTTPResponder {
  typealias Context = ChannelContext

  let operating: Operating
  /// The copies of the store that are offered here; `nil` if none are offered.
  let copies: ServedCopies?

  func respond(to request: Request, context: ChannelContext) async throws -> Response {
    do { return try await route(request, context) } catch let refusal as Refusal {
      return .refusal(refusal)
    }
  }

  private func route(_ request: Request, _ context: ChannelContext) async throws -> Response {
    switch request.uri.path {
    case "/v1/health": return try await request.only(.get) { operating.health() }
    case "/v1/ready": return try await request.only(.get) { operating.readiness() }
    case "/metrics": return try await request.only(.get) { await operating.metrics() }
    case "/v1/store":
      guard let copies else { break }
      // Reject `HEAD`: a copy is made only for a client that reads it.
      guard request.method == .get else { throw Refusal.methods([.get]) }
      // A page of another site cannot read the answer, but it could make the server produce copy after copy.
      if let site = request.headers[.secFetchSite], !["same-origin", "none"].contains(site) {
        throw Refusal.foreignOrigin(site)
      }
      return await copies.response(context.logger, on: context.channel.eventLoop)
    default: break
    }
    let places = ["/metrics", "/v1/health"] + (copies == nil ? [] : ["/v1/store"])
    throw Refusal(
      .notFound,
      "not-found",
      "this address serves only \(places.joined(separator: ", ")) and /v1/ready"
    )
  }
}
