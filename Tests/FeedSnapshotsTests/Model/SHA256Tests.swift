import FeedModel
import Foundation
import TestSupport
import Testing

@Suite("SHA256")
struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `SHA-256 of the standard's messages equals its digests`(text: String, digest: String) {
    #expect(SHA256.digest(of: Array(text.utf8)).description == digest)
    #expect(SHA256Digest(digest)?.description == digest)
  }

  @Test func `the digest does not depend on the size of the portions`() throws {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for portion in [1, 3, 63, 64, 65, 128, 1000] {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: portion) {
        hash.add(bytes[start..<min(start + portion, bytes.count)])
      }
      #expect(hash.digest == SHA256.digest(of: bytes))
    }
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("sha256sum"), "sha256sum is not installed"))
  func `every length has the digest that sha256sum has`() throws {
    let directory = try TemporaryDirectory()
    for length in Array(0...130) + [100_000] {
      _ = try directory.file("\(length)", [UInt8](repeating: 0x61, count: length))
    }
    let (status, output) = try ForeignProgram.run("sha256sum", directory.files, in: directory.url)
    #expect(status == 0)
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ")
      let length = try #require(words.last.flatMap { Int($0) })
      #expect(
        SHA256.digest(of: [UInt8](repeating: 0x61, count: length)).description == words[0]
      )
    }
  }

  @Test func `an invalid digest is refused`() {
    for text in ["", "ab", String(repeating: "g", count: 64), String(repeating: "a", count: 65)] {
      #expect(SHA256Digest(text) == nil)
    }
  }
}
