import FeedEngine
import FeedModel
import Foundation
import TestFeeds
import TestSupport
import Testing

@testable import FeedInputs

@Suite("Certificates of sources")
struct CertificateTests {
  @Test(.enabled(if: ForeignProgram.isInstalled("openssl")))
  func `an untrusted certificate is reported, and the input retries`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let (pem, _) = try TestCertificate.make(in: directory)
    let source = try await WebSource.start(in: directory.url, certificate: pem)
    let url = source.url("/plain").replacing("http:", with: "https:")
    let feed = try InputFeed(
      "web: {poll: \"\(url)\", every: 1s, adapter: table, sources: [ticks]}"
    )
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      // The first failure is not reported: the input has retried.
      let text = await notices.next(.failed)?.text
      let reason = "the certificate of the source is not trusted"
      #expect(text?.hasPrefix("\(reason) (127.0.0.1:") == true, "\(text ?? "")")
      for await update in engine.versions()
      where update.snapshot.status.contains(where: { $0.problem != nil }) {
        break
      }
      #expect(engine.snapshot.status.first?.state == .failed("input 'web': \(reason)"))
      let failure = try await engine.record(ofInput: "web").failure
      #expect(failure == reason)
    }
    // No request was sent to an untrusted source.
    #expect(try source.log().isEmpty)
    #expect(engine.snapshot.ticks.isEmpty)
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("openssl")))
  func `a source with only TLS 1.1 gets no request`() async throws {
    let directory = try TemporaryDirectory()
    let (pem, _) = try TestCertificate.make(in: directory)
    let source = try await WebSource.start(
      in: directory.url,
      certificate: pem,
      version: "TLSv1_1"
    )
    let url = source.url("/plain").replacing("http:", with: "https:")
    let feed = try InputFeed("web: {poll: \"\(url)\", every: 1s, adapter: table}")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      // A supported version would fail later, at the untrusted certificate.
      let text = await notices.next(.failed)?.text
      #expect(text?.hasPrefix("no secure connection to the source can be made (127.") == true)
    }
    #expect(try source.log().isEmpty)
  }
}
