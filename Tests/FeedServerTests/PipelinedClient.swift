#if Server
import CZlib
import Foundation
import TestFeeds

/// A client that sends many requests on one connection before it reads their answers.
final class PipelinedClient {
  private let raw: RawClient
  private var bytes = Data()

  init(_ feed: ServedFeed) throws { raw = try RawClient(port: feed.port) }

  /// Sends requests.
  func send(_ requests: [String]) async { await raw.send(requests.joined()) }

  /// Returns the answers to the given number of requests, in the order of the requests.
  func answers(_ count: Int) async throws -> [Answer] {
    var answers: [Answer] = []
    while answers.count < count {
      if let answer = try next() {
        answers.append(answer)
        continue
      }
      let more = await raw.receive()
      guard !more.isEmpty else { throw RawClient.Failure(what: "the connection has ended") }
      bytes.append(contentsOf: more)
    }
    return answers
  }

  private func next() throws -> Answer? {
    guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    var answer = Answer(head: [], raw: Data())
    var length = 0
    for line in head {
      let name = line.prefix { $0 != ":" }.lowercased()
      if name == "content-length" {
        length = Int(line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)) ?? 0
      } else if name != "date" {
        answer.head.append(line)
      }
    }
    if head[0].hasPrefix("HTTP/1.1 304") { length = 0 }
    guard bytes.endIndex - end.upperBound >= length else { return nil }
    answer.raw = Data(bytes[end.upperBound..<(end.upperBound + length)])
    bytes = Data(bytes[(end.upperBound + length)...])
    return answer
  }
}

/// An answer without the headers that change from one second to the next.
struct Answer {
  var head: [String]
  /// The body before decompression.
  var raw: Data

  var isCompressed: Bool { head.contains { $0.lowercased() == "content-encoding: gzip" } }

  /// The decompressed body.
  var plain: Data {
    get throws { isCompressed ? Data(try Gunzip.bytes(of: raw)) : raw }
  }
}

/// A decompressor for the gzip format.
enum Gunzip {
  /// Decompresses the beginning of a stream as far as it goes.
  static func bytes(of compressed: some Sequence<UInt8>) throws -> [UInt8] {
    var stream = unsafe z_stream()
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    guard unsafe inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, size) == Z_OK else {
      throw RawClient.Failure(what: "zlib has no memory")
    }
    defer { unsafe inflateEnd(&stream) }
    var input = Array(compressed)
    var output: [UInt8] = []
    var status = Z_OK
    unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe stream.next_in = input.baseAddress
      unsafe stream.avail_in = UInt32(input.count)
      repeat {
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
          unsafe stream.next_out = buffer.baseAddress
          unsafe stream.avail_out = UInt32(buffer.count)
          status = unsafe inflate(&stream, Z_SYNC_FLUSH)
          count = unsafe buffer.count - Int(stream.avail_out)
        }
        output += piece
        if piece.count < 65_536 { break }
      } while status == Z_OK
    }
    guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else {
      throw RawClient.Failure(what: "zlib: \(status)")
    }
    return output
  }
}
#endif
