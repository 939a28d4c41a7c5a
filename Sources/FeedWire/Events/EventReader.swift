/// A parser of `text/event-stream` as in the HTML standard; accepts the stream in arbitrary pieces.
///
/// ```swift
/// var reader = EventReader()
/// try reader.read(Array("event: bye\nda".utf8))        // []
/// try reader.read(Array("ta: {}\r\n\r\n".utf8))        // [bye]
/// ```
public struct EventReader: Sendable {
  /// The latest id of the stream, for `Last-Event-ID`; `nil` before the first one.
  public private(set) var lastID: String?
  /// The milliseconds to wait before reconnecting, or `nil` if the stream has not set them.
  public private(set) var retry: Int?

  /// The number of bytes of the incomplete event, without comments.
  public var pendingBytes: Int { data.count + (line.first == 0x3A ? 0 : line.count) }

  private let maximumEventBytes: Int
  /// Whether an event that is too long is cut, and not an error.
  private let cutsEvents: Bool
  /// Whether the current event was cut.
  private var isCut = false
  private var line: [UInt8] = []
  private var name = ""
  private var id: String?
  private var data: [UInt8] = []
  private var hasData = false
  private var isFirstLine = true
  /// Whether the last line ended with a carriage return; a line feed after it belongs to that line.
  private var isBehindReturn = false

  /// Creates a reader at the start of a stream.
  ///
  /// - Parameter maximumEventBytes: The maximum size of an event and of a line, in bytes.
  public init(maximumEventBytes: Int = 64 << 20) {
    self.init(maximumEventBytes: maximumEventBytes, cutsEvents: false)
  }

  /// Creates a reader that can cut events that are too long.
  package init(maximumEventBytes: Int, cutsEvents: Bool) {
    (self.maximumEventBytes, self.cutsEvents) = (maximumEventBytes, cutsEvents)
  }

  /// Parses the next piece of the stream.
  ///
  /// - Throws: ``WireError`` with code ``WireError/Code/overLimit`` if a line or an event is too long. The
  ///   reader cannot continue after an error.
  public mutating func read(_ bytes: [UInt8]) throws(WireError) -> [ServerSentEvent] {
    try readBlocks(bytes).compactMap { block in
      block.data.map { ServerSentEvent(block.name, id: block.id, data: $0) }
    }
  }

  /// A block of lines up to an empty line, with an event or only an id.
  package struct Block: Hashable, Sendable {
    /// The name of the event; `message` by default.
    package var name: String
    /// The id that the block sets, which may be empty; `nil` if it sets none.
    package var id: String?
    /// The data of the event; `nil` if the block only sets an id.
    package var data: [UInt8]?
    /// Whether only the beginning of the event is there, because it is too long.
    package var isCut = false
  }

  /// Parses the next piece of the stream, like ``read(_:)``.
  ///
  /// - Returns: The blocks that the piece completes, including those with only an id.
  /// - Throws: ``WireError``, like ``read(_:)``.
  package mutating func readBlocks(_ bytes: [UInt8]) throws(WireError) -> [Block] {
    var blocks: [Block] = []
    var rest = bytes[...]
    while let first = rest.first {
      if isBehindReturn {
        isBehindReturn = false
        if first == 0x0A {
          rest.removeFirst()
          continue
        }
      }
      let piece = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      let room = maximumEventBytes - line.count
      if piece.count > room {
        guard cutsEvents else { throw tooLong("a line") }
        // A comment may have any length.
        if line.first ?? first != 0x3A { isCut = true }
      }
      line += piece.prefix(room)
      rest = rest.dropFirst(piece.count)
      guard let end = rest.popFirst() else { break }
      isBehindReturn = end == 0x0D
      if let block = try takeLine() { blocks.append(block) }
    }
    return blocks
  }

  /// Parses a complete line; returns the current block if the line is empty.
  private mutating func takeLine() throws(WireError) -> Block? {
    defer { line.removeAll(keepingCapacity: line.count < 1 << 16) }
    var line = line[...]
    if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    isFirstLine = false
    guard !line.isEmpty else { return takeBlock() }
    let field = line.prefix { $0 != 0x3A }
    var value = line.dropFirst(field.count + 1)
    if value.first == 0x20 { value.removeFirst() }
    switch String(decoding: field, as: UTF8.self) {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    case "data":
      guard data.count + value.count < maximumEventBytes else {
        guard cutsEvents else { throw tooLong("an event") }
        (isCut, hasData) = (true, true)
        return nil
      }
      if hasData { data.append(0x0A) }
      data += value
      hasData = true
    case "retry":
      if !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) {
        retry = Int(String(decoding: value, as: UTF8.self)) ?? retry
      }
    default: break  // a comment, or a field of a later standard
    }
    return nil
  }

  private mutating func takeBlock() -> Block? {
    defer {
      name = ""
      id = nil
      data = []
      (hasData, isCut) = (false, false)
    }
    if let id { lastID = id }
    guard hasData || id != nil else { return nil }
    return Block(
      name: name.isEmpty ? "message" : name,
      id: id,
      data: hasData ? data : nil,
      isCut: isCut
    )
  }

  private func tooLong(_ what: String) -> WireError {
    WireError(
      .overLimit,
      "\(what) of the stream has more than \(maximumEventBytes) bytes",
      hint: "request fewer sections, or allow longer events"
    )
  }
}
