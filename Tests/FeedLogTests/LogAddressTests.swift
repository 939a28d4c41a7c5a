import FeedLog
import TestSupport
import Testing

@Suite("Addresses of logs")
struct LogAddressTests {
  @Test(arguments: [
    ("nats://h/S", ["nats://h:4222"], "S"),
    ("nats://a:1,b:2,c/FEED-1_x", ["nats://a:1", "nats://b:2", "nats://c:4222"], "FEED-1_x"),
    ("tls://[::1]:4443/S", ["tls://[::1]:4443"], "S"),
  ])
  func `an address names servers and a stream`(
    text: String,
    servers: [String],
    stream: String
  ) throws {
    let address = try LogAddress(text)
    #expect(address.servers == servers)
    #expect(address.stream == stream)
    #expect(address.isSecure == text.hasPrefix("tls"))
    #expect(try LogAddress(address.description) == address)
  }

  @Test(arguments: [
    ("127.0.0.1:4222/S", "there is no nats:// or tls:// in '127.0.0.1:4222/S'"),
    ("nats://h:4222", "there is no stream in 'nats://h:4222'"),
    ("nats://h:4222/", "there is no stream in 'nats://h:4222/'"),
    ("nats://h:4222/a/b", "there is no stream in 'nats://h:4222/a/b'"),
    ("nats://h:4222/a.b", "the name of the stream is not valid in 'nats://h:4222/a.b'"),
    ("nats:///S", "there is no host in 'nats:///S'"),
    ("nats://a,/S", "there is no host in 'nats://a,/S'"),
    ("nats://h:x/S", "'x' is not a port in 'nats://h:x/S'"),
    ("nats://h:0/S", "'0' is not a port in 'nats://h:0/S'"),
    ("nats://u:p@h:1/S", "the address of the log contains a user"),
  ])
  func `an invalid address is reported without secrets`(text: String, message: String) {
    let error = #expect(throws: LogError.self) { try LogAddress(text) }
    #expect(error?.message == message)
    #expect(error?.code == .badAddress)
    #expect(error?.hint != nil)
  }
}
