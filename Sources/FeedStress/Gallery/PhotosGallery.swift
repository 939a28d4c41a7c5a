/// A wall of photos that people like; new ones arrive, and old ones leave.
package struct PhotosGallery: GallerySource {
  package static let rate = 2

  private struct Photo {
    let id: Int
    let title: String
    let artist: String
    let image: String
    var likes: Int
  }

  private static let kept = 12
  private static let artists = [
    "M. Halvorsen", "Yuki Tanaka", "L. Duarte", "Femi Okonkwo", "I. Moreau",
  ]
  private static let titles = [
    "Harbour at dawn", "Two chairs", "The orchard wall", "Night bus", "Été indien",
    "Study in salt", "Untitled", "The long field", "After rain", "Low tide", "North road",
    "Six o'clock",
    "A quiet hour", "Winter light",
  ]

  /// Two landscapes in each light.
  package static var pictures: [(name: String, bytes: [UInt8])] {
    (1...2 as ClosedRange<UInt64>).flatMap { seed in
      zip(PhotosWorkload.names, PhotosWorkload(seed: seed, scale: 2).files).map { name, file in
        ("\(seed)-\(name)", file.bytes)
      }
    }
  }

  private static let images = (1...2).flatMap { seed in
    PhotosWorkload.names.map { "\(seed)-\($0)" }
  }

  private var random: SplitMix64
  private var photos: [Photo] = []
  private var count = 0

  package init(seed: UInt64, start: Int64) {
    random = SplitMix64(seed: seed)
    for _ in 0..<Self.kept { add() }
  }

  package var opening: WorkloadMessage { WorkloadMessage("photo", photos.map(row)) }

  package mutating func next(at _: Int64) -> WorkloadMessage {
    count += 1
    guard count.isMultiple(of: 24) else {
      let index = random.below(photos.count)
      photos[index].likes += random.within(1...3)
      return WorkloadMessage(
        "photo",
        [[("id", .integer(photos[index].id)), ("likes", .integer(photos[index].likes))]]
      )
    }
    add()
    var message = WorkloadMessage("photo", [row(photos[photos.count - 1])])
    message.delete("photo", [photos.removeFirst().id])
    return message
  }

  private mutating func add() {
    let id = (photos.last?.id ?? 0) + 1
    photos.append(
      Photo(
        id: id,
        title: Self.titles[(id - 1) % Self.titles.count],
        artist: random.element(of: Self.artists) ?? "",
        image: Self.images[(id - 1) % Self.images.count],
        likes: random.within(3...90)
      )
    )
  }

  /// The row of a new photo, whose place is the last one; the order that users make stays.
  private func row(_ photo: Photo) -> WorkloadMessage.Row {
    [
      ("id", .integer(photo.id)), ("title", .text(photo.title)), ("artist", .text(photo.artist)),
      ("image", .text(photo.image)), ("likes", .integer(photo.likes)),
      ("display_order", .integer(photo.id * 1_000)),
    ]
  }
}
