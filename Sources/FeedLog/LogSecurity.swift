import FeedDocuments

/// By which files a connection to a log is secured.
public struct LogSecurity: Hashable, Sendable {
  /// A file that only its owner may read: what `nsc` makes (`.creds`), `USER:PASSWORD` or a token.
  public var credentials: String?
  /// The certificates of those who are trusted to name servers; the system's without it.
  public var authorities: String?
  /// The certificate with which this program shows who it is.
  public var certificate: String?
  /// The key of that certificate.
  public var key: String?
  /// `USER:PASSWORD` or a token that stands in no file.
  package var secret: String?

  /// Describes what secures a connection.
  ///
  /// - Parameters:
  ///   - credentials: The file with the credentials.
  ///   - authorities: The file with the certificates that are trusted.
  ///   - certificate: The file with this program's own certificate.
  ///   - key: The file with its key.
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

  /// Reads the credentials, if there are any.
  ///
  /// - Returns: The credentials.
  /// - Throws: ``LogError`` if there are none in their file, or others may read it.
  func readCredentials() throws(LogError) -> LogCredentials? {
    if let credentials { return try LogCredentials(file: credentials) }
    return secret.flatMap { LogCredentials(line: $0[...]) }
  }
}

/// What a file with credentials says.
enum LogCredentials: Hashable, Sendable {
  /// The file is to be handed on as it is: a token of the user, and the key to sign with.
  case signed(file: String)
  case user(String, password: String)
  case token(String)

  /// Reads a file that only its owner may read.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``LogError`` if it cannot be read, others may read it, or nothing is in it.
  init(file path: String) throws(LogError) {
    let bytes: [UInt8]
    switch PrivateFile.read(path) {
    case .success(let read): bytes = read
    case .failure(.unreadable):
      throw LogError(
        .badCredentials,
        "the credentials '\(path)' cannot be read",
        hint: "name a file with USER:PASSWORD, a token, or what nsc makes"
      )
    case .failure(.open(let mode)):
      throw LogError(
        .openFile,
        "others may read the credentials '\(path)', whose mode is \(mode)",
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
        "there are no credentials in '\(path)'",
        hint: "write USER:PASSWORD or a token into its first line"
      )
    }
    self = read
  }

  /// Reads `USER:PASSWORD` or a token; `nil` if there is nothing.
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
