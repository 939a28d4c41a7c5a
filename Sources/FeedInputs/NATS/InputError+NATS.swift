import FeedDefinition
import FeedLog
import FeedStore

extension InputError {
  /// Converts an error of a log to an error of an input, without mention of a log.
  init(_ error: LogError) {
    let code: Code =
      switch error.code {
      case .unreachable: .unreachable
      case .insecure: .tls
      case .badCredentials, .openFile: .unreadableFile
      case .closed: .ended
      default: .refused
      }
    if code == .ended {
      self.init(code, "the server has ended the connection")
      return
    }
    func worded(_ text: String) -> String {
      text.replacing("server of the log", with: "server").replacing("the log", with: "the server")
    }
    self.init(code, worded(error.message), hint: error.hint.map(worded))
  }
}

extension LogSecurity {
  /// Creates the security settings of the connection to a bus.
  ///
  /// - Throws: `InputError` if a file may not be read, or a secret is missing.
  init(of bus: BusDeclaration, _ secrets: Secrets) throws(InputError) {
    for path in [bus.authorities, bus.certificate].compactMap({ $0 }) {
      guard let reason = RegularFile.failure(of: path, access: bus.access) else { continue }
      throw InputError(.unreadableFile, "'\(path)' \(reason.what)", hint: reason.hint)
    }
    self.init(authorities: bus.authorities, certificate: bus.certificate)
    if let key = bus.key {
      let name = key.names.first ?? ""
      guard let path = secrets.path(of: key) else {
        throw InputError(
          .missingSecret,
          "the secret '\(name)' is not in a file",
          hint: "set \(name)_FILE instead of \(name), to the path of the key"
        )
      }
      self.key = path
    }
    guard let credentials = bus.credentials else { return }
    if let path = secrets.path(of: credentials) {
      self.credentials = path
    } else {
      secret = try secrets.fill(credentials)
    }
  }
}
