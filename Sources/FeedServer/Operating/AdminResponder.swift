import HTTPTypes
import Hummingbird
import NIOCore

/// A request to an operator's listener, with the loop that writes to its connection.
struct AdminContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let loop: any EventLoop

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    loop = source.channel.eventLoop
  }
}

/// Answers operators on a listener of their own.
struct AdminResponder: HTTPResponder {
  typealias Context = AdminContext

  let operating: Operating
  /// The copies of the store that are to be had here; `nil` if none are.
  let copies: ServedCopies?

  func respond(to request: Request, context: AdminContext) async throws -> Response {
    guard request.method == .get else {
      return .refusal(Refusal(.methodNotAllowed, "method-not-allowed", "only GET is allowed here"))
    }
    switch request.uri.path {
    case "/v1/health": return operating.health()
    case "/v1/ready": return operating.readiness()
    case "/metrics": return await operating.metrics()
    default:
      if let copies, request.uri.path == "/v1/store" {
        // A page of another site could not read the answer, but have the server make copy after copy.
        if let site = request.headers[.secFetchSite], !["same-origin", "none"].contains(site) {
          return .refusal(.foreignOrigin(site))
        }
        return await copies.response(context.logger, on: context.loop)
      }
      let places = ["/metrics", "/v1/health"] + (copies == nil ? [] : ["/v1/store"])
      return .refusal(
        Refusal(
          .notFound,
          "not-found",
          "there is nothing here but \(places.joined(separator: ", ")) and /v1/ready"
        )
      )
    }
  }
}
