import FeedSnapshots
import Testing

@testable import FeedWire

/// An invalid message with its expected error.
struct WireErrorCase: Sendable, CustomTestStringConvertible {
  let kind: String
  let json: String
  let message: String

  var testDescription: String { message }

  init(_ kind: String, _ json: String, _ message: String) {
    self.kind = kind
    self.json = json
    self.message = message
  }

  static let hint = "\n  hint: check that the address serves a feed of protocol version 1"

  static let all = [
    WireErrorCase("image", "", "error[wrong-value]: expected an object, byte 0"),
    WireErrorCase("image", "[]", "error[wrong-value]: expected an object, byte 0"),
    WireErrorCase("image", "{}", "error[missing-key]: the key 'epoch' is missing, byte 2" + hint),
    WireErrorCase("image", "{} x", "error[missing-key]: the key 'epoch' is missing, byte 2" + hint),
    WireErrorCase(
      "image",
      #"{"epoch":"a b"}"#,
      "error[wrong-value]: 'a b' is not an epoch, at epoch, byte 14"
    ),
    WireErrorCase(
      "image",
      #"{"sections":[{"id":"s","items":[{"id":"a"},{"title":"x"}]}]}"#,
      "error[missing-key]: the key 'id' is missing, at sections[0].items[1], byte 56" + hint
    ),
    WireErrorCase(
      "image",
      #"{"sections":[{"items":[]}]}"#,
      "error[missing-key]: the key 'id' is missing, at sections[0], byte 25" + hint
    ),
    WireErrorCase(
      "image",
      #"{"title":7}"#,
      "error[wrong-value]: expected a text, at title, byte 9"
    ),
    WireErrorCase(
      "image",
      #"{"version":-1}"#,
      "error[wrong-value]: expected a non-negative integer, at version, byte 13"
    ),
    WireErrorCase(
      "image",
      #"{"version":1.0}"#,
      "error[wrong-value]: expected a non-negative integer, at version, byte 14"
    ),
    WireErrorCase(
      "image",
      #"{"version":01}"#,
      "error[invalid-json]: expected a value, at version, byte 13"
    ),
    WireErrorCase(
      "image",
      #"{"x":1.}"#,
      "error[invalid-json]: expected a digit after the decimal point, at x, byte 7"
    ),
    WireErrorCase(
      "image",
      #"{"x":1e}"#,
      "error[invalid-json]: expected a digit in the exponent, at x, byte 7"
    ),
    WireErrorCase("image", #"{"x":tru}"#, "error[invalid-json]: expected a value, at x, byte 5"),
    WireErrorCase("image", #"{"x" 1}"#, "error[invalid-json]: a colon is missing, byte 5"),
    WireErrorCase(
      "image",
      #"{"x":1 "y":2}"#,
      "error[invalid-json]: a comma is missing, at x, byte 7"
    ),
    WireErrorCase("image", #"{"x"#, "error[invalid-json]: unterminated text, byte 3"),
    WireErrorCase(
      "image",
      "{\"x\":\"\u{1}\"}",
      "error[invalid-json]: control character in a text, at x, byte 6"
    ),
    WireErrorCase(
      "image",
      #"{"x":"\x"}"#,
      "error[invalid-json]: unknown escape sequence, at x, byte 9"
    ),
    WireErrorCase(
      "image",
      #"{"x":"\u12"}"#,
      "error[invalid-json]: an escape lacks four hexadecimal digits, at x, byte 11"
    ),
    WireErrorCase(
      "image",
      #"{"x":"\ud800"}"#,
      "error[invalid-json]: unpaired surrogate in an escape sequence, at x, byte 13"
    ),
    WireErrorCase(
      "image",
      #"{"sections":[{"id":"s","header":{"pin":1}}]}"#,
      "error[wrong-value]: expected true or false, at sections[0].header.pin, byte 39"
    ),
    WireErrorCase(
      "bye",
      #"{"reason":"slow","retry":1}x"#,
      "error[invalid-json]: unexpected bytes after the end, byte 27"
    ),
    WireErrorCase(
      "bye",
      #"{"reason":"tired"}"#,
      "error[wrong-value]: 'tired' is not one of slow, drain, view, expired, at reason, byte 17"
    ),
    WireErrorCase(
      "heartbeat",
      #"{"version":1,"checksum":"12"}"#,
      "error[wrong-value]: '12' is not a checksum of 16 hexadecimal digits, at checksum, byte 28"
    ),
    WireErrorCase(
      "patch",
      #"{"batch":{"insertItems":[[1]]}}"#,
      "error[wrong-value]: expected two numbers of a place, at batch.insertItems[0], byte 28"
    ),
    WireErrorCase(
      "patch",
      #"{"batch":{"insertItems":[[1,2,3]]}}"#,
      "error[over-limit]: more than 2 numbers of a place, at batch.insertItems[0][2], byte 30"
    ),
    WireErrorCase(
      "patch",
      #"{"changes":[{"set":{}}]}"#,
      "error[missing-key]: the key 'at' is missing, at changes[0], byte 22" + hint
    ),
  ]
}

@Suite("Wire errors")
struct WireErrorTests {
  private func error(_ kind: String, _ json: String, _ limits: WireLimits = .init()) -> WireError? {
    let bytes = Array(json.utf8)
    do throws(WireError) {
      switch kind {
      case "image": _ = try FeedImage(json: bytes, limits: limits)
      case "patch": _ = try FeedPatch(json: bytes, limits: limits)
      case "heartbeat": _ = try Heartbeat(json: bytes, limits: limits)
      default: _ = try Bye(json: bytes, limits: limits)
      }
      return nil
    } catch { return error }
  }

  @Test(arguments: WireErrorCase.all)
  func `an error describes the problem and its place`(_ wrong: WireErrorCase) {
    #expect(error(wrong.kind, wrong.json)?.description == wrong.message)
  }

  @Test func `text that is not UTF-8 is refused`() {
    #expect(throws: WireError(.invalidJSON, "a text is not UTF-8, at title, byte 12")) {
      try FeedImage(json: Array(#"{"title":""#.utf8) + [0xFF, 0x22, 0x7D])
    }
  }

  @Test func `unknown keys are skipped with any value`() throws {
    let known = #""epoch":"e","version":1,"sections":[{"id":"s","items":[]}]"#
    let unknown = #""new":[{"a":[1,-2.5e3,true,false,null,"\u00e9\ud83d\ude00\n"]},{}]"#
    let plain = try FeedImage(json: Array("{\(known)}".utf8))
    #expect(try FeedImage(json: Array("{\(unknown),\(known)}".utf8)) == plain)
    let spaced = "{ \(known.replacing(",", with: " , ").replacing("[", with: "\n[\t")) \r\n}"
    #expect(try FeedImage(json: Array(spaced.utf8)) == plain)
  }

  @Test func `every limit is enforced, and its error names the place`() {
    var limits = WireLimits()
    limits.depth = 6
    limits.textBytes = 20
    limits.sections = 2
    limits.items = 3
    limits.edits = 2
    limits.partsOfAnItem = 2
    limits.sources = 1
    func image(_ sections: String) -> String {
      #"{"epoch":"e","version":1,"sections":[\#(sections)]}"#
    }
    func refuses(_ kind: String, _ json: String, _ what: String) {
      let error = error(kind, json, limits)
      #expect(error?.code == .overLimit)
      #expect(error?.message.hasPrefix("more than \(what), ") == true, "\(error?.message ?? "")")
    }
    #expect(error("image", image(#"{"id":"a"},{"id":"b"}"#), limits) == nil)
    refuses("image", image(#"{"id":"a"},{"id":"b"},{"id":"c"}"#), "2 sections")
    let two = #"{"id":"s","items":[{"id":"1"},{"id":"2"}]}"#
    refuses("image", image("\(two),\(two)"), "3 items")
    refuses("image", image(#"{"id":"123456789012345678901"}"#), "20 bytes of a text")
    refuses("image", #"{"x":[[[[[[]]]]]]}"#, "6 levels")
    refuses("image", image(#"{"id":"s","items":[{"flags":["","",""]}]}"#), "2 flags")
    refuses(
      "image",
      image(#"{"id":"s","items":[{"fields":{"a":1,"b":1,"c":1}}]}"#),
      "2 fields"
    )
    refuses("patch", #"{"batch":{"deleteSections":[1,2,3]}}"#, "2 edits")
    refuses("patch", #"{"sources":[{"id":"a","state":"live"},{"id":"b"}]}"#, "1 sources")
    limits.bytes = 9
    refuses("bye", #"{"reason":1}"#, "9 bytes")
  }

  @Test func `deep nesting is rejected without exhausting the stack`() {
    let deep = #"{"x":"# + String(repeating: "[", count: 1_000_000)
    #expect(error("image", deep)?.code == .overLimit)
  }
}
