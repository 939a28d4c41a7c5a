import FeedModel
import FeedWire
import HTTPTypes
import Hummingbird

extension Request {
  /// The key that identifies a request and its repeats.
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
          "the key of the request is empty, too long, or has invalid characters",
          hint: "use 1 to 128 characters of ASCII without spaces, for example a UUID",
          place: "Idempotency-Key"
        )
      }
      return key
    }
  }
}

extension Request {
  /// Returns a hash of the request, to detect a key that is used for two different requests.
  func digest(_ body: [UInt8]) -> UInt64 {
    var hash = FNV1a()
    hash.add(head.method.rawValue)
    hash.add(head.path ?? "")
    hash.add(bytes: body[...])
    hash.add(FNV1a.end)
    return hash.value
  }
}
