import FeedSnapshots
import FeedWire

extension Inputs {
  /// A stream of events, as a server that is broken or lies might send it.
  ///
  /// However it is cut, the events are the same; whatever they say, a client performs what a list view
  /// could, or asks for an image.
  static func wire(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let stream = Array(bytes.dropFirst())
    let cut = min(Int(first) * 16, stream.count)
    let events = read([stream])
    precondition(read([Array(stream[..<cut]), Array(stream[cut...])]) == events, "cut at \(cut)")
    var state = FeedState()
    for event in events {
      if let id = event.id, let cursor = Cursor(id) {
        precondition(cursor.description == id, "\(cursor) is not \(id)")
      }
      let held = state.cursor
      switch state.receive(event) {
      case .updated(let update):
        let model = CollectionModel(update.from)
        let violations = model.violations(of: update.batch, to: update.snapshot)
        precondition(violations.isEmpty, "\(violations)")
        precondition(state.cursor == update.cursor)
        // What is held can be sent on, and is then the same.
        guard let image = state.image else { preconditionFailure("nothing is held") }
        precondition((try? FeedImage(json: image.json)) == image, "\(image)")
        _ = state.checksum()
      case .unchanged, .goodbye: precondition(state.cursor == held)
      case .needsImage(let error):
        precondition(state.cursor == nil && !error.message.isEmpty)
        for line in "\(error)".split(whereSeparator: \.isNewline) {
          precondition(!line.hasPrefix(fake), "an input begins a line: \(error)")
        }
      }
    }
  }

  private static func read(_ pieces: [[UInt8]]) -> [ServerSentEvent] {
    var reader = EventReader(maximumEventBytes: 4096)
    var events: [ServerSentEvent] = []
    for piece in pieces {
      // Events before a line that is too long are dropped with their piece, so such streams are not compared.
      guard let more = try? reader.read(piece) else { return [] }
      events += more
    }
    return events
  }
}
