import FeedModel
import FeedSnapshots
import FeedWire
import TestSupport
import Testing

@testable import FeedClient

@Suite("ClientMachine")
struct ClientMachineTests {
  private static func machine(
    at addresses: [String] = ["http://127.0.0.1:8080"],
    _ configure: (inout FeedClientConfiguration) -> Void = { _ in }
  ) throws -> ClientMachine {
    var configuration = FeedClientConfiguration()
    configure(&configuration)
    return ClientMachine(
      try FeedAddress.read(addresses),
      configuration,
      random: SeededGenerator(seed: 1)
    )
  }

  /// A machine that holds version 1, with two items.
  private static func live(
    at addresses: [String] = ["http://127.0.0.1:8080"]
  ) throws -> ClientMachine {
    var machine = try machine(at: addresses)
    _ = machine.connect(at: .zero)
    #expect(try machine.didAnswer(.stream) == .events)
    let step = machine.receive(Events.image(1, ["1", "2"]))
    #expect(step.versions.count == 1)
    #expect(step.state == .live)
    return machine
  }

  @Test func `a request contains the configuration`() throws {
    var machine = try Self.machine {
      $0.sections = (try? FeedView("live/*,a+b")) ?? .all
      $0.conflate = .milliseconds(250)
      $0.heartbeat = .milliseconds(20)
    }
    let request = machine.connect(at: .zero).request
    #expect(
      request.url
        == "http://127.0.0.1:8080/v1/stream?heartbeat=500&conflate=250&sections=a%2Bb,live/*"
    )
    #expect(request.lastEventID == nil)
  }

  @Test func `a connection that asks for other windows than the held ones does not resume`() throws
  {
    let windows = try ClientWindows("2")
    var machine = try Self.machine { $0.windows = windows }
    _ = machine.connect(at: .zero)
    #expect(try machine.didAnswer(.stream) == .events)
    let image = #"""
      {"epoch":"e1","version":1,"sections":[{"id":"s","window":{"from":0,"of":5},\#
      "items":[{"id":"a","kind":"k"},{"id":"b","kind":"k"}]}],"sources":[]}
      """#
    let event = ServerSentEvent("image", id: "e1:1", data: Array(image.utf8))
    #expect(machine.receive(String(decoding: event.bytes, as: UTF8.self)).versions.count == 1)
    for (count, id) in [(2, "e1:1"), (3, nil)] as [(Int, String?)] {
      windows.show("s", count: count)
      _ = machine.didEnd(nil)
      #expect(machine.connect(at: .seconds(1)).request.lastEventID == id)
    }
  }

  @Test func `a lost connection resumes from the held version`() throws {
    var machine = try Self.live()
    _ = machine.receive(Events.patch(1, 2, "1.5"))
    let (next, error) = machine.didEnd(nil)
    guard case .wait(let pause) = next else { return #expect(Bool(false), "it gives up") }
    #expect(pause <= .milliseconds(500))
    #expect(error.code == .disconnected)
    let (request, state) = machine.connect(at: .seconds(1))
    #expect(request.lastEventID == "e1:2")
    #expect(state == .connecting(after: error))
    _ = try machine.didAnswer(.stream)
    let step = machine.receive(Events.patch(2, 3, "1.6"))
    #expect(step.versions.map(\.cursor.version) == [3])
    #expect(step.state == .live)
  }

  private static let unusable: [(what: String, event: String)] = [
    ("a patch from another version", Events.patch(4, 5, "2")),
    ("a patch that goes back", Events.patch(1, 1, "2")),
    ("a patch of another epoch", Events.patch(1, 2, "2", epoch: "e2")),
    ("another checksum", Events.heartbeat(1, ["1", "3"])),
    ("JSON that ends too early", Events.event("patch", #"{"from":1,"to":2,"batch":{"#)),
    (
      "an edit outside of the feed",
      Events.event("patch", #"{"from":1,"to":2,"batch":{"deleteItems":[[0,9]]}}"#)
    ),
    (
      "numbers that overflow",
      Events.event("patch", #"{"from":1,"to":99999999999999999999,"batch":{}}"#)
    ),
    ("a heartbeat without a version", Events.event("heartbeat", "{}")),
    ("an image that is none", Events.event("image", #"{"epoch":"e1","version":2}"#)),
  ]

  @Test(arguments: unusable)
  func `an event that cannot be performed requests an image`(what: String, event: String) throws {
    var machine = try Self.live()
    let step = machine.receive(event)
    #expect(step.error?.code == .invalidFeed, "\(what)")
    #expect(step.versions.isEmpty)
    guard case .wait = machine.didEnd(step.error).next else {
      return #expect(Bool(false), "\(what): it gives up")
    }
    #expect(machine.connect(at: .zero).request.lastEventID == nil)
    // The client keeps showing the held version, and the batch of the image starts from it.
    _ = try machine.didAnswer(.stream)
    let image = machine.receive(Events.image(7, ["1", "4"], epoch: "e2"))
    #expect(image.versions.first?.batch?.reconfigureItems == [SnapshotPath(section: 0, item: 1)])
  }

  @Test func `failed attempts wait longer until a checksum matches`() throws {
    var machine = try Self.live()
    var longest = Duration.zero
    for _ in 0..<20 {
      let step = machine.receive(Events.heartbeat(9, ["9"]))
      guard case .wait(let pause) = machine.didEnd(step.error).next else { continue }
      longest = max(longest, pause)
      _ = machine.connect(at: .zero)
      _ = try machine.didAnswer(.stream)
      _ = machine.receive(Events.image(1, ["1"]))
    }
    #expect(longest > .seconds(10))
    #expect(longest <= .seconds(30))
    #expect(machine.receive(Events.heartbeat(1, ["1"])).error == nil)
    guard case .wait(let pause) = machine.didEnd(nil).next else { return }
    #expect(pause <= .milliseconds(500))
  }

  @Test func `a client reconnects at the time in bye`() throws {
    for (retry, pause) in [(0, 0), (2400, 2400), (999_999_999_999, 300_000)] {
      var machine = try Self.live()
      let step = machine.receive(Events.bye("drain", retry: retry))
      #expect(step.error?.code == .goodbye)
      #expect(machine.didEnd(step.error).next == .wait(.milliseconds(pause)))
      #expect(machine.connect(at: .zero).request.lastEventID == "e1:1")
    }
  }

  @Test func `the retry field of a stream applies to the next attempt`() throws {
    var machine = try Self.live()
    _ = machine.receive("retry: 7000\n\n")
    guard case .wait(let pause) = machine.didEnd(nil).next else { return }
    #expect(pause >= .seconds(7))
    #expect(pause <= .milliseconds(7500))
    _ = machine.connect(at: .zero)
    guard case .wait(let later) = machine.didEnd(nil).next else { return }
    #expect(later <= .seconds(1))
  }

  @Test
  func `silence is detected after three intervals, and bytes of a long event are not silence`()
    throws
  {
    var machine = try Self.machine { $0.heartbeat = .seconds(10) }
    _ = machine.connect(at: .seconds(100))
    #expect(machine.deadline == .seconds(130))
    _ = try machine.didAnswer(.stream)
    let image = Events.image(1, ["1"])
    let (start, end) = (String(image.prefix(60)), String(image.dropFirst(60)))
    _ = machine.receive(start, at: .seconds(120))
    #expect(machine.deadline == .seconds(150))
    // Comments and events with unknown names do not extend the deadline.
    _ = machine.receive(end, at: .seconds(140))
    #expect(machine.deadline == .seconds(170))
    for noise in [": still here\n", ": ", "x", "y\n\n", "event: other\ndata: 1\n\n", "\n\n\n"] {
      _ = machine.receive(noise, at: .seconds(150))
    }
    #expect(machine.deadline == .seconds(170))
    _ = machine.receive(Events.heartbeat(1, ["1"]), at: .seconds(160))
    #expect(machine.deadline == .seconds(190))
    #expect(machine.silence.code == .silent)
  }

  @Test func `heartbeats without a feed do not extend the deadline`() throws {
    var machine = try Self.machine()
    _ = machine.connect(at: .zero)
    _ = try machine.didAnswer(.stream)
    let step = machine.receive(Events.heartbeat(1, ["1"]), at: .seconds(9))
    #expect(machine.deadline == .seconds(15))
    #expect(step.state == nil)
  }

  @Test func `a changed source state makes an update without a batch`() throws {
    var machine = try Self.live()
    let late = Events.heartbeat(1, ["1", "2"], late: "odds")
    let step = machine.receive(late)
    #expect(step.versions.map(\.sources) == [[WireSource(id: "odds", state: .late)]])
    #expect(step.versions.first?.batch == BatchUpdates())
    #expect(machine.receive(late).versions.isEmpty)
  }

  @Test func `an error ends the updates unless the address has served a feed before`() throws {
    let refusals: [(Answer, isFinal: Bool)] = [
      (Answer(status: 404), true), (Answer(status: 421), true), (Answer(status: 400), true),
      (Answer(status: 200, contentType: "text/html"), true), (Answer(status: 204), true),
      (Answer(status: 500), false), (Answer(status: 503), false), (Answer(status: 429), false),
      (Answer(status: 408), false),
    ]
    for (answer, isFinal) in refusals {
      var new = try Self.machine()
      _ = new.connect(at: .zero)
      #expect(try new.didAnswer(answer) == .refusal)
      let error = answer.error([], from: new.address)
      #expect((new.didEnd(error).next == .fail) == isFinal, "\(answer.status)")
      var old = try Self.live()
      _ = old.didEnd(nil)
      _ = old.connect(at: .zero)
      _ = try old.didAnswer(answer)
      #expect(old.didEnd(error).next != .fail, "\(answer.status)")
    }
  }

  // MARK: Replicas

  private static let replicas = ["http://a:1", "http://b:2", "http://c:3"]

  @Test func `a client resumes at the next address after a short random pause`() throws {
    for bye in ["", Events.bye("drain", retry: 4000), "retry: 9000\n\n"] {
      var machine = try Self.live(at: Self.replicas)
      let step = machine.receive(bye)
      guard case .wait(let pause) = machine.didEnd(step.error).next else {
        return #expect(Bool(false), "it gives up")
      }
      #expect(pause > .zero, "\(pause)")
      #expect(pause <= .milliseconds(500), "\(pause)")
      let request = machine.connect(at: pause).request
      #expect(request.url.hasPrefix("http://b:2/v1/stream"))
      #expect(request.lastEventID == "e1:1")
    }
  }

  @Test func `addresses that failed recently are tried last, the longest ago first`()
    throws
  {
    var machine = try Self.live(at: Self.replicas)
    var (now, pauses, places) = (Duration.seconds(100), [Duration](), [String]())
    for _ in 0..<30 {
      guard case .wait(let pause) = machine.didEnd(nil, at: now).next else { break }
      pauses.append(pause)
      now += pause
      let url = machine.connect(at: now).request.url
      places.append(String(url.dropFirst("http://".count).prefix(1)))
    }
    #expect(places.joined() == String(String(repeating: "bca", count: 10)))
    // None of them answers, so that the pauses grow as those of a single address do.
    #expect(pauses[..<3].allSatisfy { $0 <= .milliseconds(500) })
    #expect(pauses[20...].contains { $0 > .seconds(3) })
    #expect(pauses.allSatisfy { $0 <= .seconds(30) })
    // The one that is live now is not left for one that failed a moment ago.
    let live = machine.address
    _ = try machine.didAnswer(.stream)
    _ = machine.receive(Events.heartbeat(1, ["1", "2"]), at: now)
    _ = machine.didEnd(nil, at: now + .seconds(300))
    #expect(machine.address != live)
    _ = machine.connect(at: now + .seconds(300))
    _ = machine.didEnd(nil, at: now + .seconds(301))
    #expect(machine.address != live, "it failed after the third one did")
  }

  @Test func `an older version of another replica is rejected, and the next address is tried`()
    throws
  {
    var machine = try Self.live(at: Self.replicas)
    _ = machine.receive(Events.patch(1, 5, "1.5"))
    _ = machine.didEnd(nil)
    _ = machine.connect(at: .zero)
    _ = try machine.didAnswer(.stream)
    let step = machine.receive(Events.image(4, ["9", "2"]))
    #expect(step.versions.isEmpty)
    #expect(step.error?.code == .behind)
    #expect(
      step.error?.description
        == "error[behind]: b:2 serves version 4, which is older than the shown version"
    )
    #expect(machine.didEnd(step.error).next != .fail)
    let request = machine.connect(at: .zero).request
    #expect(request.url.hasPrefix("http://c:3/"))
    #expect(request.lastEventID == "e1:5")
    _ = try machine.didAnswer(.stream)
    #expect(machine.receive(Events.patch(5, 6, "1.6")).versions.map(\.cursor.version) == [6])
    // The versions of another epoch have separate numbers.
    #expect(machine.receive(Events.image(2, ["1"], epoch: "e2")).versions.count == 1)
    // A server that is alone may have been given an older store.
    var alone = try Self.live()
    _ = alone.receive(Events.patch(1, 5, "1.5"))
    #expect(alone.receive(Events.image(4, ["9", "2"])).versions.count == 1)
  }

  @Test func `an image is requested from the same address first, then from others`()
    throws
  {
    var machine = try Self.live(at: Self.replicas)
    let step = machine.receive(Events.heartbeat(1, ["9"]))
    #expect(step.error?.code == .invalidFeed)
    var places: [String] = []
    for _ in 0..<3 {
      _ = machine.didEnd(step.error)
      let request = machine.connect(at: .zero).request
      #expect(request.lastEventID == nil)
      places.append(String(request.url.dropFirst("http://".count).prefix(1)))
    }
    #expect(places == ["a", "b", "c"])
  }

  @Test func `the updates end only if every address is unusable`() throws {
    var machine = try Self.machine(at: Self.replicas)
    for (status, isLast) in [(404, false), (500, false), (404, false), (404, false), (404, true)] {
      _ = machine.connect(at: .zero)
      let answer = Answer(status: status)
      _ = try machine.didAnswer(answer)
      let end = machine.didEnd(answer.error([], from: machine.address))
      #expect((end.next == .fail) == isLast)
    }
    #expect(throws: ClientError.self) { try FeedAddress.read([]) }
    let addresses = try FeedAddress.read(["http://a/", "http://A:80", "http://a/v1", "http://b"])
    #expect(addresses.map(\.authority) == ["a", "b"])
  }

  @Test func `a client waits for Retry-After`() throws {
    for (text, least) in [("5", 5), ("0", 0), ("-5", 0), ("9999999999", 0), ("soon", 0)] {
      var machine = try Self.machine()
      _ = machine.connect(at: .zero)
      let answer = Answer(status: 429, retryAfter: text)
      _ = try machine.didAnswer(answer)
      guard case .wait(let pause) = machine.didEnd(answer.error([], from: machine.address)).next
      else { return #expect(Bool(false), "it gives up") }
      #expect(pause >= .seconds(least))
      #expect(pause <= .seconds(least) + .milliseconds(500))
    }
  }

  @Test func `redirections stay with the server and are limited`() throws {
    let targets: [(String, String?)] = [
      ("/feed/v1/stream?heartbeat=5000", "http://127.0.0.1:8080/feed/v1/stream?heartbeat=5000"),
      ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"),
      ("http://127.0.0.1:22/x", nil), ("http://other.example/v1/stream", nil),
      ("//other.example/", nil), ("http://a:b@127.0.0.1:8080/", nil), ("file:///etc/passwd", nil),
      ("http://127.0.0.1:8080@other.example/", nil),
    ]
    for (location, expected) in targets {
      var machine = try Self.machine()
      _ = machine.connect(at: .zero)
      let reading = try? machine.didAnswer(Answer(status: 302, location: location))
      #expect(
        reading == expected.map { .redirection(ClientMachine.Request(url: $0)) },
        "\(location)"
      )
    }
    var machine = try Self.machine()
    _ = machine.connect(at: .zero)
    var count = 0
    while (try? machine.didAnswer(Answer(status: 307, location: "/round"))) != nil { count += 1 }
    #expect(count == 5)
    let secure = try FeedAddress("http://feed.example")
    let url = secure.stream(FeedClientConfiguration())
    #expect(secure.redirection(to: "https://feed.example/v1/stream", from: url) != nil)
    let back = try FeedAddress("https://feed.example")
    #expect(back.redirection(to: "http://feed.example/v1/stream", from: url) == nil)
  }

  @Test func `arbitrary bytes result in a version, no change or another attempt`() throws {
    var random = SeededGenerator(seed: 7)
    let good =
      Events.image(1, ["1", "2"]) + Events.patch(1, 2, "3") + Events.heartbeat(2, ["3", "2"])
      + Events.bye("slow", retry: 10)
    for _ in 0..<amount(1_000, full: 20_000) {
      var machine = try Self.machine()
      _ = machine.connect(at: .zero)
      _ = try machine.didAnswer(.stream)
      var bytes = Array(good.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<min(place + 5, bytes.count))
        default: bytes.insert(contentsOf: bytes[..<(place / 2)], at: place)
        }
      }
      var rest = bytes[...]
      var model = CollectionModel(WireSnapshot())
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...40, using: &random))
        rest = rest.dropFirst(piece.count)
        let step = machine.didReceive(Array(piece), at: .zero)
        for version in step.versions {
          let batch = try #require(version.batch)
          try model.perform(batch, to: version.snapshot)
        }
        if let error = step.error {
          #expect(machine.didEnd(error).next != .fail)
          break
        }
      }
    }
  }
}

extension Answer {
  fileprivate static let stream = Answer(status: 200, contentType: "text/event-stream")
}

extension ClientMachine {
  fileprivate mutating func didEnd(_ error: ClientError?) -> (next: Next, error: ClientError) {
    didEnd(error, at: .zero)
  }

  fileprivate mutating func receive(_ text: String, at now: Duration = .zero) -> Step {
    didReceive(Array(text.utf8), at: now)
  }
}
