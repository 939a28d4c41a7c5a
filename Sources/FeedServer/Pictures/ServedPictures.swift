import FeedDefinition
import FeedEngine
import FeedModel
import FeedStore
import FeedWire
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import Synchronization

/// The pictures that items name, from the folder that the feed file declares.
///
/// No other files are served.
final class ServedPictures: Sendable {
  /// The maximum size of a picture in bytes.
  static let largest = 8 << 20
  /// The number of bytes read at once; it limits the memory that a slow client occupies.
  private static let portion = 128 << 10

  private let feed: CurrentFeed
  /// The names of pictures in the served feed, by what clients may read; guarded by the mutex.
  private let named: Mutex<(engine: FeedEngine, pictures: [FeedView: NamedPictures])?> = Mutex(nil)
  /// The maximum number of views whose names are kept.
  private static let mostViews = 64

  init(_ feed: CurrentFeed) { self.feed = feed }

  /// Answers a request for a picture.
  ///
  /// - Parameters:
  ///   - path: Its target without the query.
  ///   - right: The right of the client; `nil` if everyone may read everything.
  /// - Returns: The picture, or 304 if the client has it.
  /// - Throws: ``Refusal``; always the same one, so that clients learn nothing about other files.
  func response(
    to request: Request,
    at path: Substring,
    readBy right: ReadRight?
  ) async throws -> Response {
    guard let folder = feed.engine.feed.pictures, let name = PictureName(path: path),
      isNamed(name, in: right?.sections ?? .all)
    else { throw Refusal.noPicture }
    let first = try await Self.portion(of: name, in: folder, from: 0)
    let stamp = first.stamp
    guard stamp.size <= Self.largest, let type = PictureType(first.bytes) else {
      throw Refusal.noPicture
    }
    let tag = "\"\(stamp.text)\""
    // A shared cache would give the picture to clients without the right.
    let use = right == nil ? "public" : "private"
    var headers: HTTPFields = [.eTag: tag, .cacheControl: "\(use), max-age=86400"]
    if request.headers.hasTag(tag) { return Response(status: .notModified, headers: headers) }
    headers[.contentType] = type.rawValue
    let body = ResponseBody(contentLength: stamp.size) { writer in
      try await writer.write(ByteBuffer(bytes: first.bytes))
      var sent = first.bytes.count
      while sent < stamp.size {
        let next = try await Self.portion(of: name, in: folder, from: sent)
        // Abort the answer if the file was replaced.
        guard next.stamp == stamp, !next.bytes.isEmpty else { throw Refusal.noPicture }
        try await writer.write(ByteBuffer(bytes: next.bytes))
        sent += next.bytes.count
      }
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: headers, body: body)
  }

  private func isNamed(_ name: PictureName, in view: FeedView) -> Bool {
    let shown = feed.value
    return named.withLock { named in
      if named?.engine !== shown.engine || named?.pictures.count ?? 0 > Self.mostViews {
        named = (shown.engine, [:])
      }
      var pictures = named?.pictures[view] ?? NamedPictures(shown.appearance, in: view)
      named?.pictures[view] = nil
      pictures.update(to: shown.engine.snapshot.composition)
      named?.pictures[view] = pictures
      return pictures.contains(name)
    }
  }

  /// Reads a portion of a file on a thread that may block.
  private static func portion(
    of name: PictureName,
    in folder: PictureFolder,
    from offset: Int
  ) async throws -> RegularFile.Part {
    let part = try await NIOThreadPool.singleton.runIfActive {
      folder.part(of: name.text.string, from: offset, count: portion)
    }
    guard case .success(let part) = part else { throw Refusal.noPicture }
    return part
  }
}

extension Refusal {
  fileprivate static let noPicture = Refusal(
    .notFound,
    "not-found",
    "there is no such picture",
    hint: "items name pictures in the folder that the feed file declares under 'pictures'"
  )
}
