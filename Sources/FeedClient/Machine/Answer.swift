import AsyncHTTPClient
import FeedFormatting
import FeedModel
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

/// The head of an answer.
struct Answer: Hashable, Sendable {
  var status: Int
  var contentType = ""
  var location: String?
  /// The seconds of `Retry-After`; dates are not supported.
  var retryAfter: String?

  /// Whether the body is a stream of events.
  var isStream: Bool {
    let type = contentType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
    return status == 200 && type.lowercased() == "text/event-stream"
  }

  var isRedirection: Bool { [301, 302, 303, 307, 308].contains(status) }

  /// The wait that the server requests.
  var pause: Duration? {
    guard let retryAfter, (1...9).contains(retryAfter.utf8.count),
      retryAfter.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(retryAfter).map { .seconds($0) }
  }

  /// Returns the error for an answer that is not a stream.
  func error(_ body: [UInt8], from address: FeedAddress) -> ClientError {
    guard status >= 400 else {
      let type = contentType.isEmpty ? "" : " of type '\(FeedAddress.shown(contentType))'"
      return ClientError(
        .notAFeed,
        "\(address.authority) answers with \(status)\(type), which is not a feed",
        hint: "name the address that 'feed serve' has printed"
      )
    }
    let said = try? JSONDecoder().decode(Refusal.self, from: Data(body)).error
    let words = said.map { FeedAddress.shown($0.message) } ?? "no reason given"
    return ClientError(
      .refused,
      "\(address.authority) refuses with \(status): \(words)",
      hint: said?.hint.map { FeedAddress.shown($0) }
        ?? (status == 404 ? "check that a feed is served at this path" : nil),
      status: status
    )
  }

  /// The refusal of a feed server.
  private struct Refusal: Decodable {
    struct Reason: Decodable {
      var message: String
      var hint: String?
    }
    var error: Reason
  }
}

extension Answer {
  /// Creates the head of an answer.
  init(_ response: HTTPClientResponse) {
    self.init(
      status: Int(response.status.code),
      contentType: response.headers.first(name: "Content-Type") ?? "",
      location: response.headers.first(name: "Location"),
      retryAfter: response.headers.first(name: "Retry-After")
    )
  }
}
