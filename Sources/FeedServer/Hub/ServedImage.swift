import FeedModel
import FeedSnapshots
import FeedWire
import NIOCore

/// An image of a view, in all encodings that clients have requested.
struct ServedImage: Sendable {
  let version: Int
  /// The time of its encoding.
  let time: Duration
  let json: [UInt8]
  /// The number of items in the sections of the view, or in its windows.
  let items: Int
  private let view: FeedView
  private var frame: Frame?
  private var body: ByteBuffer?
  private var compressed: ByteBuffer?

  init(of shown: ShownVersion, in view: FeedView, at time: Duration, _ encoder: FeedEncoder) {
    version = shown.snapshot.version
    items = shown.snapshot.itemCount(in: view)
    self.time = time
    self.view = view
    json = encoder.image(of: shown, in: view, at: time)
  }

  /// Returns the event for a stream.
  mutating func frame(_ encoder: FeedEncoder) -> Frame {
    let frame = frame ?? encoder.event(image: json, version: version, in: view)
    self.frame = frame
    return frame
  }

  /// Returns the body of an answer.
  mutating func body(isCompressed: Bool) -> ByteBuffer {
    if isCompressed, let bytes = compressed ?? Gzip.compress(json).map({ ByteBuffer(bytes: $0) }) {
      compressed = bytes
      return bytes
    }
    let bytes = body ?? ByteBuffer(bytes: json)
    body = bytes
    return bytes
  }
}

extension FeedSnapshot {
  /// Returns the number of items in the sections of a view.
  func itemCount(in view: FeedView) -> Int {
    guard !view.isAll else { return composition.itemCount }
    return composition.sections.reduce(0) { view.contains($1.id) ? $0 + $1.items.count : $0 }
  }
}
