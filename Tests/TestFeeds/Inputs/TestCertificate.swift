import Foundation
package import TestSupport

/// Certificates that openssl makes for tests.
package enum TestCertificate {
  /// Makes a self-signed certificate and its key, in one file.
  ///
  /// - Parameters:
  ///   - name: The subject's alternative name, such as `IP:127.0.0.1`.
  ///   - isExpired: Whether it was valid for a day in 2020 only.
  /// - Returns: The path of the file with both, and the path of the certificate alone.
  /// - Throws: The error of the system if openssl is missing.
  package static func make(
    in directory: TemporaryDirectory,
    name: String = "IP:127.0.0.1",
    isExpired: Bool = false
  ) throws -> (pem: String, certificate: String) {
    _ = try directory.file("ca.cnf", settings(name))
    _ = try directory.file("index.txt", "")
    _ = try directory.file("serial", "01\n")
    let request = "req -new -newkey rsa:2048 -nodes -config ca.cnf -keyout key.pem -out request.pem"
    let sign = "ca -selfsign -batch -notext -config ca.cnf -keyfile key.pem -in request.pem"
    let validity =
      isExpired ? "-startdate 20200101000000Z -enddate 20200102000000Z" : "-days 2"
    for command in [request, "\(sign) \(validity) -out only.pem"] {
      _ = try ForeignProgram.run(
        "openssl",
        command.split(separator: " ").map(String.init),
        in: directory.url
      )
    }
    let only = directory.path("only.pem")
    let pem = directory.path("source.pem")
    let key = try String(contentsOfFile: directory.path("key.pem"), encoding: .utf8)
    let certificate = try String(contentsOfFile: only, encoding: .utf8)
    try (key + certificate).write(toFile: pem, atomically: true, encoding: .utf8)
    return (pem, only)
  }

  private static func settings(_ name: String) -> String {
    """
    [ca]
    default_ca = own
    [own]
    database = index.txt
    serial = serial
    new_certs_dir = .
    default_md = sha256
    policy = any
    x509_extensions = names
    [any]
    commonName = supplied
    [names]
    subjectAltName = \(name)
    basicConstraints = CA:TRUE
    [req]
    distinguished_name = subject
    prompt = no
    [subject]
    CN = 127.0.0.1
    """
  }
}
