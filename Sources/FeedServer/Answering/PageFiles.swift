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
  private struct File {
    let type: String
    let tag: String
    let plain: ByteBuffer
    let compressed: ByteBuffer?

    init(_ type: String, _ bytes: [UInt8]) {
      self.type = type
      var hash = FNV1a()
      hash.add(bytes: bytes[...])
      // The file and its compressed form share a tag, so the tag is weak.
      tag = "W/\"\(String(hash.value, radix: 16))\""
      plain = ByteBuffer(bytes: bytes)
      compressed = Gzip.compress(bytes).map { ByteBuffer(bytes: $0) }
    }
  }

  private static let script = "text/javascript; charset=utf-8"
  private static let sheet = "text/css; charset=utf-8"

  /// The compiled-in files, which are the same for all feeds.
  private static let own = [
    "/": File("text/html; charset=utf-8", PackageResources.page_html),
    "/page/page.js": File(script, PackageResources.page_js),
    "/page/wire.js": File(script, PackageResources.wire_js),
    "/page/stream.js": File(script, PackageResources.stream_js),
    "/page/list.js": File(script, PackageResources.list_js),
    "/page/motion.js": File(script, PackageResources.motion_js),
    "/page/doing.js": File(script, PackageResources.doing_js),
    "/page/page.css": File(sheet, PackageResources.page_css),
    "/page/icon.svg": File("image/svg+xml", PackageResources.icon_svg),
  ]

  /// The files that depend on the feed file.
  private let declared: [String: File]

  /// Creates the files of a feed's page.
  ///
  /// - Parameter takesWrites: Whether clients may write.
  init(_ shown: ShownFeed, takesWrites: Bool, peers: [ServerOrigin]) {
    let appearance = shown.appearance
    let description = PageDescription(
      shown.engine.feed,
      appearance,
      takesWrites: takesWrites,
      peers: peers
    )
    declared = [
      "/page/feed.css": File(Self.sheet, Array(HTMLRenderer.styleSheet(appearance).utf8)),
      "/page/feed.json": File("application/json", description.json),
    ]
  }

  /// Answers a request for a file of the page; returns `nil` if there is no such file.
  func response(to request: Request, at path: String) -> Response? {
    guard let file = Self.own[path] ?? declared[path] else { return nil }
    var headers: HTTPFields = [
      .eTag: file.tag, .cacheControl: "no-cache", .vary: "Accept-Encoding",
    ]
    guard !request.headers.hasTag(file.tag) else {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = file.type
    var body = file.plain
    if request.headers.acceptsGzip, let compressed = file.compressed {
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
  /// The latest files and their feed; guarded by the mutex.
  private let made: Mutex<(engine: FeedEngine, files: PageFiles)?> = Mutex(nil)

  init(_ feed: CurrentFeed, takesWrites: Bool, peers: [ServerOrigin]) {
    self.feed = feed
    self.takesWrites = takesWrites
    self.peers = peers
  }

  /// The files of the page, created once for each feed.
  var files: PageFiles {
    let shown = feed.value
    return made.withLock { made in
      if let made, made.engine === shown.engine { return made.files }
      let files = PageFiles(shown, takesWrites: takesWrites, peers: peers)
      made = (shown.engine, files)
      return files
    }
  }
}
