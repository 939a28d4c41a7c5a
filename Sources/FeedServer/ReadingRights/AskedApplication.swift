import AsyncHTTPClient
import FeedModel
import FeedWire
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Synchronization

/// An application that decides with each request what its client may read.
///
/// It gets a `GET` with the client's headers, and with the method and the target of the request in `X-Original-Method`
/// and `X-Original-URI`. An answer 2xx admits the client; its body may be `{"sections":["featured","live/*"]}`. A
/// redirect is not followed: a form for logging in must not admit anyone.
final class AskedApplication: Sendable {
  private let url: URL
  /// The answers that may be used again, by the headers and the target; guarded by the mutex.
  private let answers: Mutex<[String: ReadRight]> = Mutex([:])

  private static let client = HTTPClient(
    eventLoopGroupProvider: .singleton,
    configuration: HTTPClient.Configuration(redirectConfiguration: .disallow)
  )
  /// The maximum number of kept answers.
  private static let mostAnswers = 10_000
  /// The maximum size of an answer.
  private static let largest = 64 << 10
  /// The time that the application has to answer.
  private static let patience = TimeAmount.seconds(10)
  /// The headers that concern a connection or a body, not the client.
  private static let dropped: Set<String> = [
    "host", "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    "content-length", "content-type", "content-encoding", "expect", "accept-encoding",
    "if-none-match", "last-event-id", "x-original-method", "x-original-uri",
  ]

  init(at url: URL) { self.url = url }

  /// Asks the application, unless it has answered the same question and allowed to keep the answer.
  ///
  /// - Throws: ``Refusal`` if it does not admit the client, or does not answer.
  func right(of request: HTTPRequest) async throws(Refusal) -> ReadRight {
    let question = question(request)
    let key = question.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    let now = Date.now
    if let right = answers.withLock({ $0[key] }), right.end ?? now > now { return right }
    let right = try await ask(question)
    if right.end != nil {
      answers.withLock { answers in
        if answers.count >= Self.mostAnswers { answers = [:] }
        answers[key] = right
      }
    }
    return right
  }

  private func question(_ request: HTTPRequest) -> [(name: String, value: String)] {
    request.headerFields.filter { !Self.dropped.contains($0.name.canonicalName) }
      .map { ($0.name.rawName, $0.value) }
      + [("X-Original-Method", request.method.rawValue), ("X-Original-URI", request.path ?? "/")]
  }

  private func ask(_ question: [(name: String, value: String)]) async throws(Refusal) -> ReadRight {
    var request = HTTPClientRequest(url: url.absoluteString)
    request.headers.add(contentsOf: question.map { ($0.name, $0.value) })
    let answer: HTTPClientResponse
    let body: [UInt8]
    do {
      answer = try await Self.client.execute(request, timeout: Self.patience)
      body = Array(try await answer.body.collect(upTo: Self.largest).readableBytesView)
    } catch { throw .noAnswer }
    switch answer.status.code {
    case 200..<300: break
    case 401: throw .noReadToken
    case 403: throw .forbidden
    default: throw .noAnswer
    }
    var right = ReadRight.everything
    if !body.isEmpty, answer.headers.declareJSON || Self.looksLikeJSON(body) {
      guard let list = try? JSONDecoder().decode(SectionList.self, from: Data(body)) else {
        throw .noAnswer
      }
      if let globs = list.sections { right.sections = FeedView(limitedTo: globs) }
    }
    right.end = answer.headers.maxAge.map { Date.now + $0 }
    return right
  }

  /// Returns whether a body is meant as JSON, whatever its type is.
  ///
  /// A list of sections that is not read would admit the client to all of them.
  private static func looksLikeJSON(_ body: [UInt8]) -> Bool {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = body.starts(with: byteOrderMark) ? body[3...] : body[...]
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    let first = text.first { !blanks.contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// The body of an answer; without the key, the client may read all sections.
  private struct SectionList: Decodable {
    let sections: [String]?

    private enum Key: String, CodingKey { case sections }

    init(from decoder: any Decoder) throws {
      let body = try decoder.container(keyedBy: Key.self)
      sections =
        body.contains(.sections) ? try body.decode([String].self, forKey: .sections) : nil
    }
  }
}

extension HTTPHeaders {
  /// Whether the type of the body is JSON (RFC 6839, 3.1).
  fileprivate var declareJSON: Bool {
    guard let header = first(name: "content-type") else { return false }
    let type = header.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
    return type == "application/json" || type.hasSuffix("+json")
  }

  /// The time for which an answer may be used again (RFC 9111, 5.2.2); `nil` if it is for one request.
  fileprivate var maxAge: TimeInterval? {
    let directives = self[canonicalForm: "cache-control"].map { $0.lowercased() }
    guard !directives.contains(where: { $0 == "no-store" || $0 == "no-cache" }) else { return nil }
    let age = directives.first { $0.hasPrefix("max-age=") }.flatMap { Double($0.dropFirst(8)) }
    return age.flatMap { $0 > 0 ? $0 : nil }
  }
}

extension Refusal {
  fileprivate static let forbidden = Refusal(
    .forbidden,
    "forbidden",
    "the application does not let this client read"
  )

  fileprivate static let noAnswer = Refusal(
    .serviceUnavailable,
    "authorization-failed",
    "the application that decides who may read gives no valid answer",
    hint: "try again later"
  )
}
