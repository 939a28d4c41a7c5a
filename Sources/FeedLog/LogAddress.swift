/// The address of a log on NATS JetStream: the servers, and the name of the stream.
///
/// ```swift
/// let address = try LogAddress("nats://log1:4222,log2:4222/ODDS")
/// address.stream    // ODDS
/// address.servers   // [nats://log1:4222, nats://log2:4222]
/// ```
public struct LogAddress: Hashable, Sendable, CustomStringConvertible {
  /// The servers, each with its port.
  public let servers: [String]
  /// The name of the stream.
  public let stream: String
  /// Whether the address asks for TLS.
  public let isSecure: Bool

  /// Parses an address.
  ///
  /// - Parameter text: `nats://HOST:PORT[,HOST:PORT…]/STREAM`, or `tls://…`; the default port is 4222.
  /// - Throws: ``LogError`` with code ``LogError/Code/badAddress`` if the text is not an address.
  public init(_ text: String) throws(LogError) {
    let shape = "nats://HOST:PORT[,HOST:PORT…]/STREAM, for example nats://127.0.0.1:4222/ODDS"
    func bad(_ what: String, hint: String? = nil) -> LogError {
      LogError(.badAddress, "\(what) in '\(text)'", hint: hint ?? "write \(shape)")
    }
    guard let scheme = ["nats", "tls"].first(where: { text.hasPrefix("\($0)://") }) else {
      throw bad("there is no nats:// or tls://")
    }
    isSecure = scheme == "tls"
    let parts = text.dropFirst(scheme.count + 3).split(
      separator: "/",
      omittingEmptySubsequences: false
    )
    guard !text.contains("@") else {
      throw LogError(
        .badAddress,
        "the address of the log contains a user",
        hint: "write the credentials to a file"
      )
    }
    guard parts.count == 2, !parts[1].isEmpty else { throw bad("there is no stream") }
    let letters = parts[1].utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == 0x2D || byte == 0x5F
    }
    guard letters, parts[1].utf8.count <= 64 else {
      throw bad(
        "the name of the stream is not valid",
        hint: "use at most 64 letters, digits, hyphens and underscores"
      )
    }
    stream = String(parts[1])
    var servers: [String] = []
    for host in parts[0].split(separator: ",", omittingEmptySubsequences: false) {
      let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } : host.prefix { $0 != ":" }
      let rest = host.dropFirst(name.count).drop { $0 == "]" }
      let port = rest.isEmpty ? "4222" : rest.dropFirst()
      guard !name.isEmpty, name != "[", rest.isEmpty || rest.hasPrefix(":") else {
        throw bad("there is no host")
      }
      guard let number = Int(port), (1...65_535).contains(number) else {
        throw bad("'\(port)' is not a port")
      }
      servers.append("\(scheme)://\(name)\(name.hasPrefix("[") ? "]" : ""):\(number)")
    }
    self.servers = servers
  }

  /// The address in the form that the initializer parses.
  public var description: String {
    let scheme = isSecure ? "tls://" : "nats://"
    return scheme + servers.map { String($0.dropFirst(scheme.count)) }.joined(separator: ",")
      + "/" + stream
  }
}
