import FeedCommands
import FeedStress

/// A feed of the gallery: its files, and the source of its messages.
struct DemoFeed {
  let name: String
  let summary: String
  private let feed: [UInt8]
  private let schema: [UInt8]
  let source: any GallerySource.Type

  /// The name of the demo of five sources.
  static let sportsbook = "sportsbook"
  private static let sportsbookSummary =
    "odds, scores and ads of a sportsbook from five live sources"

  /// All feeds but the sportsbook.
  static let all = [
    DemoFeed(
      name: "exchange",
      summary: "ladders of prices to back and to lay, with the money at each",
      feed: PackageResources.exchange_yaml,
      schema: PackageResources.exchange_sql,
      source: ExchangeGallery.self
    ),
    DemoFeed(
      name: "shop",
      summary: "products by category with prices and stocks, and a basket",
      feed: PackageResources.shop_yaml,
      schema: PackageResources.shop_sql,
      source: ShopGallery.self
    ),
    DemoFeed(
      name: "status",
      summary: "services with their latencies, and the incidents of those in trouble",
      feed: PackageResources.status_yaml,
      schema: PackageResources.status_sql,
      source: StatusGallery.self
    ),
    DemoFeed(
      name: "departures",
      summary: "the departures of a station with platforms and delays",
      feed: PackageResources.departures_yaml,
      schema: PackageResources.departures_sql,
      source: DeparturesGallery.self
    ),
    DemoFeed(
      name: "quakes",
      summary: "earthquakes of a day by magnitude, which is measured again",
      feed: PackageResources.quakes_yaml,
      schema: PackageResources.quakes_sql,
      source: QuakesGallery.self
    ),
    DemoFeed(
      name: "builds",
      summary: "running builds with their progress, and the last ones of each branch",
      feed: PackageResources.builds_yaml,
      schema: PackageResources.builds_sql,
      source: BuildsGallery.self
    ),
    DemoFeed(
      name: "photos",
      summary: "a wall of photos in the user's own order",
      feed: PackageResources.photos_yaml,
      schema: PackageResources.photos_sql,
      source: PhotosGallery.self
    ),
  ]

  /// The names of all feeds with what they show, a line each.
  static var list: String {
    ([(sportsbook, sportsbookSummary)] + all.map { ($0.name, $0.summary) }).map { name, summary in
      name.padded(to: 12) + summary
    }.joined(separator: "\n")
  }

  /// The files that the demo serves.
  var files: [(name: String, bytes: [UInt8])] {
    let text = String(decoding: feed, as: UTF8.self)
      .replacing("../../fixtures/gallery/pictures", with: "pictures")
      .replacing("$schema=../feed.schema.json", with: "$schema=feed.schema.json")
    let pictures = source.pictures.map { (name: "pictures/\($0.name)", bytes: $0.bytes) }
    return [("\(name).yaml", Array(text.utf8)), ("\(name).sql", schema), ("\(name).jsonl", [])]
      + pictures
  }
}

extension String {
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(count - self.count, 1))
  }
}
