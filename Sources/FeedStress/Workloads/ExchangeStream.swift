/// The messages of a profile one by one, without end and without keeping any.
struct ExchangeStream {
  private var board: ExchangeBoard
  private var second = 0
  private var index = 0
  private var count = 0

  /// Begins a stream.
  init(_ profile: ExchangeProfile, seed: UInt64) {
    board = ExchangeBoard(profile, SplitMix64(seed: seed))
  }

  /// The image, the first message of the stream.
  mutating func image() -> [String] {
    board.writeImage()
    return board.takeBytes().split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The next message, and its time in milliseconds after the start.
  mutating func next() -> (milliseconds: Int, message: String) {
    while index == count {
      if count > 0 { second += 1 }
      count = board.messagesOfASecond()
      index = 0
    }
    let time = board.writeMessage(second, index, of: count)
    index += 1
    let line = board.takeBytes().dropLast()
    return (time - 1_000, String(decoding: line, as: UTF8.self))
  }
}
