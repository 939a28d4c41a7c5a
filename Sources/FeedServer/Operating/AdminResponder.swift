import HTTPTypes
import Hummingbird

/// Answers operators on a listener of their own.
struct AdminResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  let operating: Operating

  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    guard request.method == .get else {
      return .refusal(Refusal(.methodNotAllowed, "method-not-allowed", "only GET is allowed here"))
    }
    return switch request.uri.path {
    case "/v1/health": operating.health()
    case "/v1/ready": operating.readiness()
    case "/metrics": await operating.metrics()
    default:
      .refusal(
        Refusal(
          .notFound,
          "not-found",
          "there is nothing here but /metrics, /v1/health and /v1/ready"
        )
      )
    }
  }
}
