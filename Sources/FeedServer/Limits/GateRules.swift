import HTTPTypes

/// The rules of a gate, shared by all connections of a listener.
struct GateRules: Sendable {
  let hosts: HostRules
  let limits: ServerLimits
  let connections: ConnectionCount
  let counters: Counters
  let headers: SecurityHeaders
  let isSecure: Bool
  /// The size of the kernel's send buffer for a connection; `nil` for the system's default.
  let sendBuffer: Int?

  /// Returns the refusal of a request and its counter; `nil` if the request is accepted.
  ///
  /// - Parameter isHTTP2: Whether the request is an HTTP/2 stream; its target, method, host and
  ///   scheme count as headers.
  /// - Returns: The refusal and the counter of its kind; `nil` if the request is accepted.
  func refusal(
    of request: HTTPRequest,
    port: Int,
    isHTTP2: Bool
  ) -> (refusal: Refusal, counter: Counter)? {
    guard request.path?.utf8.count ?? 0 <= limits.targetBytes else {
      return (.targetTooLong(limits.targetBytes), .largeHeaders)
    }
    guard request.headerFields.count + (isHTTP2 ? 4 : 1) <= limits.headerCount else {
      return (.headersTooLarge, .largeHeaders)
    }
    // Reject ambiguous body lengths: two readers that disagree on the end see different requests.
    let codings = request.headerFields[values: .transferEncoding]
    guard codings.isEmpty || codings.count == 1 && codings[0].lowercased() == "chunked" else {
      return (.malformed, .malformedRequests)
    }
    if let found = hosts.refusal(of: request, port: port) { return found }
    let bodyLimit = limits.bodyBytes(of: request.path ?? "")
    if let length = request.headerFields[.contentLength], let count = Int(length), count > bodyLimit
    {
      return (.bodyTooLarge(bodyLimit), .largeBodies)
    }
    return nil
  }
}
