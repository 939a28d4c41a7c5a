package import FeedDocuments
import FeedModel

/// Where secrets come from that feed files name.
public struct Secrets: Sendable {
  private let lookUp: @Sendable (String) -> String?
  /// The path of the file that a secret stands in.
  private var file: @Sendable (String) -> String? = { _ in nil }

  /// Takes secrets from a function.
  ///
  /// - Parameter lookUp: Returns the secret of a name, or `nil`.
  public init(_ lookUp: @escaping @Sendable (String) -> String?) { self.lookUp = lookUp }

  /// Takes secrets from an environment, or from files that it names.
  ///
  /// - Parameters:
  ///   - environment: The variables. `NAME` holds the secret, or `NAME_FILE` the path of the file that does.
  ///   - read: Reads a file.
  /// - Returns: The secrets.
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

  /// The file that a secret stands in, for what reads such files itself.
  ///
  /// - Parameter text: The text, which names the secret.
  /// - Returns: The path; `nil` if there is more in the text, or the secret is not in a file.
  package func path(of text: SecretText) -> String? {
    guard text.names.count == 1, text.written == "${\(text.names[0])}" else { return nil }
    return file(text.names[0])
  }

  /// Fills the secrets into a text.
  ///
  /// - Parameter text: The text.
  /// - Returns: What is sent, and nothing else may be done with it.
  /// - Throws: `InputError` if there is no secret of a name, or it cannot stand in a request.
  package func fill(_ text: SecretText) throws(InputError) -> String {
    try text.filled { name throws(InputError) in
      guard let secret = lookUp(name) else {
        throw InputError(
          .missingSecret,
          "there is no secret '\(name)'",
          hint: "set \(name), or \(name)_FILE to the path of its file, in the environment"
        )
      }
      guard secret.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
        throw InputError(
          .missingSecret,
          "the secret '\(name)' is not plain ASCII on one line",
          hint: "set \(name) to what the source has given you"
        )
      }
      return secret
    }
  }

  /// The names of secrets that are needed and missing.
  ///
  /// - Parameter names: The names of what is needed.
  /// - Returns: The names, in alphabetical order.
  func missing(of names: [String]) -> [String] {
    Set(names).filter { lookUp($0) == nil }.sorted()
  }
}
