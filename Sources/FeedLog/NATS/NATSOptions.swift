import CNats

/// The options of a connection through libnats.
@safe
final class NATSOptions {
  let pointer: OpaquePointer

  /// Creates the options of a connection.
  ///
  /// - Parameters:
  ///   - isSecure: Whether TLS is required.
  ///   - reconnects: Whether a lost connection reconnects to one of the servers, without a time limit.
  /// - Throws: ``LogError`` if a file cannot be used.
  init(
    _ servers: [String],
    isSecure: Bool,
    _ security: LogSecurity,
    reconnects: Bool
  ) throws(LogError) {
    var made: OpaquePointer?
    guard unsafe natsOptions_Create(&made) == NATS_OK, let options = unsafe made else {
      throw LogError(.refused, "libnats cannot allocate the options of a connection")
    }
    unsafe pointer = unsafe options
    try setServers(servers)
    try check(unsafe natsOptions_SetName(options, "feed"), "the name")
    // A server that disappears without closing the connection is detected within about six seconds.
    try check(unsafe natsOptions_SetPingInterval(options, 2000), "the interval of pings")
    try check(unsafe natsOptions_SetMaxPingsOut(options, 2), "the number of pings")
    try check(unsafe natsOptions_SetTimeout(options, 3000), "the time to connect")
    try check(unsafe natsOptions_SetAllowReconnect(options, reconnects), "reconnecting")
    try check(unsafe natsOptions_SetMaxReconnect(options, -1), "the number of attempts")
    try check(unsafe natsOptions_SetReconnectWait(options, 100), "the pause")
    try check(unsafe natsOptions_SetReconnectJitter(options, 100, 100), "the jitter")
    try check(unsafe natsOptions_SetWriteDeadline(options, 5000), "the time to write")
    try check(unsafe natsOptions_SetSendAsap(options, true), "sending at once")
    try secure(isSecure, security)
  }

  deinit { unsafe natsOptions_Destroy(pointer) }

  /// Registers the callbacks that notify the router with a number about the connection.
  func route(to number: UInt) throws(LogError) {
    let closure = unsafe UnsafeMutableRawPointer(bitPattern: number)
    try check(
      unsafe natsOptions_SetDisconnectedCB(
        pointer,
        { _, closure in unsafe NATSCallbacks.disconnected(closure) },
        closure
      ),
      "the callback"
    )
    try check(
      unsafe natsOptions_SetClosedCB(
        pointer,
        { _, closure in unsafe NATSCallbacks.closed(closure) },
        closure
      ),
      "the callback"
    )
    // Without a handler, libnats writes errors to standard error.
    try check(
      unsafe natsOptions_SetErrorHandler(pointer, { _, _, _, _ in }, nil),
      "the callback"
    )
  }

  private func setServers(_ servers: [String]) throws(LogError) {
    let status = unsafe setServers(servers[...], after: [])
    try check(status, "the addresses of the log")
  }

  /// Passes all servers to libnats while the C string of each is valid.
  private func setServers(
    _ servers: ArraySlice<String>,
    after texts: [UnsafePointer<CChar>?]
  ) -> natsStatus {
    if let server = servers.first {
      return unsafe server.withCString { text in
        unsafe setServers(servers.dropFirst(), after: texts + [text])
      }
    }
    var texts = unsafe texts
    let count = unsafe Int32(texts.count)
    return unsafe texts.withUnsafeMutableBufferPointer { texts in
      unsafe natsOptions_SetServers(pointer, texts.baseAddress, count)
    }
  }

  private func secure(_ isSecure: Bool, _ security: LogSecurity) throws(LogError) {
    switch try security.readCredentials() {
    case .signed(let file)?:
      try check(
        unsafe natsOptions_SetUserCredentialsFromFiles(pointer, file, nil),
        "the credentials '\(file)'"
      )
    case .user(let name, let password)?:
      try check(unsafe natsOptions_SetUserInfo(pointer, name, password), "the user")
    case .token(let token)?:
      try check(unsafe natsOptions_SetToken(pointer, token), "the token")
    case nil: break
    }
    if isSecure || security.authorities != nil || security.certificate != nil {
      try check(unsafe natsOptions_SetSecure(pointer, true), "TLS")
    }
    if let file = security.authorities {
      try check(
        unsafe natsOptions_LoadCATrustedCertificates(pointer, file),
        "the certificates '\(file)'"
      )
    }
    if let certificate = security.certificate {
      let key = security.key ?? certificate
      try check(
        unsafe natsOptions_LoadCertificatesChain(pointer, certificate, key),
        "the certificate '\(certificate)' with the key '\(key)'"
      )
    }
  }

  private func check(_ status: natsStatus, _ what: String) throws(LogError) {
    guard status != NATS_OK else { return }
    throw LogError(
      .badCredentials,
      "\(what) cannot be used: \(LogError.words(for: status))",
      hint: "the file must exist, be readable, and hold PEM"
    )
  }
}
