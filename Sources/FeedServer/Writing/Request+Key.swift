import FeedModel
import FeedWire
import HTTPTypes
import Hummingbird

extension Request {
  /// What the client calls the request, so that a repeat is known.
  var idempotencyKey: String? {
    get throws(Refusal) {
      guard let name = HTTPField.Name("Idempotency-Key"), let key = headers[name] else {
        return nil
      }
      guard (1...128).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else {
        throw Refusal(
          .badRequest,
          "invalid-key",
          "the key of the request is empty, too long, or not plain",
          hint: "1 to 128 characters of ASCII without spaces, for example a UUID",
          place: "Idempotency-Key"
        )
      }
      return key
    }
  }
}

extension Request {
  /// A hash of what is asked for, so that a key that is used for two different requests is noticed.
  func digest(_ body: [UInt8]) -> UInt64 {
    var hash = FNV1a()
    hash.add(head.method.rawValue)
    hash.add(head.path ?? "")
    hash.add(bytes: body[...])
    hash.add(FNV1a.end)
    return hash.value
  }
}
