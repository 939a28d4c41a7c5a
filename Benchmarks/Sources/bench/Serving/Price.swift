// Measures: the bytes of one price on the wire, its event's frame included.
// Why: delivery costs what changes, not what the feed holds.
// Expected: a few hundred bytes, whatever the feed holds.
// Command: swift run -c release --package-path Benchmarks bench serving-price
import Measuring
import Subscribing

func measurePrice(_ sheet: inout Sheet) async throws {
  let workshop = try Workshop()
  let feed = try ServedFeed(Repository.path("layouts/sportsbook.yaml"), in: workshop)
  let image = try feed.size(of: "/v1/stream")
  let reader = Subscribers(port: feed.port, target: "/v1/stream")
  try reader.connect(1, until: image)
  let publisher = try Publisher(port: feed.port)
  try reader.attach(publisher)
  var sizes: [Double] = []
  // All lines are played, since some change rows that others have brought; only single prices count.
  for line in try Repository.lines(of: "fixtures/sportsbook/updates.jsonl").prefix(2000) {
    let held = reader.newest
    reader.begin(after: held)
    publisher.send(feed.message(line))
    try reader.run(atMost: 10) { publisher.isIdle }
    guard let version = publisher.versions.last else { continue }
    reader.run(until: Subscribers.now + 1e6)
    guard line.isPrice, version > held else { continue }
    try reader.run(atMost: 1) { reader.arrivals.complete == version }
    sizes.append(Double(reader.bytes))
  }
  let samples = Samples(sizes)
  sheet.add(
    "a price of the sportsbook on the wire, the largest",
    Samples([samples.most]),
    .bytes,
    must: .atMost(.bytes(300)),
    note:
      "the median \(Quantity(samples.median, .bytes)), the image \(Quantity.bytes(Double(image)))"
  )
  sheet.count(
    "the image of the sportsbook against a price",
    .times(Double(image) / samples.most),
    must: .atLeast(.times(300))
  )
}

extension String {
  /// Whether the line of a fixture is the price of one selection and nothing else.
  fileprivate var isPrice: Bool {
    contains(#""selection":[{"id":"#) && contains(#","price":"#) && split(separator: ",").count == 3
  }
}
