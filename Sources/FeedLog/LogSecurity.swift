import FeedStore

/// The files that secure a connection to a log.
public struct LogSecurity: Hashable, Sendable {
  /// The file with `nsc` credentials (`.creds`), `USER:PASSWORD` or a token.
  ///
  /// Only its owner may have the permission to read it.
  public var credentials: String?
  /// The file with the trusted certificate authorities, or `nil` for those of the system.
  public var authorities: String?
  /// The file with the client certificate of this program.
  public var certificate: String?
  /// The file with the key of that certificate.
  public var key: String?
  /// `USER:PASSWORD` or a token that is not in a file.
  package var secret: String?

  /// Creates the settings of a secure connection.
  public init(
    credentials: String? = nil,
    authorities: String? = nil,
    certificate: String? = nil,
    key: String? = nil
  ) {
    self.credentials = credentials
    self.authorities = authorities
    self.certificate = certificate
    self.key = key
  }

  /// Returns the credentials, or `nil` if none are configured.
  ///
  /// - Throws: ``LogError`` if their file is empty, or readable by other users.
  func readCredentials() throws(LogError) -> LogCredentials? {
    if let credentials { return try LogCredentials(file: credentials) }
    return secret.flatMap { LogCredentials(line: $0[...]) }
  }
}

/// The content of a file with credentials.
enum LogCredentials: Hashable, Sendable {
  /// A file for libnats, with a token of the user and the key to sign with.
  case signed(file: String)
  case user(String, password: String)
  case token(String)

  /// Reads a file that only its owner may read.
  ///
  /// - Throws: ``LogError`` if it cannot be read, other users may read it, or it is empty.
  init(file path: String) throws(LogError) {
    let bytes: [UInt8]
    switch PrivateFile.read(path) {
    case .success(let read): bytes = read
    case .failure(.unreadable):
      throw LogError(
        .badCredentials,
        "the file of credentials '\(path)' cannot be read",
        hint: "name a file with USER:PASSWORD, a token, or credentials from nsc"
      )
    case .failure(.open(let mode)):
      throw LogError(
        .openFile,
        "other users may read the credentials '\(path)', whose mode is \(mode)",
        hint: "chmod 600 \(path)"
      )
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if text.contains("-----BEGIN NATS USER JWT-----") {
      self = .signed(file: path)
      return
    }
    guard let line = text.split(whereSeparator: \.isNewline).first, let read = Self(line: line)
    else {
      throw LogError(
        .badCredentials,
        "the file '\(path)' has no credentials",
        hint: "write USER:PASSWORD or a token on its first line"
      )
    }
    self = read
  }

  /// Parses `USER:PASSWORD` or a token; `nil` if the line is empty.
  init?(line: Substring) {
    let parts = line.split(separator: ":", maxSplits: 1)
    if parts.count == 2 {
      self = .user(String(parts[0]), password: String(parts[1]))
    } else if !line.isEmpty {
      self = .token(String(line))
    } else {
      return nil
    }
  }
}
