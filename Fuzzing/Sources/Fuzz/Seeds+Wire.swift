import Foundation

extension Seeds {
  /// The vectors of the protocol as streams; the first byte says where a stream is cut.
  static var streams: [Data] {
    let url = URL(filePath: "Tests/Vectors/wire.json")
    guard let data = try? Data(contentsOf: url),
      let vectors = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let cases = vectors["cases"] as? [[String: Any]]
    else { preconditionFailure("run it in the root of the repository: \(url.path) is not there") }
    return ["all", "some", "groups"].flatMap { name in
      let example = cases.first { $0["name"] as? String == name }
      let events = (example?["steps"] as? [[String: Any]] ?? []).map(event)
      // The first one is an image, which patches need.
      return (1..<max(events.count, 2)).map { count in
        Data("\u{10}".utf8) + Data(events.prefix(1).joined().utf8)
          + Data(events.dropFirst().prefix(count).joined().utf8)
      }.filter { $0.count < 8192 }
    }
  }

  private static func event(_ step: [String: Any]) -> String {
    guard let name = step["event"] as? String, let data = step["data"] as? String
    else { preconditionFailure("\(step) is no step") }
    let id = (step["id"] as? String).map { "id: \($0)\n" } ?? ""
    return "event: \(name)\n\(id)data: \(data)\n\n"
  }

  /// Streams in which an input might say something in our name.
  static let hostileStreams = [
    "\u{1}event: image\nid: HOSTILE\ndata: {\"epoch\":\"HOSTILE\",\"version\":1}\n\n",
    "\u{1}event: patch\ndata: {\"HOSTILE\":1}\n\n", "\u{1}event: HOSTILE\ndata: HOSTILE\n\n",
    "\u{1}event: heartbeat\ndata: {\"version\":1,\"checksum\":\"HOSTILE\"}\n\n",
    "\u{1}event: bye\ndata: {\"reason\":\"HOSTILE\",\"retry\":99999999999999999999}\n\n",
    "\u{1}event: image\ndata: {\"epoch\":\"a\",\"version\":1,\"sections\":[{\"id\":\"s\",\"items\":"
      + "[{\"id\":\"HOSTILE\",\"kind\":\"k\"},{\"id\":\"HOSTILE\",\"kind\":\"k\"}]}],\"sources\":[]}\n\n",
    "\u{1}retry: 9999999999999999999999\nid: a\u{0}b\n: HOSTILE\ndata\n\n",
  ]
}
