import Foundation
package import TestSupport

/// Certificates for tests, made by openssl.
package enum TestCertificates {
  /// Why openssl has made none.
  struct Failure: Error {
    let output: String
  }

  /// An authority, a certificate of a server on 127.0.0.1, one of a client, and an authority that has
  /// signed nothing.
  package static func make(in directory: TemporaryDirectory) throws {
    func openssl(_ arguments: String...) throws {
      let (status, output) = try ForeignProgram.run("openssl", arguments, in: directory.url)
      guard status == 0 else { throw Failure(output: output) }
    }
    let key = ["-newkey", "rsa:2048", "-nodes"]
    for name in ["ca", "other"] {
      let (status, output) = try ForeignProgram.run(
        "openssl",
        ["req", "-x509"] + key
          + [
            "-keyout", "\(name).key", "-out", "\(name).pem", "-days", "2", "-subj", "/CN=\(name)",
          ],
        in: directory.url
      )
      guard status == 0 else { throw Failure(output: output) }
    }
    _ = try directory.file("san", "subjectAltName=IP:127.0.0.1")
    for name in ["server", "client"] {
      try openssl(
        "req",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-keyout",
        "\(name).key",
        "-out",
        "\(name).csr",
        "-subj",
        "/CN=127.0.0.1"
      )
      try openssl(
        "x509",
        "-req",
        "-in",
        "\(name).csr",
        "-CA",
        "ca.pem",
        "-CAkey",
        "ca.key",
        "-CAcreateserial",
        "-out",
        "\(name).pem",
        "-days",
        "2",
        "-extfile",
        "san"
      )
    }
  }
}
