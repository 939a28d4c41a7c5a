import FeedModel
import HTTPTypes

/// A target of the server: the router and `/v1/openapi.json` are made from these.
enum Target: CaseIterable {
  case page, pageFile, picture, feed, stream, window, layouts, session, act, move, messages,
    document,
    inputs,
    description, health, ready, metrics

  /// The right that an operation needs.
  enum Right {
    case none, read, readEverything, write
  }

  /// One method of a target.
  struct Operation {
    let method: HTTPRequest.Method
    let summary: String
    var right = Right.none
    /// The parameters of the query.
    var parameters: [Parameter] = []
    /// The media types of the body; empty for a request without one.
    var bodies: [String] = []
    /// The name of the body's schema.
    var bodySchema: String?
    /// The status of a success.
    var status = HTTPResponse.Status.ok
    /// Whether the answer is 304 to a client that has its tag.
    var hasTag = false
    /// The media type of the answer; `nil` if it has no content.
    var type: String? = "application/json"
    /// The name of the answer's schema.
    var schema: String?
  }

  /// A parameter of a query, or a header.
  struct Parameter {
    /// The part of the request that has the parameter.
    enum Place: String { case path, query, header }

    let name: String
    let summary: String
    var type = "string"
    var place = Place.query
    /// Whether the parameter may be given several times.
    var isRepeatable = false
  }

  /// Finds the target of a path; `nil` if there is none.
  init?(_ path: some StringProtocol) {
    let known = Self.allCases.first { $0.path == path }
    let prefixes: [(String, Target)] = [
      ("/page/", .pageFile), (PictureName.prefix, .picture), ("/v1/documents/", .document),
    ]
    guard let found = known ?? prefixes.first(where: { path.hasPrefix($0.0) })?.1 else {
      return nil
    }
    self = found
  }

  /// The path; a part in braces stands for a name.
  var path: String {
    switch self {
    case .page: "/"
    case .pageFile: "/page/{name}"
    case .picture: PictureName.prefix + "{name}"
    case .feed: "/v1/feed"
    case .stream: "/v1/stream"
    case .window: "/v1/window"
    case .layouts: "/v1/layouts"
    case .session: "/v1/session"
    case .act: "/v1/act"
    case .move: "/v1/move"
    case .messages: "/v1/messages"
    case .document: "/v1/documents/{name}"
    case .inputs: "/v1/inputs"
    case .description: "/v1/openapi.json"
    case .health: "/v1/health"
    case .ready: "/v1/ready"
    case .metrics: "/metrics"
    }
  }

  /// Whether only operators use it, on the address of `--admin-listen` if there is one.
  var isForOperators: Bool { [.health, .ready, .metrics].contains(self) }

  /// Returns whether a server answers it.
  ///
  /// - Parameters:
  ///   - servesOperators: Whether requests of operators are answered at the address of clients.
  ///   - limitsReading: Whether clients need a right to read; without one, no token becomes a cookie.
  func exists(servesOperators: Bool, limitsReading: Bool) -> Bool {
    if self == .session { return limitsReading }
    return servesOperators || !isForOperators
  }

  /// Checks that the target has a method; the gate omits the content of the answer to `HEAD`.
  func check(_ method: HTTPRequest.Method) throws(Refusal) {
    var methods = operations.map(\.method)
    // A stream has no end, so its head alone is not offered.
    if methods == [.get], self != .stream { methods.append(.head) }
    guard methods.contains(method) else {
      throw method.isKnown ? Refusal.methods(methods) : Refusal.unknownMethod
    }
  }

  /// The methods with what they do.
  var operations: [Operation] {
    switch self {
    case .page:
      [
        Operation(
          method: .get,
          summary: "A page for browsers that follows the feed.",
          type: "text/html"
        )
      ]
    case .pageFile: [Operation(method: .get, summary: "A file of the page.", type: "*/*")]
    case .picture:
      [
        Operation(
          method: .get,
          summary: "A picture that an item names.",
          right: .read,
          type: "image/*"
        )
      ]
    case .feed:
      [
        Operation(
          method: .get,
          summary: "The whole feed.",
          right: .read,
          parameters: [.sections, .window, .values, .ifMatch, .ifNoneMatch],
          hasTag: true,
          schema: "Image"
        )
      ]
    case .stream: [stream]
    case .window:
      [
        Operation(
          method: .post,
          summary: "Moves a window of a running stream, whose first event has its id.",
          right: .read,
          bodies: ["application/json"],
          bodySchema: "Window",
          schema: "Version"
        )
      ]
    case .layouts:
      [
        Operation(
          method: .get,
          summary: "The layouts of the sections, and the actions with their parameters.",
          right: .read,
          parameters: [.ifMatch, .ifNoneMatch],
          hasTag: true,
          schema: "Layouts"
        )
      ]
    case .session:
      [
        Operation(
          method: .post,
          summary: "Sets a cookie with the token of the request, for reading.",
          right: .read,
          status: .noContent,
          type: nil
        ),
        Operation(method: .delete, summary: "Removes the cookie.", status: .noContent, type: nil),
      ]
    case .act: [write("Performs an action that the feed file declares.", body: "Act")]
    case .move: [write("Moves an item before or after another item.", body: "Move")]
    case .messages: [messages]
    case .document: [write("Replaces a document.", .put)]
    case .inputs:
      [Operation(method: .get, summary: "The states of the inputs.", right: .readEverything)]
    case .description: [Operation(method: .get, summary: "This description.")]
    case .health: [Operation(method: .get, summary: "Whether the server runs.")]
    case .ready: [Operation(method: .get, summary: "Whether the server is ready for clients.")]
    case .metrics:
      [
        Operation(
          method: .get,
          summary: "The metrics in the text format of Prometheus.",
          right: .readEverything,
          type: "text/plain"
        )
      ]
    }
  }

  private var stream: Operation {
    Operation(
      method: .get,
      summary:
        "Every change as server-sent events: `image`, `patch`, `heartbeat` and `bye`, each with "
        + "the schema of its name as data. With windows the first event is `stream`, whose data has the id "
        + "for `/v1/window`. Resumes from `Last-Event-ID` or `from`.",
      right: .read,
      parameters: [
        .sections, .window, .values, .lastEventID,
        Parameter(name: "from", summary: "The cursor of the version that the client holds."),
        Parameter(
          name: "conflate",
          summary: "The least time between two patches, in milliseconds, up to 30,000.",
          type: "integer"
        ),
        Parameter(
          name: "heartbeat",
          summary: "The time between two heartbeats, in milliseconds, from 500 to 30,000.",
          type: "integer"
        ),
      ],
      type: "text/event-stream"
    )
  }

  private var messages: Operation {
    Operation(
      method: .post,
      summary: "Applies lines of fixtures or messages, one transaction for each line.",
      right: .write,
      parameters: [
        Parameter(name: "adapter", summary: "The adapter that applies the messages."),
        Parameter(name: "input", summary: "The listening input that receives the messages."),
        .idempotencyKey,
      ],
      bodies: Self.lines,
      schema: "Version"
    )
  }

  /// The media types of a body of lines.
  static let lines = [
    "application/json", "application/x-ndjson", "application/jsonl", "text/plain",
  ]

  private func write(
    _ summary: String,
    _ method: HTTPRequest.Method = .post,
    body: String? = nil
  ) -> Operation {
    Operation(
      method: method,
      summary: summary,
      right: .write,
      parameters: [.idempotencyKey],
      bodies: ["application/json"],
      bodySchema: body,
      schema: "Version"
    )
  }
}

extension Target.Parameter {
  fileprivate static let sections = Self(
    name: "sections",
    summary: "Only sections whose ids match one of these globs, separated by commas."
  )

  fileprivate static let window = Self(
    name: "window",
    summary:
      "SECTION:FROM:COUNT, only these items of a section; FROM is a number or an item. COUNT "
      + "alone is for all sections. The first window that matches a section counts.",
    isRepeatable: true
  )

  fileprivate static let ifMatch = Self(
    name: "If-Match",
    summary: "`*`, or tags; the answer is 412, because weak tags never match.",
    place: .header
  )

  fileprivate static let ifNoneMatch = Self(
    name: "If-None-Match",
    summary: "The tags that the client has; the answer to the newest one is 304.",
    place: .header
  )

  fileprivate static let lastEventID = Self(
    name: "Last-Event-ID",
    summary: "The id of the last event that the client has read.",
    place: .header
  )

  fileprivate static let idempotencyKey = Self(
    name: "Idempotency-Key",
    summary:
      "A key of the client's choice; a request with the same key has the same answer, and is applied once.",
    place: .header
  )

  fileprivate static let values = Self(
    name: "values",
    summary: "`raw` for the typed values of the columns that the texts of items show."
  )
}
