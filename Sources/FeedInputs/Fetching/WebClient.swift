import AsyncHTTPClient
import FeedDocuments
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Sends the requests of one input, within bounds.
struct WebClient: Sendable {
  /// What comes back: its head, and a body that is read as fast as it is taken.
  struct Answer {
    let status: Int
    let headers: HTTPHeaders
    let body: HTTPClientResponse.Body

    /// The body, decompressed.
    ///
    /// - Throws: ``InputError`` if it has a coding that is not read.
    func content() throws(InputError) -> WebBody {
      WebBody(bytes: body, coding: try ContentCoding(headers))
    }
  }

  /// The most redirects that are followed.
  static let mostRedirects = 5
  /// The most bytes of a document.
  static let mostBodyBytes = 16 << 20
  /// How many times as long as its compressed form a body may be.
  static let mostInflation = 100

  let address: WebAddress
  let secrets: Secrets
  private let client: HTTPClient
  /// The limit of time for the head of an answer, interim answers included.
  private let headTime: TimeAmount

  /// Makes a client, which has to be shut down.
  ///
  /// - Parameters:
  ///   - address: Where it sends its requests.
  ///   - secrets: Where the secrets come from that the address names.
  ///   - patience: How long connecting may take.
  ///   - silence: How long an answer may pause.
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
    // The input tries again itself, and says so.
    configuration.connectionPool.retryConnectionEstablishment = false
    client = HTTPClient(
      eventLoopGroup: .singletonMultiThreadedEventLoopGroup,
      configuration: configuration
    )
  }

  /// TLS as inputs speak it: 1.2 or later.
  private static var tls: TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    return configuration
  }

  /// Runs a body with a client, and shuts that down.
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

  /// Fetches the address.
  ///
  /// - Parameter headers: Headers beside those that the feed file declares.
  /// - Returns: The answer, behind all redirects.
  /// - Throws: ``InputError``, or an error that ``with(_:_:_:silence:_:)`` makes one of.
  func get(_ headers: [(name: String, value: String)]) async throws -> Answer {
    var redirects = try Redirects(from: secrets.fill(address.url))
    var declared = try address.headers.map { ($0.name, try secrets.fill($0.value)) }
    while true {
      var request = HTTPClientRequest(url: redirects.url)
      for (name, value) in headers + declared {
        request.headers.replaceOrAdd(name: name, value: value)
      }
      request.headers.replaceOrAdd(name: "User-Agent", value: "CompositeFeed")
      let response = try await client.execute(request, deadline: .now() + headTime)
      let status = Int(response.status.code)
      guard [301, 302, 303, 307, 308].contains(status) else {
        return Answer(status: status, headers: response.headers, body: response.body)
      }
      let isSameOrigin = try redirects.follow(response.headers.first(name: "Location"))
      // What was meant for one host is not for another.
      if !isSameOrigin { declared = [] }
    }
  }

  /// Reads a body that has a size.
  func document(of answer: Answer) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    try await answer.content().read { piece in
      guard bytes.count + piece.count <= Self.mostBodyBytes else {
        throw InputError(
          .tooLarge,
          "the document has more than \(Self.mostBodyBytes >> 20) MiB",
          hint: "poll a smaller part, or read a stream of changes"
        )
      }
      bytes += piece
    }
    return bytes
  }

  /// What an error of the client means, without secrets.
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
