import FeedModel
package import FeedStore

/// The secrets that feed files name.
public struct Secrets: Sendable {
  private let lookUp: @Sendable (String) -> String?
  /// Returns the path of the file of a secret.
  private var file: @Sendable (String) -> String? = { _ in nil }

  /// Creates secrets from a function.
  ///
  /// - Parameter lookUp: Returns the secret of a name, or `nil`.
  public init(_ lookUp: @escaping @Sendable (String) -> String?) { self.lookUp = lookUp }

  /// Returns secrets from an environment, or from files that it names.
  ///
  /// - Parameter environment: The variables. `NAME` contains the secret, or `NAME_FILE` the path of
  ///   its file.
  public static func environment(
    _ environment: [String: String],
    readingFilesBy read: @escaping @Sendable (String) -> String?
  ) -> Secrets {
    var secrets = Secrets { name in
      if let secret = environment[name], !secret.isEmpty { return secret }
      guard let path = environment["\(name)_FILE"], let text = read(path) else { return nil }
      let secret = String(text.prefix { !$0.isNewline })
      return secret.isEmpty ? nil : secret
    }
    secrets.file = { name in (environment[name] ?? "").isEmpty ? environment["\(name)_FILE"] : nil }
    return secrets
  }

  /// Returns the file of a secret, for libraries that read such files themselves.
  ///
  /// - Returns: The path; `nil` if the text contains more than the secret, or the secret is not in a file.
  package func path(of text: SecretText) -> String? {
    guard text.names.count == 1, text.written == "${\(text.names[0])}" else { return nil }
    return file(text.names[0])
  }

  /// Replaces the names of secrets in a text.
  ///
  /// - Returns: The text with the secrets, only for sending.
  /// - Parameter position: The values of the position as JSON, by name.
  /// - Throws: `InputError` if a secret is missing, or is not printable ASCII.
  package func fill(
    _ text: SecretText,
    position: [String: String] = [:]
  ) throws(InputError) -> String {
    let value = { (name: String) in position[name].map { String(jsonValue: $0) } ?? "" }
    return try text.filled(position: value) { name throws(InputError) in
      guard let secret = lookUp(name) else {
        throw InputError(
          .missingSecret,
          "the secret '\(name)' is missing",
          hint: "set \(name), or \(name)_FILE to the path of its file, in the environment"
        )
      }
      guard secret.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
        throw InputError(
          .missingSecret,
          "the secret '\(name)' is not one line of printable ASCII",
          hint: "set \(name) to the secret from the source"
        )
      }
      return secret
    }
  }

  /// Returns the bytes of a message to send.
  ///
  /// - Parameter position: The values of the position as JSON, by name.
  /// - Throws: `InputError` if a secret is missing, or is not printable ASCII.
  func fill(_ message: OutgoingMessage, position: [String: String]) throws -> [UInt8] {
    switch message {
    case .text(let text): Array(try fill(text, position: position).utf8)
    case .json(let json): try json.json(position: position) { try fill($0, position: position) }
    }
  }

  /// Returns a mask that replaces secrets by their names.
  func mask(of names: [String]) -> SecretMask {
    SecretMask(Dictionary(names.map { ($0, lookUp($0) ?? "") }) { one, _ in one })
  }

  /// Returns the names of missing secrets.
  func missing(of names: [String]) -> [String] {
    Set(names).filter { lookUp($0) == nil }.sorted()
  }
}
