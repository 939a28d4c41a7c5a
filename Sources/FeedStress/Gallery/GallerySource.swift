import FeedModel

/// The messages of a feed of the gallery, generated from a seed without end.
package protocol GallerySource: Sendable {
  /// The number of messages in a second, for people who watch.
  static var rate: Int { get }
  /// Whether messages depend on the time, so that the source may have no message at a moment.
  static var followsTime: Bool { get }
  /// The pictures that its items name, as files.
  static var pictures: [(name: String, bytes: [UInt8])] { get }

  /// The rows with which it begins.
  var opening: WorkloadMessage { get }

  /// Begins.
  ///
  /// - Parameter start: The present time, in seconds since 1970.
  init(seed: UInt64, start: Int64)

  /// Draws the next message; an empty one is left out.
  ///
  /// - Parameter now: The present time, in seconds since 1970.
  mutating func next(at now: Int64) -> WorkloadMessage
}

extension GallerySource {
  package static var pictures: [(name: String, bytes: [UInt8])] { [] }
  package static var followsTime: Bool { false }
}

/// The lines of a fixture that a source of the gallery makes: its opening, then one message a line.
package struct GalleryLines: Sendable {
  private var source: any GallerySource
  private var isOpen = false

  package init(_ source: any GallerySource) { self.source = source }

  /// Returns the next line, with its end; empty if the source has no message at this time.
  ///
  /// - Parameter now: The present time, in seconds since 1970.
  package mutating func next(at now: Int64) -> [UInt8] {
    var message = isOpen ? source.next(at: now) : source.opening
    isOpen = true
    let isPatient = type(of: source).followsTime
    while message.isEmpty, !isPatient { message = source.next(at: now) }
    guard !message.isEmpty else { return [] }
    var line = JSONLine()
    line.write(message)
    return line.bytes
  }
}

/// The pictures of the gallery's feeds.
package enum GalleryPictures {
  /// The files, each with its name below `fixtures/gallery`.
  package static var files: [(name: String, bytes: [UInt8])] {
    (PhotosGallery.pictures + ShopGallery.pictures).map { ("pictures/\($0.name)", $0.bytes) }
  }
}
