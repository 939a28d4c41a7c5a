// Measures: what it costs when all clients come back at once, and each needs all of the feed.
// Why: after a restart, or a proxy's, they do; who is there must not wait for who comes.
// Expected: the cost of sending so many bytes, since the image is encoded once.
// Command: swift run -c release --package-path Benchmarks bench serving-returning
import Measuring
import Subscribing

func measureReturning(_ sheet: inout Sheet) async throws {
  try Cores.keepToSecond()
  let count = sheet.options.isQuick ? 500 : 5000
  let workshop = try Workshop()
  let feed = try ServedFeed(Repository.path("layouts/sportsbook.yaml"), in: workshop)
  let runs = max(sheet.options.runs / 3, 1)
  for (what, target, headers) in [
    ("an image", "/v1/stream", ""), ("a compressed image", "/v1/feed", "Accept-Encoding: gzip\r\n"),
  ] {
    let image = try feed.size(of: target, headers: headers)
    var times: [Double] = []
    var waits: [Double] = []
    for run in 0...runs {
      let clients = Subscribers(port: feed.port, target: target, headers: headers)
      let (time, start) = (feed.server.time, Subscribers.now)
      try clients.connect(count, batch: nil, until: image)
      guard run > 0 else { continue }
      times.append(feed.server.time - time)
      waits.append(Subscribers.now - start)
    }
    sheet.add(
      "processor time until \(size(count)) clients that come at once have \(what)",
      Samples(times),
      must: .atMost(.milliseconds(3000)),
      note: "\(Quantity.bytes(Double(image))) for each; all have it after "
        + "\(Quantity(Samples(waits).median, .nanoseconds))"
    )
  }
}
