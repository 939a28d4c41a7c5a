import AsyncHTTPClient
import FeedStore
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// An HTTP client for one input, with limits on time and size.
struct WebClient: Sendable {
  /// An answer: its head, and a body that is read at the pace of its reader.
  struct Answer {
    let status: Int
    let headers: HTTPHeaders
    let body: HTTPClientResponse.Body

    /// The body, decompressed.
    ///
    /// - Throws: ``InputError`` if its coding is not supported.
    func content() throws(InputError) -> WebBody {
      WebBody(bytes: body, coding: try ContentCoding(headers))
    }
  }

  /// The maximum number of redirects.
  static let mostRedirects = 5
  /// The maximum size of a document in bytes.
  static let mostBodyBytes = 16 << 20
  /// The maximum ratio of the size of a body to that of its compressed form.
  static let mostInflation = 100

  let address: WebAddress
  let secrets: Secrets
  private let client: HTTPClient
  /// The time limit for the head of an answer, including interim answers.
  private let headTime: TimeAmount

  /// Creates a client, which must be shut down.
  ///
  /// - Parameter patience: The time limits, of which it uses that for connecting.
  private init(
    _ address: WebAddress,
    _ secrets: Secrets,
    _ patience: WebPatience,
    silence: Duration
  ) {
    self.address = address
    self.secrets = secrets
    headTime = TimeAmount(patience.connecting + silence)
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: Self.tls,
      redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(patience.connecting), read: TimeAmount(silence)),
      http1_1ConnectionDebugInitializer: { InterimBound.watch($0) }
    )
    configuration.httpVersion = .automatic
    // The input retries and reports failures itself.
    configuration.connectionPool.retryConnectionEstablishment = false
    client = HTTPClient(
      eventLoopGroup: .singletonMultiThreadedEventLoopGroup,
      configuration: configuration
    )
  }

  /// The TLS configuration of inputs: version 1.2 or later.
  private static var tls: TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    return configuration
  }

  /// Runs a body with a client, and then shuts down the client.
  static func with<Result: Sendable>(
    _ address: WebAddress,
    _ secrets: Secrets,
    _ patience: WebPatience,
    silence: Duration,
    _ body: (WebClient) async throws -> Result
  ) async throws -> Result {
    let client = WebClient(address, secrets, patience, silence: silence)
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(client)) } catch {
      result = .failure(client.explained(error))
    }
    try? await client.client.shutdown()
    return try result.get()
  }

  /// Sends the request of the address.
  ///
  /// - Parameters:
  ///   - headers: Headers in addition to those that the feed file declares.
  ///   - position: The values of the position as JSON, by name.
  ///   - json: The body, instead of the one that the feed file declares.
  /// - Throws: ``InputError``, or an error that ``with(_:_:_:silence:_:)`` converts to one.
  func fetch(
    _ headers: [(name: String, value: String)],
    position: [String: String] = [:],
    json: String? = nil
  ) async throws -> Answer {
    var redirects = try Redirects(from: secrets.fill(address.url, position: position))
    var declared = try address.headers.map {
      ($0.name, try secrets.fill($0.value, position: position))
    }
    var method = HTTPMethod(rawValue: address.method.rawValue)
    var body =
      try json.map { Array($0.utf8) }
      ?? address.body.map { try secrets.fill($0, position: position) }
    var isElsewhere = false
    while true {
      var request = HTTPClientRequest(url: redirects.url)
      request.method = method
      if let body {
        request.body = .bytes(body)
        request.headers.add(name: "Content-Type", value: "application/json")
      }
      for (name, value) in headers + declared {
        request.headers.replaceOrAdd(name: name, value: value)
      }
      request.headers.replaceOrAdd(name: "User-Agent", value: "CompositeFeed")
      let response: HTTPClientResponse
      do { response = try await client.execute(request, deadline: .now() + headTime) } catch
        where isElsewhere && error as? HTTPClientError != .cancelled
      {
        // The host is not the one of the feed file.
        throw InputError(transport: error)?.naming(redirects.url) ?? error
      }
      let status = Int(response.status.code)
      guard [301, 302, 303, 307, 308].contains(status) else {
        return Answer(status: status, headers: response.headers, body: response.body)
      }
      let isSameOrigin = try redirects.follow(response.headers.first(name: "Location"))
      // The declared headers and the body may contain secrets for the first host only.
      if !isSameOrigin { (declared, body, isElsewhere) = ([], nil, true) }
      // RFC 9110, 15.4: after 303 the new address is read; 307 and 308 keep the method.
      guard status <= 303 || body == nil else { continue }
      if json != nil {
        throw InputError(
          .redirect,
          "the receiver redirects the request with \(status), and a notification cannot follow it",
          hint: "write the address that it redirects to"
        )
      }
      (method, body) = (.GET, nil)
    }
  }

  /// Reads a whole body, up to a maximum size.
  func document(of answer: Answer) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    let content = try answer.content()
    do {
      try await content.read { piece in
        guard bytes.count + piece.count <= Self.mostBodyBytes else {
          throw InputError(
            .tooLarge,
            "the document has more than \(Self.mostBodyBytes >> 20) MiB",
            hint: "poll a smaller part, or read a stream of changes"
          )
        }
        bytes += piece
      }
    } catch  where content.coding == .none {
      guard let failure = explained(error) as? InputError else { throw error }
      let length = answer.headers.first(name: "Content-Length").flatMap { Int($0) }
      var described = failure.after(bytes.count, of: length)
      described.place = failure.place
      throw described
    }
    return bytes
  }

  /// Converts an error of the client to an error of the input, without secrets.
  private func explained(_ error: any Error) -> any Error {
    switch error {
    case is InputError, is CancellationError: return error
    case let error as HTTPClientError where error == .cancelled: return CancellationError()
    default: return InputError(transport: error) ?? error
    }
  }
}

extension TimeAmount {
  init(_ duration: Duration) {
    self = .milliseconds(Int64(duration / .milliseconds(1)))
  }
}
