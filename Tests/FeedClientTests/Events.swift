import FeedWire

/// The events of a small feed: one section, whose items have a value each.
enum Events {
  static let epoch = "e1"

  static func sections(_ values: [String]) -> [WireSection] {
    var items: [WireItem] = []
    for (index, value) in values.enumerated() {
      var look = WireLook(kind: "price")
      look.value = value
      items.append(WireItem(id: "price/\(index)", look: look))
    }
    return [WireSection(id: "prices", items: items)]
  }

  static func image(_ version: Int, _ values: [String], epoch: String = epoch) -> String {
    let items = values.enumerated().map {
      #"{"id":"price/\#($0)","kind":"price","value":"\#($1)"}"#
    }
    return event(
      "image",
      id: "\(epoch):\(version)",
      #"{"epoch":"\#(epoch)","version":\#(version),"title":"Prices","sections":[{"id":"prices","items":["#
        + items.joined(separator: ",") + #"]}],"sources":[]}"#
    )
  }

  /// A patch that gives the first item another value.
  static func patch(_ from: Int, _ to: Int, _ value: String, epoch: String = epoch) -> String {
    event(
      "patch",
      id: "\(epoch):\(to)",
      #"{"from":\#(from),"to":\#(to),"batch":{"reconfigureItems":[[0,0]]},"#
        + #""changes":[{"at":[0,0],"set":{"value":"\#(value)"}}]}"#
    )
  }

  static func heartbeat(_ version: Int, _ values: [String], late: String? = nil) -> String {
    let sources = late.map { #","sources":[{"id":"\#($0)","state":"late"}]"# } ?? ""
    return event(
      "heartbeat",
      #"{"version":\#(version),"checksum":"\#(Checksum(of: sections(values)))"\#(sources)}"#
    )
  }

  static func bye(_ reason: String, retry: Int) -> String {
    event("bye", #"{"reason":"\#(reason)","retry":\#(retry)}"#)
  }

  static func event(_ name: String, id: String? = nil, _ data: String) -> String {
    "event: \(name)\n" + (id.map { "id: \($0)\n" } ?? "") + "data: \(data)\n\n"
  }
}
