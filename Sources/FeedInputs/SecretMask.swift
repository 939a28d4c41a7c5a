/// A mask for what a source sends: a source that repeats a secret would bring it into logs and the store.
struct SecretMask: Sendable {
  /// The secrets and their written names, the longest secrets first.
  private let secrets: [(bytes: [UInt8], written: [UInt8])]
  /// The least length of a secret that is replaced; a shorter one would be found in ordinary data.
  private static let leastBytes = 6

  /// Creates a mask for secrets by name.
  init(_ secrets: [String: String]) {
    self.secrets = secrets.filter { $0.value.utf8.count >= Self.leastBytes }
      .map { (bytes: Array($0.value.utf8), written: Array("${\($0.key)}".utf8)) }
      .sorted { $0.bytes.count > $1.bytes.count }
  }

  /// Returns the bytes with the names of the secrets.
  func masked(_ bytes: [UInt8]) -> [UInt8] {
    secrets.reduce(bytes) { bytes, secret in
      guard bytes.firstRange(of: secret.bytes) != nil else { return bytes }
      return bytes.replacing(secret.bytes, with: secret.written)
    }
  }

  /// Returns a text with the names of the secrets.
  func masked(_ text: String) -> String {
    secrets.isEmpty ? text : String(decoding: masked(Array(text.utf8)), as: UTF8.self)
  }

  /// Returns an error with the names of the secrets.
  func masked(_ error: InputError) -> InputError {
    InputError(
      error.code,
      masked(error.message),
      hint: error.hint,
      retryAfter: error.retryAfter
    )
  }
}
