import Testing

/// A text that is not the declared document, and the message about it.
struct DocumentErrorCase: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let message: String

  init(_ text: String, _ message: String) {
    bytes = Array(text.utf8)
    self.message = message
  }

  init(_ bytes: [UInt8], _ message: String) {
    self.bytes = bytes
    self.message = message
  }

  var testDescription: String { String(decoding: bytes, as: UTF8.self) }

  static let all = [
    DocumentErrorCase(
      "",
      "ads:1:1: error[malformed-json]: the document is not JSON: the text ends where a value is expected"
    ),
    DocumentErrorCase(
      "{\"ads\": [\n  {\"id\": \"é\" 3}]}",
      "ads:2:14: error[malformed-json]: the document is not JSON: ',' or '}' is missing in an object"
    ),
    DocumentErrorCase(
      "{\"ads\": [1 2]}",
      "ads:1:12: error[malformed-json]: the document is not JSON: ',' or ']' is missing in a list"
    ),
    DocumentErrorCase(
      "{\"ads\": [1,]}",
      "ads:1:12: error[malformed-json]: the document is not JSON: a value is missing here"
    ),
    DocumentErrorCase(
      "{\"ads\": [{\"id\": 1, \"n\": 9223372036854775808}]}",
      """
      ads:1:25: error[out-of-range]: the integer at $.ads[0].n does not fit into 64 bits
        hint: write it as a text, or with a decimal point if it need not be exact
      """
    ),
    DocumentErrorCase(
      "{\"ads\" []}",
      "ads:1:8: error[malformed-json]: the document is not JSON: ':' is missing after a name"
    ),
    DocumentErrorCase(
      "{ads: []}",
      "ads:1:2: error[malformed-json]: the document is not JSON: a name in double quotes is missing"
    ),
    DocumentErrorCase(
      "{\"ads\": []} x",
      "ads:1:13: error[malformed-json]: the document is not JSON: the text continues after its value"
    ),
    DocumentErrorCase(
      "[tru]",
      "ads:1:2: error[malformed-json]: the document is not JSON: no value begins with this character"
    ),
    DocumentErrorCase(
      "[\"a",
      "ads:1:2: error[malformed-json]: the document is not JSON: no quote closes this text"
    ),
    DocumentErrorCase(
      "[\"a\nb\"]",
      "ads:1:4: error[malformed-json]: the document is not JSON: a text contains a control character"
    ),
    DocumentErrorCase(
      "[\"\\x\"]",
      "ads:1:3: error[malformed-json]: the document is not JSON: this escape does not exist"
    ),
    DocumentErrorCase(
      "[\"\\u12g4\"]",
      "ads:1:3: error[malformed-json]: the document is not JSON: four hexadecimal digits must follow '\\u'"
    ),
    DocumentErrorCase(
      "[\"a\\u0000\"]",
      "ads:1:4: error[malformed-json]: the document is not JSON: '\\u0000' denotes a zero byte, which no text may contain"
    ),
    DocumentErrorCase(
      "[01]",
      "ads:1:3: error[malformed-json]: the document is not JSON: ',' or ']' is missing in a list"
    ),
    DocumentErrorCase(
      "[1.]",
      "ads:1:4: error[malformed-json]: the document is not JSON: a digit is missing in a number"
    ),
    DocumentErrorCase(
      "[1e999]",
      "ads:1:2: error[malformed-json]: the document cannot be read: the number is too large; write one below 1.8e308, or a text"
    ),
    DocumentErrorCase(
      String(repeating: "[", count: 300),
      "ads:1:257: error[malformed-json]: the document cannot be read: lists and objects are nested too deep; 256 levels are the most"
    ),
    DocumentErrorCase(
      [0x5B, 0x22, 0xC3, 0xA9, 0xFF, 0x22, 0x5D],
      "ads:1:4: error[invalid-utf8]: the document is not UTF-8\n  hint: save it as UTF-8"
    ),
    DocumentErrorCase(
      "{\"adverts\": []}",
      "ads:1:1: error[not-a-list]: the document has nothing at $.ads\n  hint: there is: adverts"
    ),
    DocumentErrorCase(
      "{\"ads\": {\"all\": []}}",
      "ads:1:9: error[not-a-list]: the document has no list at $.ads, but an object\n"
        + "  hint: there is: all"
    ),
    DocumentErrorCase(
      "{\"ads\": [\"a1\"]}",
      "ads:1:10: error[not-an-object]: the entry at $.ads[0] is not an object, but a text"
    ),
    DocumentErrorCase(
      "{\"ads\": [{\"title\": \"x\"}]}",
      "ads:1:10: error[missing-id]: the object at $.ads[0] has no 'id'\n"
        + "  hint: every object needs an id that stays the same"
    ),
    DocumentErrorCase(
      "{\"ads\": [{\"id\": null}]}",
      "ads:1:10: error[missing-id]: the object at $.ads[0] has no 'id'\n"
        + "  hint: every object needs an id that stays the same"
    ),
    DocumentErrorCase(
      "{\"ads\": [{\"id\": 1.5}]}",
      "ads:1:17: error[invalid-id]: the id of the object at $.ads[0] is a number\n"
        + "  hint: ids are texts or integers"
    ),
    DocumentErrorCase(
      "{\"ads\": [{\"id\": \"a\"}, {\"id\": \"b\"},\n {\"id\": \"a\"}]}",
      "ads:2:2: error[duplicate-id]: the objects at $.ads[0] and $.ads[2] have the same id 'a'\n"
        + "  hint: ids must differ"
    ),
  ]
}
