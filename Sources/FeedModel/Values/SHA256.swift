/// The hash SHA-256 (FIPS 180-4), for content that other machines must also identify.
///
/// ```swift
/// SHA256.digest(of: Array("abc".utf8)).description   // ba7816bf8f01cfea414140de5dae2223b003…
/// ```
package struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// The bytes of an incomplete block.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0
  /// The expanded words of a block, kept to avoid an allocation for each block.
  private var words = [UInt32](repeating: 0, count: 64)

  /// Creates the hash of no bytes.
  package init() { rest.reserveCapacity(64) }

  /// Returns the digest of some bytes.
  package static func digest(of bytes: [UInt8]) -> SHA256Digest {
    var hash = SHA256()
    hash.add(bytes[...])
    return hash.digest
  }

  /// Adds bytes.
  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    byteCount += UInt64(bytes.count)
    var bytes = bytes
    if !rest.isEmpty {
      let missing = bytes.prefix(64 - rest.count)
      rest += missing
      bytes = bytes.dropFirst(missing.count)
      guard rest.count == 64 else { return }
      let block = rest
      rest.removeAll(keepingCapacity: true)
      add(block: block[...])
    }
    while bytes.count >= 64 {
      add(block: bytes.prefix(64))
      bytes = bytes.dropFirst(64)
    }
    rest += bytes
  }

  /// Returns the digest of the added bytes; more bytes may be added afterwards.
  package var digest: SHA256Digest {
    var copy = self
    let bits = byteCount << 3
    var padding: [UInt8] = [0x80]
    padding += [UInt8](repeating: 0, count: (119 - rest.count) % 64)
    padding += (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
    copy.add(padding[...])
    return SHA256Digest(
      bytes: copy.state.flatMap { word in
        (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) }
      }
    )
  }

  private mutating func add(block: ArraySlice<UInt8>) {
    var index = block.startIndex
    for word in 0..<16 {
      let (a, b) = (UInt32(block[index]), UInt32(block[index + 1]))
      let (c, d) = (UInt32(block[index + 2]), UInt32(block[index + 3]))
      words[word] = a << 24 | b << 16 | c << 8 | d
      index += 4
    }
    for word in 16..<64 {
      let (a, b) = (words[word - 15], words[word - 2])
      let low = a.rotated(7) ^ a.rotated(18) ^ a >> 3
      let high = b.rotated(17) ^ b.rotated(19) ^ b >> 10
      words[word] = words[word - 16] &+ low &+ words[word - 7] &+ high
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for round in 0..<64 {
      let high = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ high &+ choice &+ Self.constants[round] &+ words[round]
      let low = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ low &+ majority)
    }
    for (place, word) in [a, b, c, d, e, f, g, h].enumerated() { state[place] &+= word }
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

/// A SHA-256 digest of 32 bytes.
public struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
  /// The bytes.
  public let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a digest in hexadecimal notation.
  ///
  /// - Parameter text: Sixty-four hexadecimal digits; the result is `nil` for any other text.
  public init?(_ text: String) {
    let digits = text.utf8.compactMap { byte in
      byte < 0x80 ? Character(Unicode.Scalar(byte)).hexDigitValue : nil
    }
    guard digits.count == 64, text.utf8.count == 64 else { return nil }
    bytes = (0..<32).map { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) }
  }

  /// Sixty-four hexadecimal digits.
  public var description: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension UInt32 {
  fileprivate func rotated(_ places: UInt32) -> UInt32 { self >> places | self << (32 - places) }
}
