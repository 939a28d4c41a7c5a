import FeedModel
import FeedWire
import Foundation
import HTTPTypes

/// The reason for rejecting a request, with the message that the command line would print.
struct Refusal: Error {
  let status: HTTPResponse.Status
  /// The kind of error; the same word in every release.
  let code: String
  /// A description of the error.
  let message: String
  /// A suggested correction, or `nil`.
  var hint: String?
  /// The place of the error in the request or in a file.
  var place: String?
  /// The allowed methods.
  var allowed: String?
  /// The number of lines of the request that were applied before the error.
  var applied: Int?

  init(
    _ status: HTTPResponse.Status,
    _ code: String,
    _ message: String,
    hint: String? = nil,
    place: String? = nil
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.hint = hint
    self.place = place
  }

  /// The refusal as JSON: `{"error":{"code":…,"message":…,"hint":…,"place":…}}`.
  var json: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("error")
      json.object { json in
        json.key("code")
        json.text(code)
        json.key("message")
        json.text(message)
        for (key, text) in [("hint", hint), ("place", place)] {
          guard let text else { continue }
          json.key(key)
          json.text(text)
        }
        if let applied {
          json.key("applied")
          json.integer(applied)
        }
      }
    }
    json.endLine()
    return json.bytes
  }
}

// The refusals before routing.
extension Refusal {
  static let missingHost = Refusal(
    .badRequest,
    "missing-host",
    "the request names no host",
    hint: "send one 'Host' header"
  )

  static func foreignHost(_ host: String) -> Refusal {
    Refusal(
      .misdirectedRequest,
      "foreign-host",
      "'\(host.prefix(200))' is not a host that this server answers for",
      hint: "start 'feed serve' with --allowed-host to allow it"
    )
  }

  static func foreignOrigin(_ origin: String) -> Refusal {
    Refusal(
      .forbidden,
      "foreign-origin",
      "pages of '\(origin.prefix(200))' may not use this server",
      hint: "serve the page from this server, or start 'feed serve' with --allow-origin"
    )
  }

  static func targetTooLong(_ limit: Int) -> Refusal {
    Refusal(.uriTooLong, "target-too-long", "the target is longer than \(limit) bytes")
  }

  static let headersTooLarge = Refusal(
    .requestHeaderFieldsTooLarge,
    "headers-too-large",
    "the headers are too large or too many"
  )

  static func bodyTooLarge(_ limit: Int) -> Refusal {
    Refusal(
      .contentTooLarge,
      "body-too-large",
      "the body is longer than \(limit) bytes",
      hint: "send the messages in several requests"
    )
  }

  static let slow = Refusal(
    .requestTimeout,
    "slow-request",
    "the request did not arrive in time"
  )

  /// The refusal of a method that no target has (RFC 9110, 15.6.2).
  static let unknownMethod = Refusal(
    .notImplemented,
    "unknown-method",
    "this server does not know the method",
    hint: "use one of GET, HEAD, POST, PUT, DELETE and OPTIONS"
  )

  /// The refusal of a request whose `If-Match` has no tag of the newest version (RFC 9110, 13.1.1).
  static let preconditionFailed = Refusal(
    .preconditionFailed,
    "precondition-failed",
    "no tag in 'If-Match' is that of the newest version",
    hint: "the tags are weak, which 'If-Match' never matches; send 'If-None-Match'"
  )

  /// The refusal of a change whose conditions exclude what is there, which has no tag (RFC 9110, 13.1).
  static let replacementRefused = Refusal(
    .preconditionFailed,
    "precondition-failed",
    "the target exists and has no tag: 'If-Match' with a tag and 'If-None-Match: *' do not hold"
  )

  static let malformed = Refusal(
    .badRequest,
    "malformed-request",
    "the request is not valid HTTP",
    hint: "send one length, no folded headers and no control characters"
  )
}

extension Refusal {
  static let noReadToken = Refusal(
    .unauthorized,
    "unauthorized",
    "the request has no token",
    hint:
      "send 'Authorization: Bearer' and a token for reading, or the cookie of POST /v1/session; 'feed follow' takes --token-file"
  )

  static let wrongReadToken = Refusal(
    .unauthorized,
    "unauthorized",
    "the token is wrong",
    hint: "send a token for reading this feed"
  )

  /// A refusal of a client that may read only some sections.
  static let notEverything = Refusal(
    .forbidden,
    "forbidden",
    "only clients that may read every section may read this",
    hint: "operators use the address of --admin-listen"
  )
}

extension Refusal {
  static let unknownStream = Refusal(
    .notFound,
    "unknown-stream",
    "there is no such stream",
    hint: "send the id in the first event of a running stream with ?window="
  )

  static func unknownSection(_ id: String) -> Refusal {
    Refusal(
      .notFound,
      "unknown-section",
      "the stream shows no section '\(id.prefix(80))'",
      hint: "name a section of its image",
      place: "section"
    )
  }

  static let tooManyViews = Refusal(
    .serviceUnavailable,
    "too-many-windows",
    "the server serves too many windows",
    hint: "try again later"
  )
}
