import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedRendering
import FeedWire
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The files of the page by path; no other files are looked up.
struct PageFiles: Sendable {
  struct File {
    let type: String
    let tag: String
    let plain: ByteBuffer
    let compressed: ByteBuffer?

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - tag: The tag; `nil` for a hash of the content.
    ///   - policy: A header that clients store with the file; it is a part of the tag.
    init(_ type: String, _ bytes: [UInt8], tag: String? = nil, policy: String = "") {
      self.type = type
      var hash = FNV1a()
      hash.add(bytes: bytes[...])
      hash.add(bytes: Array(policy.utf8)[...])
      // The file and its compressed form share a tag, so the tag is weak.
      self.tag = "W/\"\(tag ?? String(hash.value, radix: 16))\""
      plain = ByteBuffer(bytes: bytes)
      compressed = Gzip.compress(bytes).map { ByteBuffer(bytes: $0) }
    }
  }

  private static let script = "text/javascript; charset=utf-8"
  private static let sheet = "text/css; charset=utf-8"

  /// The compiled-in files, which are the same for all feeds.
  private static let own = [
    "/page/page.js": File(script, PackageResources.page_js),
    "/page/wire.js": File(script, PackageResources.wire_js),
    "/page/stream.js": File(script, PackageResources.stream_js),
    "/page/item.js": File(script, PackageResources.item_js),
    "/page/list.js": File(script, PackageResources.list_js),
    "/page/motion.js": File(script, PackageResources.motion_js),
    "/page/figures.js": File(script, PackageResources.figures_js),
    "/page/cells.js": File(script, PackageResources.cells_js),
    "/page/columns.js": File(script, PackageResources.columns_js),
    "/page/filter.js": File(script, PackageResources.filter_js),
    "/page/inputs.js": File(script, PackageResources.inputs_js),
    "/page/actions.js": File(script, PackageResources.actions_js),
    "/page/dialogs.js": File(script, PackageResources.dialogs_js),
    "/page/viewer.js": File(script, PackageResources.viewer_js),
    "/page/chosen.js": File(script, PackageResources.chosen_js),
    "/page/reordering.js": File(script, PackageResources.reordering_js),
    "/page/layout.js": File(script, PackageResources.layout_js),
    "/page/common.css": File(sheet, Array(HTMLRenderer.commonStyleSheet.utf8)),
    "/page/page.css": File(sheet, PackageResources.page_css),
    "/page/icon.svg": File("image/svg+xml", PackageResources.icon_svg),
  ]

  /// The files that depend on the feed file.
  private let declared: [String: File]

  /// Returns the document of the page with its content security policy.
  static func document(with policy: String) -> File {
    File("text/html; charset=utf-8", PackageResources.page_html, policy: policy)
  }

  /// Returns a file that is the same for all feeds.
  static func own(_ path: String) -> File? { own[path] }

  /// Returns whether a path is that of a file that depends on the feed file.
  static func isDeclared(_ path: String) -> Bool {
    ["/page/feed.css", "/page/feed.json"].contains(path)
  }

  /// Creates the files of a feed's page.
  ///
  /// - Parameters:
  ///   - view: The sections that the client may read; the files describe no others.
  ///   - takesWrites: Whether clients may write.
  init(
    _ shown: ShownFeed,
    for view: FeedView,
    takesWrites: Bool,
    peers: [ServerOrigin],
    key: String?
  ) {
    var appearance = shown.appearance
    appearance.sections = appearance.sections.filter { view.mayKnow($0.key) }
    let description = PageDescription(
      shown.engine.feed,
      appearance,
      for: view,
      takesWrites: takesWrites,
      peers: peers,
      key: key
    )
    declared = [
      "/page/feed.css": File(Self.sheet, Array(HTMLRenderer.layoutStyleSheet(appearance).utf8)),
      "/page/feed.json": File("application/json", description.json),
    ]
  }

  /// Answers a request for a file that depends on the feed file.
  ///
  /// - Throws: ``Refusal`` if there is no such file.
  func response(to request: Request, at path: String) throws(Refusal) -> Response {
    guard let file = declared[path] else { throw .unknown(path) }
    return file.response(to: request)
  }
}

extension PageFiles.File {
  /// Answers a request for the file.
  func response(to request: Request) -> Response {
    var headers: HTTPFields = [
      .eTag: tag, .cacheControl: "no-cache", .vary: "Accept-Encoding",
    ]
    guard request.headers.allowsTag(tag) else { return .refusal(.preconditionFailed) }
    guard !request.headers.hasTag(tag) else {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = type
    var body = plain
    if request.headers.acceptsGzip, let compressed {
      headers[.contentEncoding] = "gzip"
      body = compressed
    }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

/// The page of the feed that is served now.
final class ServedPage: Sendable {
  private let feed: CurrentFeed
  private let takesWrites: Bool
  private let peers: [ServerOrigin]
  private let key: String?
  /// The latest document and its policy; guarded by the mutex.
  private let documents: Mutex<(policy: String, document: PageFiles.File)?> = Mutex(nil)
  /// The latest files and their feed; guarded by the mutex.
  private let made: Mutex<(engine: FeedEngine, files: PageFiles)?> = Mutex(nil)

  init(_ feed: CurrentFeed, takesWrites: Bool, peers: [ServerOrigin], key: String? = nil) {
    self.key = key
    self.feed = feed
    self.takesWrites = takesWrites
    self.peers = peers
  }

  /// Returns the document of the page, which may show pictures of the hosts that the feed file declares.
  func document(_ request: Request) -> Response {
    let policy = SecurityHeaders.policy(peers: peers, images: feed.engine.feed.images)
    let document = documents.withLock { known in
      if let known, known.policy == policy { return known.document }
      let document = PageFiles.document(with: policy)
      known = (policy, document)
      return document
    }
    var response = document.response(to: request)
    response.headers[.contentSecurityPolicy] = policy
    return response
  }

  /// Returns the files of the page; those that describe all sections are created once for each feed.
  func files(for view: FeedView) -> PageFiles {
    let shown = feed.value
    guard view.isAll else {
      return PageFiles(shown, for: view, takesWrites: takesWrites, peers: peers, key: key)
    }
    return made.withLock { made in
      if let made, made.engine === shown.engine { return made.files }
      let files = PageFiles(shown, for: .all, takesWrites: takesWrites, peers: peers, key: key)
      made = (shown.engine, files)
      return files
    }
  }
}
