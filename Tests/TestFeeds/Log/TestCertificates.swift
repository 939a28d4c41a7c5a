import Foundation
package import TestSupport

/// Certificates for tests, created with openssl.
package enum TestCertificates {
  /// The error of openssl.
  struct Failure: Error {
    let output: String
  }

  /// Creates the certificates.
  ///
  /// They are an authority, a server on 127.0.0.1, a client, and an authority that has signed no certificate.
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
