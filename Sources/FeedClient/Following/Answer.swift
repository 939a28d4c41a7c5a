import FeedFormatting
import Foundation

/// What an answer says before its body.
struct Answer: Hashable, Sendable {
  var status: Int
  var contentType = ""
  var location: String?
  /// The seconds of `Retry-After`; a date is not understood.
  var retryAfter: String?

  /// Whether events follow.
  var isStream: Bool {
    let type = contentType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
    return status == 200 && type.lowercased() == "text/event-stream"
  }

  var isRedirection: Bool { [301, 302, 303, 307, 308].contains(status) }

  /// How long the server asks to be left alone.
  var pause: Duration? {
    guard let retryAfter, (1...9).contains(retryAfter.utf8.count),
      retryAfter.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(retryAfter).map { .seconds($0) }
  }

  /// What is wrong with an answer that is not a stream.
  ///
  /// - Parameters:
  ///   - body: The beginning of what it says.
  ///   - address: Who has said it.
  /// - Returns: The error.
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
        ?? (status == 404 ? "is a feed served there, and at this path?" : nil),
      status: status
    )
  }

  /// What our own server says when it refuses.
  private struct Refusal: Decodable {
    struct Reason: Decodable {
      var message: String
      var hint: String?
    }
    var error: Reason
  }
}
