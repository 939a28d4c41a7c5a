import Foundation
package import TestSupport

/// A certificate of this machine for itself, with its key.
package struct ServerCertificate {
  package let certificate: String
  package let key: String

  /// Makes one that is valid for a day.
  package init(in directory: TemporaryDirectory) throws {
    certificate = directory.path("feed.pem")
    key = directory.path("feed.key")
    let made = try ForeignProgram.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", key, "-out", certificate, "-days", "1", "-subj", "/CN=localhost",
      ]
    )
    guard made.status == 0 else { throw RawClient.Failure(what: made.output) }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
  }
}
